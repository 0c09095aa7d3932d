"""Export answers from the store to files and import them again. The formats are in `annotation/file_formats`."""
