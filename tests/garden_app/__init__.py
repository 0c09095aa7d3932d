"""A room as another package would bring it: the garden, an app that no other file of the project knows."""
