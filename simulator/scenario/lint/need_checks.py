"""Checks that, in a ready file, `not_before` has a reason and `user.goal` says nothing unknown to the owner."""

from __future__ import annotations

import re

from simulator.scenario.lint.scenario_check import START, ScenarioCheck
from simulator.scenario.need_evidence import computed_evidence
from simulator.scenario.problems import Path
from simulator.scenario.schema import Need

# A `because` with fewer words than this is not a reason.
_SHORTEST_REASON = 3
# Phrases about things that the owner does not know, such as "you have not noticed".
_UNKNOWN_TO_OWNER = re.compile(
    r"\b(?:(?:have|has) (?:not|never) (?:yet )?(?:noticed|realised|realized|seen that|found out)"
    r"|haven't (?:yet )?(?:noticed|realised|realized|seen that)|hasn't (?:yet )?(?:noticed|realised|realized)"
    r"|(?:do|does|did) not (?:yet )?(?:know (?:that|yet|of|about)|realise|realize|notice|suspect|see that)"
    r"|(?:don't|doesn't|didn't) (?:yet )?(?:know (?:that|yet|of|about)|realise|realize|notice|suspect)"
    r"|(?:are|is|were|was) (?:not aware|unaware)|no idea that|without (?:knowing|noticing|realising)"
    r"|(?:has|have|had|'ve|you)(?: \w+ly| clean| quite)? (?:forgotten|forgot)"
    r" (?:that|about|to|the|an?|your|his|her|their|it|him|them|what|when|where|which|who|how)"
    r"|(?:slip(?:s|ped)|escap(?:es|ed)) your (?:mind|notice|memory)"
    r"|unknown to you|little do you know)\b",
    re.IGNORECASE,
)


def check_owner_mind(check: ScenarioCheck) -> None:
    """Report sentences in `user.goal` about things that the owner does not know: the simulated user reads them."""
    if check.scenario.status != "ready":
        return
    goal = " ".join(check.scenario.user.goal.split())
    for found in _UNKNOWN_TO_OWNER.finditer(goal):
        text = f"'{found[0]}' tells the owner what the owner does not know; write only wishes, habits and plans"
        check.say(("user", "goal"), text)


def check_need_times(check: ScenarioCheck) -> None:
    """Report `evident_after` in needs with acts, and a `not_before` without effect or without a reason."""
    if check.scenario.status != "ready":
        return
    for index, need in enumerate(check.scenario.needs):
        path: Path = ("needs", index)
        if need.acts and need.evident_after:
            known = _moment(computed_evidence(need, check.story))
            text = f"the need can be known {known}, and the file says {_moment(need.evident_after)}"
            check.say((*path, "evident_after"), f"{text}; delete evident_after, or write not_before with because")
        elif need.acts and need.not_before is not None:
            _check_wait(check, (*path, "not_before"), need)


def _check_wait(check: ScenarioCheck, path: Path, need: Need) -> None:
    assert need.not_before is not None
    computed = computed_evidence(need, check.story)
    later = [label for label in need.not_before.event if label not in computed]
    if not later:
        check.say(path, f"the need can be known {_moment(computed)} anyway; delete not_before")
    elif len(need.not_before.because.split()) < _SHORTEST_REASON:
        text = f"the need can be known {_moment(computed)}, but help is wanted only {_moment(later)}"
        check.say((*path, "because"), f"{text}; write why earlier help is too early, or delete not_before")


def _moment(events: list[str] | tuple[str, ...]) -> str:
    named = [label for label in events if label != START]
    return f"after {' and '.join(named)}" if named else "from the start"
