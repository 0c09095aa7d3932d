"""Traces of other systems: read as runs that replay here, and runs written in their formats."""
