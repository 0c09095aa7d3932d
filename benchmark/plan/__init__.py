"""What a sweep is to play: a plan in one flat schema, the cells it unfolds into, and what they may cost."""
