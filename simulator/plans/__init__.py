"""Reads and writes plans as YAML files, and words the problems of a bad plan."""
