"""Pages of what people do with runs afterwards."""
