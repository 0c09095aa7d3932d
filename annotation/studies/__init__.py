"""Builds and runs studies: lifecycle, batches, the pool of decision points, practice and gold, the demo study."""
