"""The live stream: websockets that send a run to its viewers."""
