"""The codes with which the server closes a socket. static/run/stream.js has the same list."""

from __future__ import annotations

# The run is over, and all of its moments were sent.
OVER = 1000
# The server failed; the log says why.
BROKEN = 1011
# The database does not answer; try again.
LATER = 1013
# A bad `after`, or any message from the client: viewers only listen.
NOT_UNDERSTOOD = 4400
# Not signed in, signed out meanwhile, or without permission to see runs.
NO_RIGHT = 4401
# The page that asked belongs to another site.
OTHER_ORIGIN = 4403
# The run does not exist, or was deleted.
NO_RUN = 4404
