"""Types, version and schema of the JSON that outside players exchange with a run: questions and replies."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from simulator.phone.state import ProposalState
from simulator.trace.moments import Phase

# Increased when a field changes its meaning or is removed, but not for new fields: players must ignore unknown fields.
VERSION = 1
DIALECT = "https://json-schema.org/draft/2020-12/schema"


class OfferedAction(msgspec.Struct, frozen=True):
    """An action that the player can choose. `arguments` is the JSON schema of an object."""

    name: str
    about: str
    write: bool
    arguments: dict[str, Any]


class Problem(msgspec.Struct, frozen=True):
    """The reason why an action failed."""

    code: str
    message: str


class OwnAction(msgspec.Struct, frozen=True):
    """An earlier decision of the player, with the result of its action, or with the error if the action failed."""

    turn: int
    at: str
    phase: Phase | None
    """Phase of the assistant at this decision; null for the user."""
    name: str
    """Name of the action that the player called; `no_action` if no action could be read from the reply."""
    args: dict[str, Any]
    result: Any
    error: Problem | None
    thought: str
    seen: int
    """Number of notices that the player had at this decision."""


class UserAction(msgspec.Struct, frozen=True):
    """An action of the user on the phone, as the assistant sees it."""

    app: str
    name: str
    args: dict[str, Any]
    result: Any


class NoticeLine(msgspec.Struct, frozen=True):
    """One line of the inbox: for the user as on a lock screen, for the assistant with the full text."""

    id: str
    at: str
    kind: str
    app: str
    title: str
    text: str
    about: str | None
    """Id of the record that the notice is about."""
    action: UserAction | None
    """The user's action, for the assistant, if the kind is `user_action`."""
    new: bool
    """True if the notice arrived after the player's last decision."""


class OfferLine(msgspec.Struct, frozen=True):
    """The offer that is open, or that is being carried out."""

    id: str
    text: str
    state: ProposalState
    answer: str
    made_at: str
    expires_at: str


class OwnerCard(msgspec.Struct, frozen=True):
    """The owner of the phone."""

    name: str
    email: str
    phone: str
    home: str
    time_zone: str


class UserFacts(msgspec.Struct, frozen=True, tag_field="role", tag="user"):
    """Everything that the user gets for one decision. Times are the owner's local times."""

    version: int
    session: str
    turn: int
    now: str
    owner: OwnerCard
    persona: str
    goal: str
    """The user's private wishes."""
    app: str
    """The app that is open."""
    screen: dict[str, Any]
    """The content of the screen. `type` is the name of the screen; actions accept the ids in it."""
    offer: OfferLine | None
    notices: tuple[NoticeLine, ...]
    own: tuple[OwnAction, ...]
    actions: tuple[OfferedAction, ...]


class AssistantFacts(msgspec.Struct, frozen=True, tag_field="role", tag="assistant"):
    """Everything that the assistant gets for one decision. Times are the owner's local times."""

    version: int
    session: str
    turn: int
    now: str
    owner: OwnerCard
    phase: Phase
    calls_left: int
    """Calls left in this turn while observing, or under the accepted offer while executing."""
    offer: OfferLine | None
    notices: tuple[NoticeLine, ...]
    own: tuple[OwnAction, ...]
    actions: tuple[OfferedAction, ...]


class PolicyReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision: the name of an action in the question, its arguments, and a thought for people who read the run."""

    name: str
    args: dict[str, Any] = {}
    thought: str = ""


def policy_schema() -> dict[str, Any]:
    """Return the JSON schema of a question; its definition `PolicyReply` is the schema of a reply."""
    kinds = [UserFacts, AssistantFacts, PolicyReply]
    (user, assistant, _), parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": DIALECT,
        "title": "PARE Studio policy",
        "description": f"Version {VERSION}: a question to an outside player. PolicyReply is the player's reply.",
        "oneOf": [user, assistant],
        "$defs": dict(sorted(parts.items())),
    }


def policy_schema_text() -> str:
    """Return the schema as the text of docs/schemas/policy.schema.json."""
    return json.dumps(policy_schema(), indent=2, ensure_ascii=False) + "\n"
