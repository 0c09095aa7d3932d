"""Imports runs from files, and exports stored runs as files."""
