"""What a player outside the process is told, and the published schema of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from simulator.agents.outside_types import policy_schema, policy_schema_text
from simulator.agents.policy import AssistantView, Decision, UserView
from simulator.agents.registry import ASSISTANTS, USERS, EvidenceNow
from simulator.agents.view_json import facts_of
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.story import Story
from tests.simulator.scenario.stories import assistant_who, tale, user_who
from tests.simulator.showing.room import Room, enter, rooms

GOAL = "Nobody but the user may know of the canary."
PERSONA = "Has a canary, and is shy about it."
OWNER = f"owner: {{name: Leila Haddad, email: leila@orchard.example, time_zone: Europe/Luxembourg, about: '{PERSONA}'}}"
PRIVATE = f"{OWNER}\nuser: {{goal: {GOAL}, path: [{{see: hello}}]}}\n"


class Watched:
    """Decides as another player does, and keeps what it was told."""

    def __init__(self, inner: Any, told: list[Any]) -> None:
        self._inner = inner
        self._told = told

    def decide(self, view: UserView | AssistantView) -> Decision:
        self._told.append(json.loads(msgspec.json.encode(facts_of(view, "s1"))))
        decision: Decision = self._inner.decide(view)
        return decision


def told(story: Story, user: Any = None, assistant: Any = None, **options: Any) -> tuple[list[Any], list[Any]]:
    """What the user and the assistant were told, decision by decision."""
    to_user: list[Any] = []
    to_assistant: list[Any] = []

    def watched_user(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> Watched:
        return Watched((user or USERS["scripted"])(story, config, evidence), to_user)

    def watched_assistant(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> Watched:
        return Watched((assistant or ASSISTANTS["oracle"])(story, config, evidence), to_assistant)

    Episode(story, EpisodeConfig(**options), user=watched_user, assistant=watched_assistant).run()
    return to_user, to_assistant


OFFERING = assistant_who(
    ("PAREAgentUserInterface__send_message_to_user", {"content": "Shall I help?"}),
    ("Emails__no_such_tool", {}),
    ("PAREAgentUserInterface__send_message_to_user", {"content": "It is done."}),
)


def test_everything_told_fits_the_published_schema() -> None:
    validator = jsonschema.Draft202012Validator(policy_schema())
    to_user, to_assistant = told(tale(PRIVATE), assistant=ASSISTANTS["random"], seed=3)
    assert len(to_user) > 3 and len(to_assistant) > 3
    for facts in (*to_user, *to_assistant):
        validator.validate(facts)
        assert (facts["version"], facts["session"]) == (1, "s1")
        for action in facts["actions"]:
            jsonschema.Draft202012Validator.check_schema(action["arguments"])


def test_the_published_schema_is_up_to_date(root: Path) -> None:
    path = root / "docs" / "schemas" / "policy.schema.json"
    assert path.read_text(encoding="utf-8") == policy_schema_text(), "Run `pare scenarios schema --write`."


@pytest.mark.parametrize("room", rooms(), ids=lambda room: str(room.caption))
def test_every_screen_can_be_told(room: Room) -> None:
    view = UserView(look=enter(room), turn=1, goal="", notices=[], own=[])
    facts = json.loads(msgspec.json.encode(facts_of(view)))
    assert facts["screen"] == json.loads(msgspec.json.encode(view.screen))
    assert [action["name"] for action in facts["actions"]] == list(view.actions)


def test_only_the_user_is_told_the_private_goal_and_the_persona() -> None:
    to_user, to_assistant = told(tale(PRIVATE), assistant=OFFERING, consent="standing")
    assert all((facts["goal"], facts["persona"]) == (GOAL, PERSONA) for facts in to_user)
    for facts in to_assistant:
        assert "canary" not in json.dumps(facts)
        assert not {"goal", "persona", "screen"} & facts.keys()


def test_the_user_is_told_of_one_screen_its_actions_and_the_open_offer() -> None:
    to_user, _ = told(tale(), assistant=OFFERING)
    first, second = to_user[:2]
    assert (first["role"], first["app"], first["screen"]["type"]) == ("user", "home", "HomeView")
    assert first["now"] == "2026-03-05 08:00:00"
    assert {"open_app", "put_phone_down"} <= {action["name"] for action in first["actions"]}
    assert first["offer"] is None
    assert second["offer"]["text"] == "Shall I help?"
    assert "accept_proposal" in {action["name"] for action in second["actions"]}


def test_the_user_sees_of_a_mail_what_a_lock_screen_shows_and_the_assistant_all() -> None:
    mail = "with: {sender: tomas, subject: Please, content: A long story that ends in a plea.}"
    timeline = f"timeline: [{{label: call, after: start + 40s, do: email.send_email_to_user_only, {mail}}}]\nneeds: []"
    to_user, to_assistant = told(tale(timeline), user=user_who(), assistant=assistant_who())
    (on_lock_screen,) = [line for line in to_user[-1]["notices"] if line["kind"] == "email"]
    (in_full,) = [line for line in to_assistant[-1]["notices"] if line["kind"] == "email"]
    assert on_lock_screen["text"] == "A long story that en..."
    assert "ends in a plea." in in_full["text"]
    assert on_lock_screen["about"] == in_full["about"]


def test_notices_are_new_once() -> None:
    _, to_assistant = told(tale(), assistant=assistant_who())
    seen = 0
    for facts in to_assistant:
        assert [line["new"] for line in facts["notices"]] == [number >= seen for number in range(len(facts["notices"]))]
        seen = len(facts["notices"])
    assert seen > 2


def test_the_assistant_is_told_what_the_user_did_and_with_what_result() -> None:
    _, to_assistant = told(tale(PRIVATE), assistant=assistant_who())
    did = [line["action"] for line in to_assistant[-1]["notices"] if line["kind"] == "user_action"]
    assert did[0] == {"app": "home", "name": "open_app", "args": {"app_name": "Emails"}, "result": "Email is open."}


def test_a_player_is_told_what_became_of_its_own_decisions() -> None:
    help_wanted = "needs: [{label: help, evident_after: start, welcome: {}, answer: {accept: Yes.}}]"
    _, to_assistant = told(tale(help_wanted), assistant=OFFERING)
    acting = next(facts for facts in to_assistant if facts["phase"] == "execute")
    assert (acting["offer"]["state"], acting["offer"]["answer"]) == ("accepted", "Yes.")
    after = next(facts for facts in to_assistant if facts["own"] and facts["own"][-1]["error"])
    failed = after["own"][-1]
    assert (failed["name"], failed["phase"], failed["error"]["code"]) == (
        "Emails__no_such_tool",
        "execute",
        "unknown_tool",
    )
    assert after["calls_left"] == acting["calls_left"] - 1


def test_tools_have_the_names_that_the_assistant_knows_them_by() -> None:
    renamed = {"Emails__list_emails": "Post__look"}
    called = assistant_who(("Post__look", {}))
    _, to_assistant = told(tale(), assistant=called, tool_names=renamed)
    assert "Post__look" in {action["name"] for action in to_assistant[0]["actions"]}
    assert to_assistant[1]["own"][0]["name"] == "Post__look"
    assert to_assistant[1]["own"][0]["error"] is None


def test_an_unreadable_reply_is_told_as_no_action() -> None:
    class Mumbling:
        def decide(self, view: AssistantView) -> Decision:
            return Decision("", problem="Nobody can read this.")

    _, to_assistant = told(tale(), assistant=lambda *_: Mumbling())
    own = to_assistant[1]["own"][0]
    assert (own["name"], own["error"]) == ("no_action", {"code": "bad_reply", "message": "Nobody can read this."})
