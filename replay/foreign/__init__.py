"""Reads traces of other systems as runs that replay here, and writes runs in the formats of other systems."""
