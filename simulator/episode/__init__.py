"""Episodes: the two-agent loop, and modules that play, record, rebuild and verify an episode.

Pure Python without Django. Start with `loop.Episode`, whose `play` yields the moments of a run; everything else about a
run follows from them. `rebuild` makes an episode of a stored trace, `recording` plays one into a file.
"""
