"""What only administrators may ask for in the browser: it makes the studio's own machine reach out or read a folder."""

from __future__ import annotations

from collections.abc import Iterator

from benchmark.plan.schema import SweepPlan
from simulator.agents.addresses import is_address
from simulator.plans.problems import BadPlan, PlanProblem
from simulator.views.access import User

_ENDPOINTS = ("observe_endpoint", "execute_endpoint", "user_endpoint")
_PLAYERS = ("observe_model", "execute_model", "user_model")
_LISTED = "Ask an administrator to list the model in PARE_MODELS_FILE, or to start the sweep."
_STARTED = "Ask an administrator to start the sweep."


def check_reserved(plan: SweepPlan, user: User) -> None:
    """Raises BadPlan for a plan that names servers or folders, unless its author is an administrator."""
    problems = [] if getattr(user, "is_staff", False) else list(_reserved(plan))
    if problems:
        raise BadPlan(problems)


def _reserved(plan: SweepPlan) -> Iterator[PlanProblem]:
    for field in _ENDPOINTS:
        if getattr(plan, field):
            yield PlanProblem(field, "Only administrators may have the studio ask a server by its address.", _LISTED)
    for field in _PLAYERS:
        if any(map(is_address, getattr(plan, field))):
            yield PlanProblem(field, "Only administrators may let a server play that has an address only.", _STARTED)
    if plan.prompts:
        yield PlanProblem("prompts", "Only administrators may name a folder of the studio’s machine.", _STARTED)
