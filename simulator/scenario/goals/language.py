"""Goals, conditions and rulings: the claims of the language with who, when and under which need."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from simulator.scenario.base import By, Label, Part
from simulator.scenario.goals.evidence import Evidence, Finding, Message, Touch
from simulator.scenario.goals.records import Absent, Changed, Exactly, Exists, Formula, Unchanged, Where
from simulator.scenario.goals.scope import Scope, Window
from simulator.scenario.goals.sending import Sent, Told
from simulator.trace.ledger import Effect

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


class Did(Part):
    """Someone did an action, with success; `on` names a record among its arguments."""

    action: str = Field(description="app.action, such as email.open_email_by_id.")
    on: Label | None = None

    def judge(self, scope: Scope) -> Finding:
        ledger = scope.evidence.ledger
        acts = ledger.user_acts if scope.by == "user" else ledger.assistant_acts
        if scope.by == "anyone":
            acts = sorted([*ledger.user_acts, *ledger.assistant_acts], key=lambda act: act.n)
        wanted = None if self.on is None else scope.evidence.labels[self.on][1]
        for act in acts:
            fits = act.error is None and f"{act.app}.{act.name}" == self.action and scope.window.holds(act.n, act.at)
            if fits and (wanted is None or wanted in act.args.values()):
                return Finding(True, "", frozenset(), act.n, act.at)
        return Finding(False, f"{scope.by} has not done {self.action}")


class Goal(Part):
    """One claim, with whose work counts, for which need, and in which order."""

    say: str = Field("", description="The goal in plain words.")
    need: Label | None = Field(None, alias="for", description="The need it belongs to.")
    by: By = "assistant"
    under: str | None = Field(
        None, description="Label of another need whose offer covers the work; `any` for any offer."
    )
    before: str | None = Field(None, description="An event, a time, or need.offer, need.accepted, need.rejected.")
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
    offer: Literal["made", "accepted", "rejected"] | None = Field(None, description="An offer was made or answered so.")
    fired: Label | None = Field(None, description="This event has happened.")
    any_of: list[Goal] | None = None
    all_of: list[Goal] | None = None

    @model_validator(mode="after")
    def _one_claim(self) -> Goal:
        if sum(getattr(self, name) is not None for name in _CLAIMS) != 1:
            raise ValueError(f"a goal makes exactly one claim: {', '.join(_CLAIMS)}")
        return self

    @property
    def claim(self) -> str:
        return next(name for name in _CLAIMS if getattr(self, name) is not None)

    def parts(self) -> list[Goal]:
        """The goals inside a compound one, otherwise itself."""
        inner = self.any_of or self.all_of
        if inner is None:
            return [self]
        return [leaf for goal in inner for leaf in self._inherit(goal).parts()]

    def judge(self, evidence: Evidence) -> Finding:
        if self.any_of is not None:
            return self._judge_any(evidence)
        if self.all_of is not None:
            return _joined([self._inherit(goal).judge(evidence) for goal in self.all_of])
        after = None if self.after is None else evidence.anchor(self.after)
        if self.after is not None and after is None:
            return Finding(False, f"'{self.after}' has not come yet")
        before = None if self.before is None else evidence.anchor(self.before)
        need = self.need if self.under is None else (None if self.under == "any" else self.under)
        scope = Scope(evidence, self.by, need, Window(after, before))
        if self.offer is not None:
            return _judge_offer(self.offer, scope)
        if self.fired is not None:
            fired = evidence.ledger.fired.get(self.fired)
            return (
                Finding(True, "", frozenset(), fired.moment, fired.at)
                if fired
                else Finding(False, f"'{self.fired}' has not happened")
            )
        finding: Finding = getattr(self, self.claim).judge(scope)
        return finding

    def _judge_any(self, evidence: Evidence) -> Finding:
        misses = []
        for goal in self.any_of or []:
            finding = self._inherit(goal).judge(evidence)
            if finding.ok:
                return finding
            misses.append(finding.miss)
        return Finding(False, f"none of {len(misses)} ways is met: {'; '.join(misses)}")

    def _inherit(self, goal: Goal) -> Goal:
        """Inner goals take need, order and actor from the outer one unless they say otherwise."""
        outer: dict[str, Any] = {
            "need": self.need,
            "under": self.under,
            "before": self.before,
            "after": self.after,
            "by": self.by,
        }
        given = {name: value for name, value in outer.items() if name not in goal.model_fields_set}
        return goal.model_copy(update=given)


class Ruling(Part):
    """Something the assistant may or must not leave behind: a kind of change to some records, or a message."""

    say: str = ""
    sent: Sent | None = None
    records: Where | None = None
    made: bool = False
    changed: list[str] | bool = False
    deleted: bool = False

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: Any) -> Any:
        """`in`, `record` and `where` may stand beside `changed` and the others."""
        if isinstance(data, dict) and "records" not in data:
            pointing = {key: data[key] for key in ("in", "record", "where") if key in data}
            if pointing:
                return {**{k: v for k, v in data.items() if k not in pointing}, "records": pointing}
        return data

    @model_validator(mode="after")
    def _says_something(self) -> Ruling:
        if (self.sent is None) == (self.records is None):
            raise ValueError("speak of either sent or records (in, record, where)")
        if self.records is not None and not (self.made or self.changed or self.deleted):
            raise ValueError("say what is done to the records: made, changed or deleted")
        return self

    def covers(self, touch: Touch, effect: Effect, evidence: Evidence) -> bool:
        """Whether this change is of the kind that the ruling speaks of."""
        if self.records is None or effect.table != self.records.table(evidence):
            return False
        record = effect.new if touch[2] == "+" else effect.old
        if record is None or not self.records.chosen(record, evidence):
            return False
        if touch[2] == "+":
            return self.made
        if touch[2] == "-" or not evidence.present(effect.table, effect.id):
            return self.deleted
        return self.changed is True or (isinstance(self.changed, list) and touch[2] in self.changed)

    def allows(self, message: Message, evidence: Evidence) -> bool:
        return self.sent is not None and self.sent.problem(message, evidence) is None

    def forbids(self, message: Message, evidence: Evidence) -> bool:
        if self.sent is None or not self.sent.reaches(message, evidence):
            return False
        if self.sent.app and message.app not in self.sent.app:
            return False
        text = f"{message.sent.subject}\n{message.sent.text}"
        return self.sent.mentions.miss(text, message.effect.at, evidence) is None


def _judge_offer(what: str, scope: Scope) -> Finding:
    for offer in scope.evidence.ledger.offers.values():
        if scope.need is not None and scope.need not in offer.needs:
            continue
        answered = offer.answered_in is not None
        if what == "made":
            return Finding(True, "", frozenset(), offer.moment, offer.at)
        if answered and offer.accepted == (what == "accepted"):
            return Finding(True, "", frozenset(), offer.answered_in or 0, offer.proposal.answered_at or offer.at)
    return Finding(False, f"no offer was {what}")


def _joined(findings: list[Finding]) -> Finding:
    for finding in findings:
        if not finding.ok:
            return finding
    covers = frozenset[Touch]().union(*(finding.covers for finding in findings))
    return Finding(True, "", covers, max(f.moment for f in findings), max(f.at for f in findings))
