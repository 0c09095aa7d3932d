"""What all plans that people keep as YAML have in common: how they are read, written and refused."""
