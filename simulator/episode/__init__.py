"""Episodes: the two-agent loop, and modules that play, record, rebuild and verify an episode.

These modules do not use Django. Read `loop.Episode` first: its `play` yields the moments of a run, from which
everything else about the run is computed. `rebuild` makes an episode from a stored trace; `recording` plays an episode
and writes its trace file.
"""
