"""Players that are language models."""
