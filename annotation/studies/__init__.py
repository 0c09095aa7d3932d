"""Builds and runs studies: lifecycle, batches, the pool they are drawn from, practice and gold, the demo study."""
