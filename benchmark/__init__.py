"""The scenario collection, its splits, and the measurements made with them."""
