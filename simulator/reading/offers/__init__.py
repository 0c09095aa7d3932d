"""Decides whether an offer names the help that a need asks for."""
