"""The JSON that a player outside the process is sent and answers with: its types, its version and its schema."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from simulator.phone.state import ProposalState
from simulator.trace.moments import Phase

# Increased when a field changes its meaning or is removed, but not for new fields: readers ignore unknown fields.
VERSION = 1
DIALECT = "https://json-schema.org/draft/2020-12/schema"


class OfferedAction(msgspec.Struct, frozen=True):
    """An available action. `arguments` is the JSON schema of an object."""

    name: str
    about: str
    write: bool
    arguments: dict[str, Any]


class Problem(msgspec.Struct, frozen=True):
    """The reason why an action failed."""

    code: str
    message: str


class OwnAction(msgspec.Struct, frozen=True):
    """An earlier decision of the player, with its result, or with an error if it changed nothing."""

    turn: int
    at: str
    phase: Phase | None
    """For the assistant: in which phase it was. For the user: null."""
    name: str
    """As it was called; `no_action` if no action could be read from the reply."""
    args: dict[str, Any]
    result: Any
    error: Problem | None
    thought: str
    seen: int
    """Number of notices that the player had at that decision."""


class UserAction(msgspec.Struct, frozen=True):
    """An action of the user on the phone, as the assistant sees it."""

    app: str
    name: str
    args: dict[str, Any]
    result: Any


class NoticeLine(msgspec.Struct, frozen=True):
    """One line of the inbox: for the user what a lock screen shows, for the assistant the full text."""

    id: str
    at: str
    kind: str
    app: str
    title: str
    text: str
    about: str | None
    """Id of the record that it is about."""
    action: UserAction | None
    """For the assistant, if the kind is `user_action`: what the user did."""
    new: bool
    """Whether it came after the player's last decision."""


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
    """Everything the user is told for one decision. Times are the owner's local times."""

    version: int
    session: str
    turn: int
    now: str
    owner: OwnerCard
    persona: str
    goal: str
    """What the user privately wants."""
    app: str
    """The app in front."""
    screen: dict[str, Any]
    """What it shows: `type` says which screen it is, ids are those that actions take."""
    offer: OfferLine | None
    notices: tuple[NoticeLine, ...]
    own: tuple[OwnAction, ...]
    actions: tuple[OfferedAction, ...]


class AssistantFacts(msgspec.Struct, frozen=True, tag_field="role", tag="assistant"):
    """Everything the assistant is told for one decision. Times are the owner's local times."""

    version: int
    session: str
    turn: int
    now: str
    owner: OwnerCard
    phase: Phase
    calls_left: int
    """In this turn while watching, under the accepted offer while acting."""
    offer: OfferLine | None
    notices: tuple[NoticeLine, ...]
    own: tuple[OwnAction, ...]
    actions: tuple[OfferedAction, ...]


class PolicyReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decision: the name of an action that was offered, its arguments, and a remark for people who read the run."""

    name: str
    args: dict[str, Any] = {}
    thought: str = ""


def policy_schema() -> dict[str, Any]:
    """Return the JSON schema of what is sent; its definition `PolicyReply` is the schema of a reply."""
    kinds = [UserFacts, AssistantFacts, PolicyReply]
    (user, assistant, _), parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": DIALECT,
        "title": "PARE Studio policy",
        "description": f"Version {VERSION}: what an outside player is sent. PolicyReply is its answer.",
        "oneOf": [user, assistant],
        "$defs": dict(sorted(parts.items())),
    }


def policy_schema_text() -> str:
    """Return the schema as it is stored in the repository."""
    return json.dumps(policy_schema(), indent=2, ensure_ascii=False) + "\n"
