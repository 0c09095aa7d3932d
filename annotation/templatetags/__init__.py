"""What templates of studies are written with."""
