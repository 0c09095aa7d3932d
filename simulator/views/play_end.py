"""The context of the page that shows a player how the run ended."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from simulator.models import Seat


def end_context(request: HttpRequest, seat: Seat) -> dict[str, Any]:
    return {"seat": seat, "episode": seat.episode}
