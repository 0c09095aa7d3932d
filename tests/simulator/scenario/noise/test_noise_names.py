"""Names of the people in noise."""

from __future__ import annotations

import pytest

from simulator.scenario.noise.noise_schedule import name_for


@pytest.mark.parametrize(
    "name", ["Mara Lindqvist", "Zoë O'Neil", "Anne-Marie Duval", "J. R. Ortiz", "王小明", "सीमा राव"]
)
def test_a_name_is_kept(name: str) -> None:
    assert name_for(name) == name


def test_blanks_around_and_within_a_name_are_tidied() -> None:
    assert name_for("  Mara \n Lindqvist ") == "Mara Lindqvist"


@pytest.mark.parametrize("who", ["+4586134211", "user_12", "6d5fe68e90a5", "mara@lind.example", "-", " ", "a/b:c"])
def test_an_id_gets_a_name_of_two_words(who: str) -> None:
    name = name_for(who)
    assert who not in name or who == " "
    assert [word.isalpha() and word.istitle() for word in name.split()] == [True, True]


def test_an_id_gets_the_same_name_whenever_it_comes_up() -> None:
    assert name_for("+4586134211") == name_for("+4586134211")


def test_many_ids_get_many_names() -> None:
    names = {name_for(f"+{number}") for number in range(200)}
    assert len(names) > 150
