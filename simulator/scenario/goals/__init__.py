"""The goal language: what must be true at the end, by whom, under which offer and in what order."""
