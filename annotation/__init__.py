"""Studies in which people judge offers and silences of the assistant, sampled from runs."""
