"""How the database came to its shape."""
