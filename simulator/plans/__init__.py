"""Reads and writes plans as YAML files, and describes the problems of a bad plan."""
