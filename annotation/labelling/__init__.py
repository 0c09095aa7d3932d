"""Hand out items and store answers: claims, leases, item order, practice, and what a person sees of their own work."""
