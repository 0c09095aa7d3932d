"""The current blame of a run: by the rules, by a flag on its scenario, or by a person who overruled both."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Case, F, Q, Value, When

from simulator.agents.human import HUMAN
from simulator.blame.rules import NOTHING_FOUND, PARTIES, RULES, Blame, Party, blame_of, failure_finding, under_flag
from simulator.models.episode import Episode, Failure, State

_MISSED = Q(state=State.FINISHED, success=False)
_OUTSIDE = (Failure.PROVIDER, Failure.SETUP)
_LIMITS = (Failure.BUDGET, Failure.DEADLINE)
# The party of `current_blame` as a database expression, to filter runs by it; empty if nobody is to blame.
# The first match counts: a person's ruling, a failure of a provider or of the engine, a flag, the stored blame.
BLAMED_ON = Case(
    When(~(_MISSED | Q(state=State.FAILED)), then=Value("")),
    When(~Q(overruled_fault=""), then=F("overruled_fault")),
    When(Q(state=State.FAILED, failure__in=_OUTSIDE), then=Value("provider")),
    When(Q(state=State.FAILED) & ~Q(failure__in=_LIMITS), then=Value("engine")),
    When(version__flagged_at__isnull=False, then=Value("scenario")),
    When(fault="", then=Value("undetermined")),
    default=F("fault"),
)


class CurrentBlame(NamedTuple):
    """The blame by the rules or by a flag on the scenario, and the party that a person blamed instead, if any."""

    blame: Blame
    overruled: Party | None
    is_person: bool = False
    """True if a person played the user, so that the user is no simulator."""

    @property
    def party(self) -> Party:
        return self.overruled or self.blame.party

    @property
    def word(self) -> str:
        return self._word_for(self.party)

    @property
    def by_the_rules(self) -> str:
        return self._word_for(self.blame.party)

    def _word_for(self, party: Party) -> str:
        return "User" if party == "user" and self.is_person else PARTIES[party]

    @property
    def says(self) -> str:
        """Return the rule that decided, in words, such as “The user did not answer a welcome offer”."""
        return RULES[self.blame.rule].says


def current_blame(row: Episode) -> CurrentBlame | None:
    """Return the blame for a run; None if it succeeded, was stopped, is not over or has finished without an outcome."""
    blame = _of_the_run(row)
    if blame is None:
        return None
    flag = row.version.flag_note if row.version.flagged_at is not None else None
    overruled = next((party for party in PARTIES if party == row.overruled_fault), None)
    return CurrentBlame(under_flag(blame, flag), overruled, row.user_player == HUMAN)


def _of_the_run(row: Episode) -> Blame | None:
    if row.state == State.FAILED:
        return blame_of([failure_finding(row.failure or Failure.ENGINE, row.reason)])
    if row.state != State.FINISHED or row.success is not False:
        return None
    party = next((party for party in PARTIES if party == row.fault), None)
    if party is None or row.fault_rule not in RULES:
        return Blame("undetermined", NOTHING_FOUND, "When this run was played, PARE Studio did not record blame yet.")
    return Blame(party, row.fault_rule, row.fault_why, row.fault_moment)
