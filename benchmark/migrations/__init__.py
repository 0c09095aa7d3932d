"""Database migrations of sweeps and cells."""
