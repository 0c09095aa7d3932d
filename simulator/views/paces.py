"""The paces that people can choose for a run."""

from __future__ import annotations

# Keys are steps per second; 0 means no wait between steps.
PACES = {
    0.5: "1 per 2 seconds",
    1.0: "1 per second",
    2.0: "2 per second",
    5.0: "5 per second",
    0.0: "As fast as possible",
}
USUAL_PACE = 2.0
