"""The codes with which a socket is closed, and what each means. static/run/stream.js knows them too."""

from __future__ import annotations

OVER = 1000
"""The run is over and all of it was sent."""
BROKEN = 1011
"""Something went wrong here; the log says what."""
LATER = 1013
"""The database does not answer; come again."""
NOT_UNDERSTOOD = 4400
"""A bad `after`, or any message from the client: viewers only listen."""
NO_RIGHT = 4401
"""Not signed in, signed out meanwhile, or without the right to see runs."""
OTHER_ORIGIN = 4403
"""The page that asked belongs to another site."""
NO_RUN = 4404
"""There is no such run, or not any more."""
