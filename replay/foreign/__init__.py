"""Reads traces of other systems as runs that replay here, and writes runs in their formats."""
