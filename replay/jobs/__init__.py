"""Read runs from files, and write stored runs as files."""
