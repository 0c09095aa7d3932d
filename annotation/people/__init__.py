"""Let people into a study and out of it: invite links, joining, pseudonyms, withdrawal."""
