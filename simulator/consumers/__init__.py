"""The live stream: what viewers of a run get over their websockets."""
