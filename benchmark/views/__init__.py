"""Pages about sweeps."""
