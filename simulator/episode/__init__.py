"""Episodes: the two-agent loop, and what plays, records, rebuilds and verifies one.

Pure Python without Django. Start with `loop.Episode`, whose `play` yields the moments of a run; everything else about a
run follows from them. `rebuild` makes an episode of a stored trace, `recording` plays one into a file.
"""
