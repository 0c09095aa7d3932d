"""What studies do with the store: drawing items, handing them out, taking answers, letting people in."""

from __future__ import annotations
