"""Reads English for the rules about offers, messages and reports: words, deeds, negation and statements."""
