"""One of the two runs on the compare page: players, state and moments."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest

from replay.figures import Measured, measured
from replay.sameness import Side
from simulator.access import sees_all
from simulator.models import Episode as EpisodeRow
from simulator.rendering.frames import status_of
from simulator.rendering.run_histories import SharedHistory, history_of
from simulator.showing.config_words import MODEL_ROLES, Cast, cast_of, publicly


class RunSide(NamedTuple):
    """One run on the compare page, with its moments and its config, as far as the person may see the config."""

    row: EpisodeRow
    shared: SharedHistory
    side: Side
    config: dict[str, Any]
    """The current config; addresses of servers are hidden from people who may not see everything."""
    outcome: str

    @property
    def cast(self) -> Cast:
        return cast_of(self.config)

    @property
    def known_config(self) -> dict[str, Any]:
        """Return the known options of the run; for a foreign run only the players and their models."""
        if not self.row.is_foreign:
            return self.config
        return {name: self.config.get(name) for name in ("user", "assistant", *MODEL_ROLES)}

    @property
    def measured(self) -> Measured:
        return measured(self.side.moments, self.row.tokens_in + self.row.tokens_out, self.row.cost)


def run_side(request: HttpRequest, row: EpisodeRow) -> RunSide:
    """Return the run as it is now. Raise CannotShow if the run can't be rebuilt."""
    shared = history_of(row)
    with shared.lock:
        # The story ends before a moment that can't be told, but the history may hold that moment. Cut both to the same
        # length.
        told = shared.history.told[:]
        side = Side(f"run {row.pk}", shared.history.moments[: len(told)], told, row.is_over)
        outcome = status_of(row, shared)["outcome"]
    return RunSide(row, shared, side, config_for(request, row), outcome)


def config_for(request: HttpRequest, row: EpisodeRow) -> dict[str, Any]:
    players = {"user": row.user_player, "assistant": row.assistant_player}
    if not sees_all(request.user):
        players = {side: publicly(player) for side, player in players.items()}
    return {**row.config_now, **players}


def are_told_alone(left: EpisodeRow, right: EpisodeRow) -> bool:
    """Return whether only the stories of two runs can be compared, because their ids and times do not correspond."""
    return left.is_foreign or right.is_foreign or (left.engine, left.version_id) != (right.engine, right.version_id)
