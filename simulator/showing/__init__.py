"""What people see of a run: the phone, the story and its details as plain data that templates render."""
