"""Episodes: the two-agent loop, and modules that play, record, rebuild and verify an episode.

Pure Python without Django. Start with `loop.Episode`, whose `play` yields the moments of a run; everything else about a
run follows from its moments. `rebuild` makes an episode from a stored trace; `recording` plays an episode and writes
its trace file.
"""
