"""The rules of blame: the first one in this order for which something was found says who is to blame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

Party = Literal["provider", "engine", "scenario", "user", "assistant", "undetermined"]
PARTIES: Mapping[Party, str] = {
    "provider": "Provider",
    "engine": "Engine",
    "scenario": "Scenario",
    "user": "User simulator",
    "assistant": "Assistant",
    "undetermined": "Undetermined",
}
FLAGGED = "scenario_flagged"
NOTHING_FOUND = "nothing_found"


class Rule(NamedTuple):
    party: Party
    says: str
    """What the rule is about, as the heading of what was found."""


class Found(NamedTuple):
    """Something that a rule is about: which rule, the facts in a sentence, and the moment that shows it."""

    rule: str
    why: str
    moment: int | None = None


class Blame(NamedTuple):
    party: Party
    rule: str
    why: str
    moment: int | None = None


RULES: Mapping[str, Rule] = {
    "provider_failed": Rule("provider", "The provider of a model failed"),
    "setup_missing": Rule("provider", "A model could not be reached as it is set up"),
    "engine_failed": Rule("engine", "The run broke down"),
    FLAGGED: Rule("scenario", "A person has flagged this version of the scenario"),
    "user_refused": Rule("user", "The user turned down an offer that the scenario calls welcome"),
    "user_ignored": Rule("user", "The user left a welcome offer without an answer"),
    "user_did_forbidden": Rule("user", "The user did what the scenario forbids"),
    "assistant_without_consent": Rule("assistant", "The assistant acted without consent"),
    "assistant_not_clean": Rule("assistant", "The assistant did more than was wanted"),
    "assistant_not_done": Rule("assistant", "The assistant did not carry out what was accepted"),
    "assistant_no_offer": Rule("assistant", "The assistant made no offer when one was welcome"),
    "assistant_wrong_offer": Rule("assistant", "The assistant made no offer that is of help"),
    "assistant_too_late": Rule("assistant", "The assistant came too late"),
    "ceiling_reached": Rule("undetermined", "The limit on tokens or cost ended the run"),
    "deadline_passed": Rule("undetermined", "A limit of time ended it"),
    "no_time_to_answer": Rule("undetermined", "The user had no time to answer a welcome offer"),
    "no_time_to_offer": Rule("undetermined", "The run was over before the assistant could offer help"),
    "need_never_came": Rule("undetermined", "What the assistant should help with never came up"),
    "users_part": Rule("undetermined", "What the user was to do is not done"),
    "goal_without_need": Rule("undetermined", "What is missing belongs to nothing that an offer could be about"),
    NOTHING_FOUND: Rule("undetermined", "None of the rules fits"),
}
_FAILURES = {
    "provider": "provider_failed",
    "setup": "setup_missing",
    "engine": "engine_failed",
    "budget": "ceiling_reached",
    "deadline": "deadline_passed",
}
_ORDER = {name: place for place, name in enumerate(RULES)}


def blame_of(facts: Iterable[Found]) -> Blame:
    """For a run that did not succeed. Of several facts for the same rule the first one is told."""
    nothing = Found(NOTHING_FOUND, "Nothing was found that explains it. Look through the steps to see what happened.")
    found = min(facts, key=lambda fact: _ORDER[fact.rule], default=nothing)
    return Blame(RULES[found.rule].party, *found)


def found_in_failure(kind: str, reason: str) -> Found:
    """For a run that could not be played to its end; `kind` as runs keep it."""
    return Found(_FAILURES[kind], reason)


def under_flag(blame: Blame, note: str | None) -> Blame:
    """The blame as it is while the scenario's version is flagged with this note; None: it is not."""
    if note is None:
        return blame
    return blame_of([Found(blame.rule, blame.why, blame.moment), Found(FLAGGED, note)])
