"""Signs people in: one-time links, name and password, and the rule that every page needs a sign-in."""
