"""Runs for tests of sampling: rows with decision points, which nobody played; cheap, and of any assistant."""

from __future__ import annotations

from typing import Any

from simulator.config import EpisodeConfig
from simulator.models import DecisionPoint, Episode
from tests.simulator.views.cast import run

REACTIONS = ("accept", "reject", "gather_context")


def offering(assistant: str, *reactions: str, silences: int = 0, seed: int = 0, **fields: Any) -> Episode:
    """A finished run in which this assistant made offers that met with these reactions, and kept quiet so often."""
    config = EpisodeConfig(assistant=assistant, seed=seed)
    known = {
        "config": config.model_dump(mode="json"),
        "config_hash": config.config_hash,
        "content_hash": f"{assistant}-{seed}",
        "assistant_player": assistant,
        "seed": seed,
    }
    row = run(**{**known, **fields})
    points = [*reactions, *[""] * silences]
    DecisionPoint.objects.bulk_create(
        DecisionPoint(
            episode=row,
            number=number,
            kind="offer" if reaction else "silence",
            moment=number + 1,
            turn=number,
            body={"reaction": reaction, "text": f"Shall I do thing {number}?"} if reaction else {},
        )
        for number, reaction in enumerate(points)
    )
    return row
