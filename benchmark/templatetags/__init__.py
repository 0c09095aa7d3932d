"""What the pages about sweeps are written with."""
