"""Plans that people keep as YAML files: reading, writing and the problems of a bad plan."""
