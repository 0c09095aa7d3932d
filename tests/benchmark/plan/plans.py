"""Plans for tests: small ones by hand, and all kinds of them by chance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from benchmark.plan.plan_file import plan_of
from benchmark.plan.scenario_selection import ScenarioRef
from benchmark.plan.schema import BASELINES, SweepPlan
from simulator.plans.plan_file import BadPlan, PlanProblem

MODELS = ("gpt-5", "gpt-5-mini", "claude-4.5-haiku", "hosted_vllm/qwen3")
PLAYERS = ("oracle", "silent", "eager", "random", "parrot", "http://127.0.0.1:8765/")
USERS = ("scripted", "gpt-5-mini", "http://127.0.0.1:8766/")


def ref(slug: str, **more: Any) -> ScenarioRef:
    return ScenarioRef(**{"slug": slug, "hash": f"hash of {slug}", **more})


def plan(**values: Any) -> SweepPlan:
    return plan_of({"split": "all", **values})


def refused(**values: Any) -> list[PlanProblem]:
    """What is wrong with these values; a split is given unless scenarios are chosen otherwise."""
    chosen = {} if {"split", "scenarios", "filter"} & values.keys() else {"split": "all"}
    with pytest.raises(BadPlan) as caught:
        plan_of({**chosen, **values})
    return list(caught.value.problems)


def write_file(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


printable = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=20)
names = printable.filter(lambda text: "," not in text)
slugs = st.from_regex(r"[a-z][a-z0-9_]{0,20}", fullmatch=True)
seeds = st.integers(-(2**63), 2**63 - 1)


def some(values: SearchStrategy[Any], least: int = 0) -> SearchStrategy[list[Any]]:
    return st.lists(values, min_size=least, max_size=4)


@st.composite
def chosen_scenarios(draw: DrawFn) -> dict[str, Any]:
    filters = st.fixed_dictionaries(
        {}, optional={"apps": some(names), "tags": some(names), "difficulties": some(st.integers(1, 5))}
    )
    one = st.one_of(
        st.builds(lambda value: {"split": value}, names.map(str.strip).filter(bool)),
        st.builds(lambda value: {"scenarios": value}, some(slugs, 1)),
        st.builds(lambda value: {"filter": value}, filters),
    )
    return draw(one)


@st.composite
def who_plays(draw: DrawFn) -> dict[str, Any]:
    models, players = st.sampled_from(MODELS), st.sampled_from(PLAYERS)
    zipped = draw(st.booleans())
    if zipped:
        pairs = draw(some(st.one_of(st.tuples(models, models), players.map(lambda name: (name, name)))))
        lists = {"observe_model": [one for one, _ in pairs], "execute_model": [other for _, other in pairs]}
    else:
        both = draw(some(players))
        lists = {"observe_model": [*draw(some(models, 1)), *both], "execute_model": [*both, *draw(some(models, 1))]}
    return lists | {"pairing": "zipped" if zipped else "crossed", "user_model": draw(some(st.sampled_from(USERS), 1))}


WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30).filter(lambda text: bool(text.strip()))


def settings() -> SearchStrategy[dict[str, Any]]:
    options: dict[str, SearchStrategy[Any]] = {
        "user_style": st.sampled_from(["strict", "lenient"]),
        "failing_writes": st.lists(st.integers(0, 9999), max_size=4),
        "max_cost": st.one_of(st.none(), st.floats(0.001, 1000)),
        "env_events_weights": st.just({"email": 2.5}),
        "tool_descriptions": WORDS.map(lambda text: {"Emails__send_email": text}),
        "noise_content": st.just("ab" * 32),
    }
    return st.fixed_dictionaries({}, optional=options)


OPTIONAL: dict[str, SearchStrategy[Any]] = {
    "experiment_name": st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_+.-]{0,30}", fullmatch=True),
    "limit": st.integers(1, 1_000_000),
    "noise": st.sampled_from(["separate", "crossed"]),
    "env_events_seed": seeds,
    "prompts": printable,
    "max_turns": st.integers(1, 10_000),
    "observe_max_iterations": st.integers(1, 1000),
    "execute_endpoint": printable,
    "user_provider": printable,
    "max_cost": st.floats(0.001, 1_000_000),
    "max_concurrent": st.integers(1, 100_000),
    "timeout": st.floats(0.001, 604_800),
    "cache": st.booleans(),
    "priority": st.sampled_from(["low", "normal", "high"]),
    "set": settings(),
}


@st.composite
def plans(draw: DrawFn) -> SweepPlan:
    """Every key may be anything that it may be."""
    who = draw(who_plays())
    least = 0 if who["observe_model"] else 1
    always = {
        "baselines": st.lists(st.sampled_from(BASELINES), min_size=least, unique=True),
        "tool_failure_probability": some(st.floats(0, 1), 1),
        "env_events_per_min": some(st.floats(0, 600), 1),
        "seeds": some(seeds, 1),
        "runs": st.integers(1, 100),
    }
    values = draw(st.fixed_dictionaries(always, optional=OPTIONAL))
    return plan_of({**draw(chosen_scenarios()), **who, **values})
