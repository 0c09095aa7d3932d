"""Which scenarios a plan means, from files or from a list of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.plan.scenario_selection import ref_of, select
from benchmark.plan.schema import SweepPlan
from simulator.plans.plan_file import BadPlan, PlanProblem
from simulator.scenario.library import Library
from simulator.scenario.splits import Splits
from tests.benchmark.plan.plans import ref, write_file

KNOWN = [
    ref("cab", apps=("cab", "email"), category="transport", difficulty="1", tags=("short",), wants_silence=True),
    ref("bread", apps=("shopping",), category="transport", difficulty="3", tags=("short", "odd")),
    ref("apples", apps=("shopping", "email"), category="transport", difficulty="2", tags=()),
]
EMPTY = Splits([])


def chosen(splits: Splits = EMPTY, **values: Any) -> list[str]:
    return [one.slug for one in select(SweepPlan(**values), KNOWN, splits)]


def problems(splits: Splits = EMPTY, **values: Any) -> list[PlanProblem]:
    with pytest.raises(BadPlan) as caught:
        select(SweepPlan(**values), KNOWN, splits)
    return list(caught.value.problems)


@pytest.mark.parametrize(
    ("values", "slugs"),
    [
        ({"split": "all"}, ["apples", "bread", "cab"]),
        ({"filter": {}}, ["apples", "bread", "cab"]),
        ({"filter": {}, "limit": 2}, ["apples", "bread"]),
        ({"scenarios": ["cab", "apples", "cab"]}, ["cab", "apples"]),
        ({"scenarios": "cab,apples", "limit": 1}, ["cab"]),
        ({"filter": {"apps": "email"}}, ["apples", "cab"]),
        ({"filter": {"apps": ["email", "shopping"]}}, ["apples"]),
        ({"filter": {"tags": ["short", "odd"]}}, ["bread"]),
        ({"filter": {"difficulties": [1, 2]}}, ["apples", "cab"]),
        ({"filter": {"difficulties": [1, 2], "apps": "cab"}}, ["cab"]),
        ({"filter": {"categories": "transport", "tags": "short"}}, ["bread", "cab"]),
    ],
)
def test_scenarios_are_chosen(values: dict[str, Any], slugs: list[str]) -> None:
    assert chosen(**values) == slugs


def test_a_split_keeps_its_order(tmp_path: Path) -> None:
    write_file(tmp_path, "mine.txt", "cab\n# no\nbread  # yes\napples\n")
    assert chosen(Splits([tmp_path]), split="mine") == ["cab", "bread", "apples"]
    assert chosen(Splits([tmp_path]), split="mine", limit=2) == ["cab", "bread"]


def test_a_file_called_all_counts(tmp_path: Path) -> None:
    write_file(tmp_path, "all.txt", "cab\n")
    assert chosen(Splits([tmp_path]), split="all") == ["cab"]


@pytest.mark.parametrize(
    ("values", "field", "words", "remedy"),
    [
        (
            {"scenarios": "caab"},
            "scenarios",
            "There is no scenario 'caab' (did you mean 'cab'?)",
            "3 ids are known, such as",
        ),
        ({"split": "ful"}, "split", "There is no split 'ful'", "Splits are: all"),
        (
            {"filter": {"apps": "emial"}},
            "filter",
            "There is no app 'emial' (did you mean 'email'?)",
            "Known values: email",
        ),
        (
            {"filter": {"categories": "transprt"}},
            "filter",
            "There is no category 'transprt' (did you mean 'transport'?)",
            "Known values: transport",
        ),
        (
            {"filter": {"tags": "shrt"}},
            "filter",
            "There is no tag 'shrt' (did you mean 'short'?)",
            "Known values: short, odd",
        ),
        ({"filter": {"apps": "cab", "tags": "odd"}}, "filter", "No scenarios match", "Remove some"),
        ({}, "scenarios", "No scenarios are selected.", "such as split: all"),
        ({"split": "all", "filter": {}}, "filter", "by split and filter at once", "Keep one"),
    ],
)
def test_what_there_is_not_is_refused(values: dict[str, Any], field: str, words: str, remedy: str) -> None:
    (problem,) = problems(**values)
    assert problem.field == field
    assert words in problem.problem
    assert remedy in problem.remedy


def test_every_unknown_scenario_is_told_up_to_a_number() -> None:
    found = problems(scenarios=[f"x{number}" for number in range(13)])
    assert len(found) == 11
    assert found[-1].problem == "3 more ids are unknown."


def test_a_split_with_faults_is_refused_with_its_file(tmp_path: Path) -> None:
    write_file(tmp_path, "mine.txt", "cab\nnobody\n")
    write_file(tmp_path, "empty.txt", "# nothing\n")
    (problem,) = problems(Splits([tmp_path]), split="mine")
    assert problem.field == "split"
    assert "mine.txt" in problem.problem
    assert "nobody" in problem.problem
    (problem,) = problems(Splits([tmp_path]), split="empty")
    assert problem.problem == "The split 'empty' is empty."


def test_without_any_scenario_there_is_nothing_to_choose() -> None:
    with pytest.raises(BadPlan, match="There are no scenarios"):
        select(SweepPlan(split="all"), [], EMPTY)


def test_files_and_rows_choose_alike() -> None:
    library = Library.standard()
    known = [ref_of(story) for story in library.stories()]
    assert [one.slug for one in known] == [story.id for story in library.stories()]
    wanted = SweepPlan(filter={"apps": ["email"], "difficulties": [1, 2]})
    by_library = library.filter(apps="email", difficulty=[1, 2])
    assert [one.slug for one in select(wanted, known, library.splits)] == [story.id for story in by_library]
    assert {one.slug for one in known if one.wants_silence} == {
        story.id for story in library.stories() if story.scenario.silent
    }
    full = select(SweepPlan(split="full"), known, library.splits)
    assert [one.slug for one in full] == list(library.splits.get("full", library.ids()).ids)


@given(st.permutations(KNOWN), st.integers(1, 5))
def test_the_order_in_which_scenarios_are_known_does_not_matter(known: list[Any], limit: int) -> None:
    plan = SweepPlan(filter={"apps": ["email"]}, limit=limit)
    assert select(plan, known, EMPTY) == select(plan, KNOWN, EMPTY)
