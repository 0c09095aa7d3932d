"""Players for tests of runs in the background, known by name in the test process and in its workers."""

from __future__ import annotations

import json
import os
import signal
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from simulator.agents.policy import AssistantView, Decision, NeedsPerson, PlayerFailed, UserView
from simulator.agents.registry import ASSISTANTS, USERS, EvidenceNow
from simulator.agents.scripted_user import ScriptedUser
from simulator.config import EpisodeConfig
from simulator.models import Scenario
from simulator.scenario.story import Story


class Person(ScriptedUser):
    """Does what the scripted user does, once somebody has put down so many decisions as a mark in the store."""

    def decide(self, view: UserView) -> Decision:
        if len(view.own) >= decided():
            raise NeedsPerson
        return super().decide(view)


class Deadly:
    """An assistant whose every decision kills the process."""

    def decide(self, view: AssistantView) -> Decision:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Clumsy:
    """An assistant that breaks down."""

    def decide(self, view: AssistantView) -> Decision:
        raise RuntimeError("it has slipped")


class Asking(ScriptedUser):
    """Asks a model server before each decision, and then does what the scripted user does."""

    def __init__(self, story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> None:
        super().__init__(story, evidence)
        self._name = str(config.seed)
        self._address = urlsplit(config.model_routes["asked"].endpoint)

    def decide(self, view: UserView) -> Decision:
        """The server sees the run as the model, and the number of the decision as what is said."""
        body = {"model": self._name, "messages": [{"role": "user", "content": str(len(view.own))}]}
        connection = HTTPConnection(self._address.netloc, timeout=60)
        try:
            connection.request("POST", f"{self._address.path}/chat/completions", json.dumps(body))
            if connection.getresponse().status != 200:
                raise PlayerFailed("provider", "The model server does not answer.")
        except (OSError, HTTPException) as problem:
            raise PlayerFailed("provider", "The model server has gone.") from problem
        finally:
            connection.close()
        return super().decide(view)


class Quitting:
    """An assistant that wants to end the process."""

    def decide(self, view: AssistantView) -> Decision:
        raise SystemExit(3)


_MARK = "decisions:"


def decided() -> int:
    found = Scenario.objects.filter(slug__startswith=_MARK).values_list("slug", flat=True).first()
    return int(found.removeprefix(_MARK)) if found else 0


def decide(count: int) -> None:
    """So many decisions of the person are there from now on."""
    Scenario.objects.filter(slug__startswith=_MARK).delete()
    Scenario.objects.create(slug=f"{_MARK}{count}")


def register() -> None:
    """Make these players known by name in this process."""
    USERS["test_person"] = lambda story, config, evidence: Person(story, evidence)
    USERS["test_asking"] = Asking
    ASSISTANTS["test_quitting"] = lambda *_: Quitting()
    ASSISTANTS["test_deadly"] = lambda *_: Deadly()
    ASSISTANTS["test_clumsy"] = lambda *_: Clumsy()


def unregister() -> None:
    """Other tests play everybody who is known, and must not meet these."""
    for name in [name for name in USERS if name.startswith("test_")]:
        del USERS[name]
    for name in [name for name in ASSISTANTS if name.startswith("test_")]:
        del ASSISTANTS[name]
