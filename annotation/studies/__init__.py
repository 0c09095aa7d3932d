"""Build and run studies: lifecycle, batches, the pool they are drawn from, practice and gold items, the demo study."""
