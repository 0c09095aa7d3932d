"""Lets people into a study and out of it: invite links, joining, personal codes, pseudonyms, withdrawal."""
