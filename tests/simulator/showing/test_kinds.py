"""Every moment has a kind and says which app it concerns."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.perform import BAD_REPLY, Refusal
from simulator.phone.registry import all_apps
from simulator.showing.kinds import KINDS
from simulator.showing.scene import Scene
from simulator.showing.telling import tell
from simulator.trace.moments import Acted, Ended, Forked, Moment, Remembered, Said, Skipped, Started
from tests.simulator.showing.played import scenes, stories, story

AT: dict[str, Any] = {"n": 1, "at": 0, "local": "2026-10-02 09:00:00"}
REFUSED = Refusal("not_available", "It cannot be done.")
MISREAD = Refusal(BAD_REPLY, "It is no call.")
OF_THE_RECORD: list[tuple[Moment, str]] = [
    (Started(**AT, state_hash="x"), "run"),
    (Skipped(**AT, event="late_reply", why="its time was over"), "run"),
    (Forked(**AT, parent="run 4", parent_moment=2, config={}), "run"),
    (Ended(**AT, reason="quiet"), "run"),
    (Remembered(**AT, actor="assistant", note="She likes trains."), "note"),
    (Said(**AT, actor="assistant", role="assistant", text="Hello."), "note"),
]
ACTIONS: list[tuple[dict[str, Any], str]] = [
    ({"actor": "assistant", "app": "email", "name": "list_emails"}, "read"),
    ({"actor": "assistant", "app": "email", "name": "send_email", "write": True}, "write"),
    ({"actor": "assistant", "app": "email", "name": "send_email", "write": True, "error": REFUSED}, "write"),
    ({"actor": "assistant", "app": "home", "name": "get_current_time"}, "read"),
    ({"actor": "assistant", "app": "home", "name": "wait_for_notification"}, "silence"),
    ({"actor": "assistant", "app": "assistant", "name": "wait"}, "silence"),
    ({"actor": "assistant", "app": "home", "name": "none", "error": MISREAD}, "unread"),
    ({"actor": "user", "app": "home", "name": "none", "error": MISREAD}, "unread"),
    ({"actor": "user", "app": "home", "name": "go_home"}, "tap"),
    ({"actor": "user", "app": "email", "name": "send_email", "write": True}, "tap"),
    ({"actor": "user", "app": "assistant", "name": "accept_proposal"}, "answer"),
    ({"actor": "user", "app": "assistant", "name": "reject_proposal", "error": REFUSED}, "answer"),
    ({"actor": "user", "app": "assistant", "name": "send_message_to_agent"}, "answer"),
    ({"actor": "environment", "app": "assistant", "name": "expire_proposal"}, "answer"),
    ({"actor": "environment", "app": "assistant", "name": "run_out"}, "report"),
    ({"actor": "environment", "app": "email", "name": "receive_email", "event": "mail"}, "event"),
    ({"actor": "environment", "app": "email", "name": "receive_email", "event": "noise:mail"}, "noise"),
    ({"actor": "environment", "app": "messaging", "name": "add_chat", "tags": ("noise_setting",)}, "noise"),
    ({"actor": "assistant", "app": "assistant", "name": "send_message_to_user", "error": REFUSED}, "proposal"),
    (
        {
            "actor": "assistant",
            "app": "assistant",
            "name": "send_message_to_user",
            "phase": "execute",
            "error": REFUSED,
        },
        "report",
    ),
]


@pytest.mark.parametrize(("moment", "kind"), OF_THE_RECORD)
def test_moments_of_the_record_itself_concern_no_app(moment: Moment, kind: str) -> None:
    told = tell(Scene(story("email_notification").blank, moment))
    assert (told.kind, told.app) == (kind, "")


@pytest.mark.parametrize(("fields", "kind"), ACTIONS)
def test_what_is_tried_in_vain_has_the_kind_of_what_was_tried(fields: dict[str, Any], kind: str) -> None:
    assert tell(Scene(story("email_notification").blank, Acted(**AT, turn=1, **fields))).kind == kind


def test_offers_answers_and_reports_of_a_played_run_are_told_apart() -> None:
    told = [tell(scene) for scene in scenes(story("email_notification"))]
    kinds = [one.kind for one in told]
    assert kinds.index("proposal") < kinds.index("answer") < kinds.index("report")
    assert {one.shape for one in told if one.kind == "answer"} <= {"accept", "reject", "world", "user"}
    assert kinds[0] == kinds[-1] == "run"


def test_every_moment_has_a_known_kind_and_an_app_of_the_phone() -> None:
    for played in stories():
        for scene in scenes(played, assistant="random", seed=3, env_events_per_minute=4, tool_failure_probability=0.2):
            told = tell(scene)
            assert told.kind in KINDS
            assert not told.app or not all_apps()[told.app].system
            assert (told.kind == "noise") <= (told.lane == "world")


def test_opening_an_app_concerns_that_app_and_going_home_none() -> None:
    for scene in scenes(story("email_notification")):
        told, moment = tell(scene), scene.moment
        if isinstance(moment, Acted) and moment.actor == "user" and moment.app == "home" and moment.error is None:
            assert told.app == ("" if scene.look.phone.active == "home" else scene.look.phone.active)
