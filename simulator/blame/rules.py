"""Ranks the rules of blame: the first rule in `RULES` that has a finding decides who is to blame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

Party = Literal["provider", "engine", "scenario", "reader", "user", "assistant", "undetermined"]
PARTIES: Mapping[Party, str] = {
    "provider": "Provider",
    "engine": "Engine",
    "scenario": "Scenario",
    "reader": "Reader",
    "user": "User simulator",
    "assistant": "Assistant",
    "undetermined": "Undetermined",
}
FLAGGED = "scenario_flagged"
UNCLEAR = "reader_unclear"
NOTHING_FOUND = "nothing_found"


class BlameRule(NamedTuple):
    """The party that a rule blames, and the rule in words."""

    party: Party
    says: str
    """The rule in words, which pages show as the heading above the finding."""


class BlameFinding(NamedTuple):
    """A fact about a run that makes a rule apply: the rule, the fact as a sentence, and the moment that shows it."""

    rule: str
    why: str
    moment: int | None = None


class Blame(NamedTuple):
    """The party to blame, with the rule that decided and the finding for it."""

    party: Party
    rule: str
    why: str
    moment: int | None = None


# Causes outside the assistant come before the assistant, which is not to blame for a run that something else spoiled.
RULES: Mapping[str, BlameRule] = {
    "provider_failed": BlameRule("provider", "The provider of a model failed"),
    "setup_missing": BlameRule("provider", "A model is not set up correctly"),
    "engine_failed": BlameRule("engine", "The engine failed"),
    FLAGGED: BlameRule("scenario", "A person has flagged this version of the scenario"),
    UNCLEAR: BlameRule("reader", "A text can’t be read clearly, so the run is undecided"),
    "user_refused": BlameRule("user", "The user rejected an offer that the scenario calls welcome"),
    "user_ignored": BlameRule("user", "The user did not answer a welcome offer"),
    "user_did_forbidden": BlameRule("user", "The user did something that the scenario forbids"),
    "assistant_without_consent": BlameRule("assistant", "The assistant acted without consent"),
    "assistant_not_clean": BlameRule("assistant", "The assistant did more than was wanted"),
    "assistant_not_restrained": BlameRule("assistant", "The assistant made too many unneeded offers"),
    "assistant_not_done": BlameRule("assistant", "The assistant did not carry out the task"),
    "assistant_no_offer": BlameRule("assistant", "The assistant made no offer when an offer was welcome"),
    "assistant_wrong_offer": BlameRule("assistant", "None of the assistant’s offers helps"),
    "assistant_too_late": BlameRule("assistant", "The assistant’s help came too late"),
    "ceiling_reached": BlameRule("undetermined", "The limit on tokens or cost ended the run"),
    "deadline_passed": BlameRule("undetermined", "A time limit ended the run"),
    "no_time_to_answer": BlameRule("undetermined", "The user had no time to answer a welcome offer"),
    "no_time_to_offer": BlameRule("undetermined", "The run was over before the assistant could offer help"),
    "need_never_came": BlameRule("undetermined", "Nothing showed that help was needed"),
    "users_part": BlameRule("undetermined", "The user did not do their part"),
    "goal_without_need": BlameRule("undetermined", "The missed goal belongs to no need"),
    NOTHING_FOUND: BlameRule("undetermined", "No rule applies"),
}
# Rules by the kind of failure that a failed run stores.
_FAILURES = {
    "provider": "provider_failed",
    "setup": "setup_missing",
    "engine": "engine_failed",
    "budget": "ceiling_reached",
    "deadline": "deadline_passed",
}
_ORDER = {name: place for place, name in enumerate(RULES)}


def blame_of(findings: Iterable[BlameFinding]) -> Blame:
    """Return the blame for a run without success: the finding whose rule comes first in `RULES` decides.

    Of several findings for the same rule, the first decides. Without findings, the blame is undetermined.
    """
    nothing = BlameFinding(NOTHING_FOUND, "No finding explains the miss. Step through the run to see what happened.")
    found = min(findings, key=lambda finding: _ORDER[finding.rule], default=nothing)
    return Blame(RULES[found.rule].party, *found)


def failure_finding(kind: str, reason: str) -> BlameFinding:
    """Return the finding for a run that failed before its end; `kind` is a key of `_FAILURES`."""
    return BlameFinding(_FAILURES[kind], reason)


def under_flag(blame: Blame, note: str | None) -> Blame:
    """Return the given blame, unless a flag on the scenario's version ranks above it: then blame the scenario.

    `note` is the text of the flag; None if the version is not flagged.
    """
    if note is None:
        return blame
    return blame_of([BlameFinding(blame.rule, blame.why, blame.moment), BlameFinding(FLAGGED, note)])
