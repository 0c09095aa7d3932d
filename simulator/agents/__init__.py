"""The players of both sides, the views they get and the decisions they return."""
