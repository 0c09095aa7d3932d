"""Starts everything that the site needs, keeps it running, and stops it again without a trace."""
