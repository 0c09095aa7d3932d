"""Goals and conditions: each has one claim, which may be limited to an actor, a need and a time window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from pydantic import Field, model_validator

from simulator.phone import when
from simulator.reading.facts import FactError
from simulator.scenario.base import By, Label, ScenarioModel
from simulator.scenario.formula import FormulaError
from simulator.scenario.goals.evidence import Evidence, Finding, Touch
from simulator.scenario.goals.message_claims import Sent, Told
from simulator.scenario.goals.record_claims import Absent, Changed, Exactly, Exists, Formula, Unchanged
from simulator.scenario.goals.rulings import Ruling
from simulator.scenario.goals.scope import WHO, ClaimWindow, Scope
from simulator.trace.moments import Acted

__all__ = ["Did", "Goal", "Ruling", "clause"]

_CLAIMS = (
    "sent",
    "told",
    "exists",
    "absent",
    "unchanged",
    "changed",
    "exactly",
    "value",
    "did",
    "offer",
    "fired",
    "any_of",
    "all_of",
)


class Did(ScenarioModel):
    """An actor performed an action successfully; `on` is a record that must be among the action's arguments."""

    action: str = Field(description="app.action, such as email.open_email_by_id.")
    on: Label | None = None

    def judge(self, scope: Scope) -> Finding:
        problem = ""
        for act in self._acts(scope):
            problem = scope.why_not_then(act.n, act.at) or ""
            if not problem:
                return Finding(True, "", frozenset(), act.n, act.at)
        on = f" on '{self.on}'" if self.on is not None else ""
        who = "nobody has" if scope.by == "anyone" else f"{WHO[scope.by]} has not"
        return Finding(
            False, f"{self.action}{on} was done, but {problem}" if problem else f"{who} done {self.action}{on}"
        )

    def _acts(self, scope: Scope) -> list[Acted]:
        """Return the successful actions that fit this claim, inside or outside the time window."""
        ledger = scope.evidence.ledger
        acts = ledger.user_acts if scope.by == "user" else ledger.assistant_acts
        if scope.by == "anyone":
            acts = sorted([*ledger.user_acts, *ledger.assistant_acts], key=lambda act: act.n)
        wanted = None if self.on is None else scope.evidence.labels[self.on][1]
        return [
            act
            for act in acts
            if act.error is None
            and f"{act.app}.{act.name}" == self.action
            and (wanted is None or wanted in _flat(act.args.values()))
            # Reads need no offer, so they count whenever they were done.
            and (act.actor == "user" or not act.write or scope.under(act.proposal))
        ]


