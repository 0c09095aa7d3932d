"""Keyed randomness: the same key gives the same chance, on every machine and in every order."""

from __future__ import annotations

from simulator.phone.keyed_random import keyed


def test_the_same_key_gives_the_same_numbers() -> None:
    assert [keyed(1, "noise", 2).random() for _ in range(3)] == [keyed(1, "noise", 2).random()] * 3


def test_seed_purpose_and_index_each_matter() -> None:
    keys: list[tuple[int, str, int | str]] = [
        (1, "noise", 2),
        (2, "noise", 2),
        (1, "other", 2),
        (1, "noise", 3),
        (1, "noise", "x"),
    ]
    assert len({keyed(*key).random() for key in keys}) == len(keys)


def test_drawing_from_one_key_leaves_the_others_alone() -> None:
    untouched = keyed(1, "noise", 1).random()
    for index in range(5):
        keyed(1, "noise", index).random()
    assert keyed(1, "noise", 1).random() == untouched


def test_a_draw_is_the_same_on_every_machine() -> None:
    assert keyed(7, "noise", 0).randrange(10**6) == 178115
