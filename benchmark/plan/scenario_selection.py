"""Selects the scenarios of a plan by split, list or filter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from benchmark.plan.schema import ALL, SELECTIONS, Filter, SweepPlan
from simulator.phone.registry import all_apps
from simulator.plans.plan_file import BadPlan, PlanProblem
from simulator.scenario.load import ScenarioError
from simulator.scenario.problems import close_to, listed
from simulator.scenario.schema import CATEGORIES
from simulator.scenario.splits import Splits, UnknownSplit
from simulator.scenario.story import Story
from simulator.words.english import spoken

# Name at most this many unknown ids: a list of ids for another corpus would fill pages.
_MOST_NAMED = 10


class ScenarioRef(msgspec.Struct, frozen=True, kw_only=True):
    """The facts about a scenario that a plan needs."""

    slug: str
    hash: str
    title: str = ""
    apps: tuple[str, ...] = ()
    category: str = ""
    difficulty: str = ""
    """The rating from 1 to 5, as text."""
    tags: tuple[str, ...] = ()
    wants_silence: bool = False


def ref_of(story: Story) -> ScenarioRef:
    scenario = story.scenario
    return ScenarioRef(
        slug=story.id,
        hash=story.hash,
        title=scenario.title,
        apps=tuple(scenario.apps),
        category=scenario.category,
        difficulty=str(scenario.difficulty.rating),
        tags=tuple(scenario.tags),
        wants_silence=scenario.silent,
    )


def select(plan: SweepPlan, known: Sequence[ScenarioRef], splits: Splits) -> tuple[ScenarioRef, ...]:
    """Return the selected scenarios, at most `limit`, in the order of the split or list, or by id. Raises BadPlan."""
    refuse(selection_problems(plan))
    by_slug = {ref.slug: ref for ref in known}
    if plan.split is not None:
        slugs = _in_split(plan.split, sorted(by_slug), splits)
    elif plan.scenarios:
        refuse(_unknown(plan.scenarios, by_slug))
        slugs = list(plan.scenarios)
    else:
        slugs = _filtered(plan.filter or Filter(), known)
    return tuple(by_slug[slug] for slug in slugs[: plan.limit])


def selection_problems(plan: SweepPlan) -> Iterator[PlanProblem]:
    """Yield a problem unless the plan has exactly one of split, scenarios and filter."""
    given = [name for name, used in zip(SELECTIONS, _used(plan), strict=True) if used]
    if not given:
        remedy = f"Set {spoken(SELECTIONS, 'or')}, such as split: {ALL}"
        yield PlanProblem("scenarios", "No scenarios are selected.", remedy)
    for name in given[1:]:
        yield PlanProblem(name, f"Scenarios are selected by {spoken(given)} at once.", "Keep one of them.")


def refuse(problems: Iterable[PlanProblem]) -> None:
    if found := list(problems):
        raise BadPlan(found)


def _used(plan: SweepPlan) -> tuple[bool, bool, bool]:
    return plan.split is not None, bool(plan.scenarios), plan.filter is not None


def _in_split(name: str, known: Sequence[str], splits: Splits) -> list[str]:
    if name == ALL and ALL not in splits.names():
        if not known:
            raise BadPlan([PlanProblem("split", "There are no scenarios.", "Check PARE_SCENARIOS_DIR.")])
        return list(known)
    try:
        slugs = list(splits.get(name, known).ids)
    except UnknownSplit:
        names = [*splits.names(), ALL]
        problem = f"There is no split '{name}'{close_to(name, names)}."
        raise BadPlan([PlanProblem("split", problem, f"Splits are: {listed(names, name)}.")]) from None
    except ScenarioError as error:
        faults = (PlanProblem("split", str(fault), "Fix the file of the split.") for fault in error.faults)
        raise BadPlan(faults) from None
    if not slugs:
        remedy = "Choose another split, or add ids to this one."
        raise BadPlan([PlanProblem("split", f"The split '{name}' is empty.", remedy)])
    return slugs


def _unknown(slugs: Sequence[str], known: Iterable[str]) -> Iterator[PlanProblem]:
    known = list(known)
    there = f"{len(known)} ids are known, such as {listed(sorted(known)[:5])}" if known else "no ids are known"
    missing = [slug for slug in slugs if slug not in known]
    for slug in missing[:_MOST_NAMED]:
        remedy = f"Correct the id; {there}. `pare scenarios list` shows all."
        yield PlanProblem("scenarios", f"There is no scenario '{slug}'{close_to(slug, known)}.", remedy)
    if len(missing) > _MOST_NAMED:
        problem = f"{len(missing) - _MOST_NAMED} more ids are unknown."
        yield PlanProblem("scenarios", problem, "Correct these ids too.")


def _filtered(wanted: Filter, known: Sequence[ScenarioRef]) -> list[str]:
    refuse(_unknown_values(wanted, known))
    ratings = {str(rating) for rating in wanted.difficulties}
    slugs = sorted(
        ref.slug
        for ref in known
        if set(wanted.apps) <= set(ref.apps)
        and set(wanted.tags) <= set(ref.tags)
        and (not wanted.categories or ref.category in wanted.categories)
        and (not ratings or ref.difficulty in ratings)
    )
    if not slugs:
        raise BadPlan([PlanProblem("filter", "No scenarios match the filter.", "Remove some values from the filter.")])
    return slugs


def _unknown_values(wanted: Filter, known: Sequence[ScenarioRef]) -> Iterator[PlanProblem]:
    """Yield a problem for each unknown app, category or tag.

    A known app or category is allowed even if no scenario has it.
    """
    # System apps such as home and the assistant are on every phone, so they cannot be filtered by.
    apps = [name for name, app in all_apps().items() if not app.system]
    tags = sorted({tag for ref in known for tag in ref.tags})
    asked = (("app", wanted.apps, apps), ("category", wanted.categories, CATEGORIES), ("tag", wanted.tags, tags))
    for kind, names, there in asked:
        for name in names:
            if name not in there:
                problem = f"There is no {kind} '{name}'{close_to(name, there)}."
                yield PlanProblem("filter", problem, f"Known values: {listed(there, name)}.")
