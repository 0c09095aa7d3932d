"""`make demo-llm`: one episode played by a small real language model on this machine."""
