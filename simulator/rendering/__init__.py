"""Turns runs into HTML for pages and live updates: the story, single steps, the phone, the outcome.

Views and consumers both import this package, so it imports neither of them.
"""
