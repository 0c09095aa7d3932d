"""Plans of sweeps: the schema, reading and writing, the cells a plan unfolds into, and their cost."""
