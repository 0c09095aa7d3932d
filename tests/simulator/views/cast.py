"""People, scenarios and runs for tests of pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import Group, User
from django.core.management.color import no_style
from django.db import connection
from django.test import Client
from django.utils import timezone

from simulator.config import EpisodeConfig
from simulator.models import Episode, Scenario, ScenarioVersion, State
from tests.simulator.jobs.background import version_of
from tests.simulator.stories.shelf import story

PASSWORD = "open sesame"
SCRIPT = "<script>alert(1)</script>"
ESCAPED = "&lt;script&gt;alert(1)&lt;/script&gt;"


def person(role: str) -> User:
    """Return an account: `viewer`, `researcher`, `annotator` and `admin` are in the group of that name.

    `nobody` is in no group, `inactive` may not sign in, `staff` may enter the administration and has no right besides.
    """
    user = User.objects.create_user(role, password=PASSWORD, is_active=role != "inactive")
    if role in ("viewer", "researcher", "annotator", "admin"):
        user.groups.add(Group.objects.get(name=role))
    if role in ("administrator", "staff"):
        user.is_staff, user.is_superuser = True, role == "administrator"
        user.save()
    return user


def signed_in(role: str) -> Client:
    """A browser of this person; `anonymous` is one in which nobody has signed in."""
    client = Client(headers={"accept": "text/html"})
    if role != "anonymous":
        client.force_login(person(role))
    return client


def scenario(name: str = "late_train", **fields: Any) -> Scenario:
    """One of the small stories as the store has it; fields are those of its version."""
    version = version_of(name)
    part = story(name).scenario
    known = {"category": part.category, "difficulty": str(part.difficulty.rating), "status": part.status}
    ScenarioVersion.objects.filter(pk=version.pk).update(**{**known, "apps": part.apps, "tags": part.tags, **fields})
    version.scenario.current = version
    version.scenario.save()
    return Scenario.objects.select_related("current").get(slug=name)


def outcome(goals_met: bool | None = True, clean: bool = True, restrained: bool | None = True) -> dict[str, Any]:
    """The last line of a trace, as far as lists look at it.

    `goals_met` None: undecided. `restrained` None: an older version did not judge it.
    """
    held = {"goals_met": goals_met is not False, "clean": clean, "consented": True, "in_time": True}
    held |= {} if restrained is None else {"restrained": restrained}
    parts: dict[str, dict[str, Any]] = {name: {"ok": ok, "reasons": []} for name, ok in held.items()}
    if goals_met is None:
        parts["goals_met"]["doubts"] = ["Ola knows: the message at step 9 can't be read clearly."]
    holds = all(held.values())
    return {"outcome": {"success": holds and goals_met is True, "undecided": holds and goals_met is None, **parts}}


def run(state: State = State.FINISHED, **fields: Any) -> Episode:
    """A row of a run that nobody plays; a finished one was a success unless it says otherwise."""
    version = fields.pop("version", None) or scenario().current
    assert isinstance(version, ScenarioVersion)
    config = EpisodeConfig()
    over = state in (State.FINISHED, State.STOPPED, State.FAILED)
    known = {
        "config": config.model_dump(mode="json"),
        "config_hash": config.config_hash,
        "engine": "test",
        "user_player": "scripted",
        "assistant_player": "oracle",
        "seed": 0,
        "turn_limit": 10,
        "ended_at": timezone.now() - timedelta(minutes=4) if over else None,
        "success": True if state == State.FINISHED else None,
        "result": outcome() if state == State.FINISHED else None,
    }
    made = Episode.objects.create(version=version, state=state, **{**known, **fields})
    if "pk" in fields:
        _number_on_from_here()
    return made


def _number_on_from_here() -> None:
    """PostgreSQL does not count rows whose number was given, and would give that number to the next one again."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [Episode]):
            cursor.execute(statement)
