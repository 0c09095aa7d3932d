"""Lets people step through, search, compare, fork, import and export recorded runs."""
