"""How far people agree: among themselves, and with the simulated user. Numbers in, figures out; no database."""

from __future__ import annotations
