"""Shows runs and scenarios to people: moments in words, and pictures and details as data that templates render."""
