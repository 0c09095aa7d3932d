"""Players for tests of runs in the background, known by name in the test process and in its workers."""

from __future__ import annotations

import os
import signal

from simulator.agents.policy import AssistantView, Decision, NeedsPerson, UserView
from simulator.agents.registry import ASSISTANTS, USERS
from simulator.agents.scripted_user import ScriptedUser
from simulator.models import Scenario


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


_MARK = "decisions:"


def decided() -> int:
    found = Scenario.objects.filter(slug__startswith=_MARK).values_list("slug", flat=True).first()
    return int(found.removeprefix(_MARK)) if found else 0


def decide(count: int) -> None:
    """So many decisions of the person are there from now on."""
    Scenario.objects.filter(slug__startswith=_MARK).delete()
    Scenario.objects.create(slug=f"{_MARK}{count}")


def join() -> None:
    """Make these players known by name in this process."""
    USERS["test_person"] = lambda story, config, evidence: Person(story, evidence)
    ASSISTANTS["test_deadly"] = lambda *_: Deadly()
    ASSISTANTS["test_clumsy"] = lambda *_: Clumsy()


def leave() -> None:
    """Other tests play everybody who is known, and must not meet these."""
    del USERS["test_person"], ASSISTANTS["test_deadly"], ASSISTANTS["test_clumsy"]
