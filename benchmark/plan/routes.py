"""By which way the models of each stage are reached, where a plan says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import ValidationError

from benchmark.plan.names import Way, is_player
from benchmark.plan.schema import SweepPlan
from simulator.agents.llm.model_names import wrong_with_provider
from simulator.language_models import ModelRoute
from simulator.plans.problems import PlanProblem
from simulator.trace.exchange import Stage

STAGES: tuple[Stage, ...] = ("observe", "execute", "user")
_OTHER: dict[Stage, Stage] = {"observe": "execute", "execute": "observe"}


def way_of(plan: SweepPlan, stage: Stage) -> Way:
    """What the plan says for the stage; a stage without a list of its own goes the way of the other."""
    own = Way(getattr(plan, f"{stage}_provider"), getattr(plan, f"{stage}_endpoint"))
    other = _OTHER.get(stage)
    if other is None or getattr(plan, f"{stage}_model") or any(own):
        return own
    return Way(getattr(plan, f"{other}_provider"), getattr(plan, f"{other}_endpoint"))


def way_problems(plan: SweepPlan) -> Iterator[PlanProblem]:
    """Yield a problem for each unusable provider or address. Addresses may hold secrets, so they are not repeated."""
    for stage in STAGES:
        if found := wrong_with_provider(getattr(plan, f"{stage}_provider")):
            remedy = "Use the name from litellm, such as hosted_vllm."
            yield PlanProblem(
                f"{stage}_provider", f"This provider cannot be used: {found.removeprefix('its ')}.", remedy
            )
        try:
            ModelRoute(provider="any", endpoint=getattr(plan, f"{stage}_endpoint"))
        except ValidationError as error:
            said = error.errors()[0]["msg"].removeprefix("Value error, ")
            remedy = "Write one such as http://127.0.0.1:8000/v1."
            yield PlanProblem(f"{stage}_endpoint", f"This address cannot be used: {said}.", remedy)


def route_problems(plan: SweepPlan, pairs: Iterable[tuple[str, str]]) -> Iterator[PlanProblem]:
    """An episode reaches each of its models by one way only."""
    observe, execute, user = (way_of(plan, stage) for stage in STAGES)
    told: set[tuple[str, str]] = set()
    for watching, acting in pairs:
        uses: list[tuple[Stage, str, Way]] = [("observe", watching, observe), ("execute", acting, execute)]
        uses += [("user", name, user) for name in plan.user_model if not is_player(name, "user")]
        first: dict[str, Way] = {}
        for stage, name, way in uses:
            if stage != "user" and is_player(name):
                continue
            if first.setdefault(name, way) != way and (stage, name) not in told:
                told.add((stage, name))
                yield _two_ways(stage, name, first[name], way)


def _two_ways(stage: Stage, name: str, first: Way, way: Way) -> PlanProblem:
    part = "endpoint" if first.endpoint != way.endpoint else "provider"
    problem = f"The model '{name}' would be reached by two ways in one episode."
    remedy = "Give both stages the same, or list the model under a second alias in PARE_MODELS_FILE."
    return PlanProblem(f"{stage}_{part}", problem, remedy)
