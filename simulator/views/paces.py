"""The paces that people can choose for a run."""

from __future__ import annotations

# Moments per second; 0 does not wait between them.
PACES = {0.5: "1 in two seconds", 1.0: "1 a second", 2.0: "2 a second", 5.0: "5 a second", 0.0: "As fast as possible"}
USUAL_PACE = 2.0
