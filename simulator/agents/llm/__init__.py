"""Players that ask language models."""
