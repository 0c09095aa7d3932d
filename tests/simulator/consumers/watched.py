"""A run that goes on when the test says so, people who watch it, and what they get."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Permission, User
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from simulator.config import EpisodeConfig
from simulator.jobs.leases import claim
from simulator.jobs.runner import Runner
from simulator.jobs.serialization import source_text
from simulator.models import Episode, Scenario, ScenarioVersion, State
from simulator.scenario.library import Library

PATIENCE = 30.0
STORY = "email_notification"


class Watched:
    """A real run, played in the test itself."""

    def __init__(self, moments: int = 0) -> None:
        story = Library().get(STORY)
        config = EpisodeConfig()
        scenario, _ = Scenario.objects.get_or_create(slug=STORY)
        version, _ = ScenarioVersion.objects.get_or_create(
            scenario=scenario, content_hash=story.hash, defaults={"source": source_text(story), "title": STORY}
        )
        self.row = Episode.objects.create(
            version=version, config=config.model_dump(mode="json"), config_hash="", seed=0, pace=1000, engine="test"
        )
        lease = claim(self.row.pk, "test")
        assert lease is not None
        self._runner = Runner(lease)
        self.advance(moments)

    @property
    def pk(self) -> int:
        return self.row.pk

    def advance(self, moments: int = 1) -> None:
        for _ in range(moments):
            assert self._runner.advance(), "the run was over too soon"

    def finish(self) -> int:
        """Plays the rest; gives the number of moments."""
        while self._runner.advance():
            pass
        self.row.refresh_from_db()
        assert self.row.state == State.FINISHED
        return self.row.moment_count


def a_viewer(name: str = "ann") -> User:
    user = User.objects.create_user(name)
    user.user_permissions.add(Permission.objects.get(codename="view_episode"))
    return user


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@contextmanager
def watching(
    site: str,
    episode_id: int | str,
    session: str = "",
    after: object = -1,
    origin: str | None = None,
    max_queue: int | None = None,
) -> Iterator[ClientConnection]:
    cookie = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session}"} if session else {}
    with connect(
        f"{site.replace('http', 'ws')}/ws/runs/{episode_id}/?after={after}",
        origin=Origin(origin or site),
        additional_headers=cookie,
        open_timeout=PATIENCE,
        close_timeout=1,
        max_queue=max_queue,
        max_size=None,
        compression=None,
    ) as socket:
        yield socket


def batch(socket: ClientConnection, timeout: float = PATIENCE) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(socket.recv(timeout))
    return found


def frames_until(socket: ClientConnection, number: int) -> list[dict[str, Any]]:
    """Frames as they come, up to this one."""
    frames: list[dict[str, Any]] = []
    while not frames or frames[-1]["n"] < number:
        frames += batch(socket)["frames"]
    return frames


def numbers(frames: list[dict[str, Any]]) -> list[int]:
    return [frame["n"] for frame in frames]


def code_at_the_end(socket: ClientConnection) -> int:
    """Reads on until the server closes; gives its code."""
    try:
        while True:
            socket.recv(PATIENCE)
    except ConnectionClosed as closed:
        assert closed.rcvd is not None, "the connection broke without a word"
        return closed.rcvd.code
