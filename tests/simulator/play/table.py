"""People at play in tests: a seat in a run, and the requests that a browser would send for a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode as PlayedEpisode
from simulator.jobs.play_job import run_episode
from simulator.jobs.seats import start_play
from simulator.models import Episode, Seat, Side
from simulator.trace.moments import Acted
from tests.simulator.jobs.background import version_of
from tests.simulator.stories.shelf import story


class Player:
    """A person with a browser, who plays one side of a run."""

    def __init__(self, client: Client, row: Episode, side: Side) -> None:
        self.client, self.row, self.side = client, row, side

    def acts(self, name: str, args: Mapping[str, Any] | None = None, number: int | None = None) -> Any:
        """Send a decision as the page's script does; without a number, for the step that comes next."""
        self.row.refresh_from_db()
        form = {"number": self.row.moment_count if number is None else number, "action": name, **fields_of(args or {})}
        return self.client.post(f"/play/{self.row.pk}/act/", form)

    @property
    def seat(self) -> Seat:
        return Seat.objects.get(episode=self.row, side=self.side)


def fields_of(args: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments as the fields of a form, as a browser sends them."""
    return {f"arg.{name}": _typed(value) for name, value in args.items()}


def _typed(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return [str(one) for one in value] if isinstance(value, list) else str(value)


def sat_down(name: str = "late_train", side: Side = Side.USER, user: User | None = None, **options: Any) -> Player:
    """Start a run in which a new person plays `side`, and play it until that person has to decide."""
    player = user or User.objects.create_user(f"player-{User.objects.count()}")
    client = Client()
    client.force_login(player)
    players = {str(side): "human", **options}
    row = start_play(version_of(name), EpisodeConfig(**players), side, player).row
    run_episode(row.pk)
    row.refresh_from_db()
    return Player(client, row, side)


def decisions_of(name: str, side: str, **options: Any) -> list[Acted]:
    """Return what a scripted player does in this story."""
    played = PlayedEpisode(story(name), EpisodeConfig(**options)).run()
    return [moment for moment in played.moments if isinstance(moment, Acted) and moment.actor == side]
