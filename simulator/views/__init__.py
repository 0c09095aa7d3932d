"""Pages about runs, scenarios and models, and error pages."""
