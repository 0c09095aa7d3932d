"""Decides whether a message, or a field of a record, says what a goal asks for."""
