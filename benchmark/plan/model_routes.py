"""Finds and checks the providers and endpoints that a plan sets for the models of a stage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import ValidationError

from benchmark.plan.player_names import PlanRoute, is_player
from benchmark.plan.schema import SweepPlan
from simulator.agents.llm.model_names import wrong_with_provider
from simulator.language_models import ModelRoute
from simulator.plans.plan_file import PlanProblem
from simulator.trace.exchange import Stage
from simulator.words.validation import findings

STAGES: tuple[Stage, ...] = ("observe", "execute", "user")
_OTHER: dict[Stage, Stage] = {"observe": "execute", "execute": "observe"}


def way_of(plan: SweepPlan, stage: Stage) -> PlanRoute:
    """Return the provider and endpoint of a stage.

    If the plan sets neither a model nor a route for observe, the route of execute is used, and vice versa.
    """
    own = PlanRoute(getattr(plan, f"{stage}_provider"), getattr(plan, f"{stage}_endpoint"))
    other = _OTHER.get(stage)
    if other is None or getattr(plan, f"{stage}_model") or any(own):
        return own
    return PlanRoute(getattr(plan, f"{other}_provider"), getattr(plan, f"{other}_endpoint"))


def way_problems(plan: SweepPlan) -> Iterator[PlanProblem]:
    """Yield a problem for each unusable provider or address.

    Addresses may hold secrets, so the problems do not quote them.
    """
    for stage in STAGES:
        if found := wrong_with_provider(getattr(plan, f"{stage}_provider")):
            remedy = "Use the name from litellm, such as hosted_vllm."
            yield PlanProblem(
                f"{stage}_provider", f"This provider can’t be used: {found.removeprefix('its ')}.", remedy
            )
        try:
            # Validates the endpoint alone, by the same rules as a run.
            ModelRoute(provider="any", endpoint=getattr(plan, f"{stage}_endpoint"))
        except ValidationError as error:
            said = findings(error)[0].message
            remedy = "Use an address such as http://127.0.0.1:8000/v1."
            yield PlanProblem(f"{stage}_endpoint", f"This address can’t be used: {said}.", remedy)


def route_problems(plan: SweepPlan, pairs: Iterable[tuple[str, str]]) -> Iterator[PlanProblem]:
    """Yield a problem for each model that has two routes in one run; a run allows only one route per model."""
    observe, execute, user = (way_of(plan, stage) for stage in STAGES)
    told: set[tuple[str, str]] = set()
    for watching, acting in pairs:
        uses: list[tuple[Stage, str, PlanRoute]] = [("observe", watching, observe), ("execute", acting, execute)]
        uses += [("user", name, user) for name in plan.user_model if not is_player(name, "user")]
        first: dict[str, PlanRoute] = {}
        for stage, name, way in uses:
            if stage != "user" and is_player(name):
                continue
            if first.setdefault(name, way) != way and (stage, name) not in told:
                told.add((stage, name))
                yield _two_ways(stage, name, first[name], way)


def _two_ways(stage: Stage, name: str, first: PlanRoute, way: PlanRoute) -> PlanProblem:
    part = "endpoint" if first.endpoint != way.endpoint else "provider"
    problem = f"The model '{name}' has two different routes in one run."
    remedy = "Set the same route for both stages, or add the model under a second alias in PARE_MODELS_FILE."
    return PlanProblem(f"{stage}_{part}", problem, remedy)