class Goal(ScenarioModel):
    """One claim about a run, which may be limited to an actor, a need and a time window."""

    say: str = Field("", description="The goal in plain words.")
    need: Label | None = Field(None, alias="for", description="The need that the goal belongs to.")
    by: By = "assistant"
    under: str | None = Field(
        None, description="Label of another need whose offer covers the work; `any` for any offer."
    )
    before: str | None = Field(
        None,
        description="Time or event before which the goal must be met. Name an event of the timeline by its label, and"
        " an offer or its answer by a need's label: LABEL.offer, LABEL.accepted or LABEL.rejected.",
    )
    after: str | None = None

    sent: Sent | None = None
    told: Told | None = None
    exists: Exists | None = None
    absent: Absent | None = None
    unchanged: Unchanged | None = None
    changed: Changed | None = None
    exactly: Exactly | None = None
    value: Formula | None = None
    did: Did | None = None
    offer: Literal["made", "accepted", "rejected"] | None = Field(
        None, description="An offer was made, accepted or rejected."
    )
    fired: Label | None = Field(None, description="This event has happened.")
    any_of: list[Goal] | None = Field(None, description="Goals of which at least one must be met.")
    all_of: list[Goal] | None = None

    @model_validator(mode="after")
    def _one_claim(self) -> Goal:
        if sum(getattr(self, name) is not None for name in _CLAIMS) != 1:
            raise ValueError(f"give a goal exactly one claim: {', '.join(_CLAIMS)}")
        return self

    @property
    def claim(self) -> str:
        return next(name for name in _CLAIMS if getattr(self, name) is not None)

    def parts(self) -> list[Goal]:
        """Return the simple goals inside a compound goal (`any_of`, `all_of`), or a simple goal itself in a list."""
        inner = self.any_of or self.all_of
        if inner is None:
            return [self]
        return [leaf for goal in inner for leaf in self._inherit(goal).parts()]

    def ways(self) -> list[Goal]:
        """Return the goals under `any_of`, with the fields that they inherit from this goal; empty without `any_of`."""
        return [self._inherit(goal) for goal in self.any_of or ()]

    def judge(self, evidence: Evidence) -> Finding:
        if self.any_of is not None:
            return self._judge_any(evidence)
        if self.all_of is not None:
            return _joined([self._inherit(goal).judge(evidence) for goal in self.all_of])
        try:
            return self._judge_one(evidence)
        # Something that the goal names does not exist yet. It may still appear, so this is a miss and not an error.
        except (FormulaError, FactError, when.TimeError) as error:
            return Finding(False, f"it cannot be judged yet: {clause(str(error))}")

    def _judge_one(self, evidence: Evidence) -> Finding:
        after = None if self.after is None else evidence.anchor(self.after)
        if self.after is not None and after is None:
            return Finding(False, f"'{self.after}' has not come yet")
        before = None if self.before is None else evidence.anchor(self.before)
        window = ClaimWindow(after, before)
        scope = Scope(evidence, self.by, self._counted_need, window, self.after or "", self.before or "")
        if self.offer is not None:
            return _judge_offer(self.offer, scope)
        if self.fired is not None:
            return _judge_fired(self.fired, scope)
        finding: Finding = getattr(self, self.claim).judge(scope)
        return finding

    @property
    def _counted_need(self) -> str | None:
        """Return the need whose offers cover the assistant's work; None if work under any offer counts."""
        if self.under is not None:
            return None if self.under == "any" else self.under
        # A record that must stay unchanged must not be changed under any offer.
        return None if self.unchanged is not None else self.need

    def _judge_any(self, evidence: Evidence) -> Finding:
        """Return the finding of an inner goal that is met. If no inner goal is met, return a finding with all reasons.

        Of several met goals, prefer goals without doubt, then the goal that accounts for the most work.
        """
        findings = [way.judge(evidence) for way in self.ways()]
        met = [finding for finding in findings if finding.ok]
        if met:
            # The goal that accounts for most work leaves the least work unexplained.
            return max(met, key=lambda finding: (not finding.doubt, len(finding.covers)))
        misses = [finding.miss for finding in findings]
        if len(misses) == 1:
            return findings[0]
        return Finding(False, f"none of the {len(misses)} ways is met: {'; or '.join(misses)}")

    def _inherit(self, goal: Goal) -> Goal:
        """Return an inner goal with the outer goal's need, time window and actor, unless the inner goal has its own."""
        outer: dict[str, Any] = {
            "need": self.need,
            "under": self.under,
            "before": self.before,
            "after": self.after,
            "by": self.by,
        }
        # A field is the inner goal's own if the file gives it, even with the default value.
        given = {name: value for name, value in outer.items() if name not in goal.model_fields_set}
        return goal.model_copy(update=given)


def _judge_offer(what: str, scope: Scope) -> Finding:
    problem = ""
    for offer in scope.evidence.ledger.offers.values():
        if scope.need is not None and scope.need not in offer.needs:
            continue
        moment, at = offer.moment, offer.at
        if what != "made":
            if offer.answered_in is None or offer.accepted != (what == "accepted"):
                continue
            moment, at = offer.answered_in, offer.proposal.answered_at or offer.at
        problem = scope.why_not_then(moment, at) or ""
        if not problem:
            return Finding(True, "", frozenset(), moment, at)
    about = f" for '{scope.need}'" if scope.need is not None else ""
    return Finding(False, f"an offer{about} was {what}, but {problem}" if problem else f"no offer{about} was {what}")


def _judge_fired(label: str, scope: Scope) -> Finding:
    fired = scope.evidence.ledger.fired.get(label)
    if fired is None or not fired.ok:
        return Finding(False, f"'{label}' has not happened")
    problem = scope.why_not_then(fired.moment, fired.at)
    if problem is not None:
        return Finding(False, f"'{label}' has happened, but {problem}")
    return Finding(True, "", frozenset(), fired.moment, fired.at)


def _joined(findings: list[Finding]) -> Finding:
    for finding in findings:
        if not finding.ok:
            return finding
    if not findings:
        return Finding(False, "nothing is asked for")
    covers = frozenset[Touch]().union(*(finding.covers for finding in findings))
    doubt = "; ".join(dict.fromkeys(finding.doubt for finding in findings if finding.doubt))
    return Finding(True, "", covers, max(f.moment for f in findings), max(f.at for f in findings), doubt)


def clause(sentence: str) -> str:
    """Return a sentence with a lowercase first letter and without a full stop, for use inside another sentence."""
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def _flat(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, list | tuple):
            yield from _flat(value)
        else:
            yield value
