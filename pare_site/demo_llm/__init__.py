"""`make demo-llm`: plays one run with a small real language model on this machine."""
