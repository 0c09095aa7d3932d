"""The record of an episode: moments, the phone rebuilt from them, hashes, exchanges with models, and trace files."""
