"""What is done with sweeps: planned, fed to the workers, steered, and read."""
