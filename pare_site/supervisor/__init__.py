"""Starts every process of the site, restarts those that die, and stops them all."""
