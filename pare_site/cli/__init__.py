"""The `pare` command line."""
