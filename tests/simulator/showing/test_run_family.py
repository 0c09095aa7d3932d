"""The family of a run as a tree: from the first run on, each with what differs from its parent."""

from __future__ import annotations

from typing import Any

from simulator.showing.run_family import FamilyNode, Relative, family_tree


def relative(pk: int, parent: int | None = None, step: int | None = None, **config: Any) -> Relative:
    return Relative(pk, parent, step, {"user": "scripted", "assistant": "oracle", "seed": 0, **config}, "", "", "")


def tree(*relatives: Relative, current: int, private: bool = True, **children: int) -> FamilyNode:
    counts = {int(name[1:]): count for name, count in children.items()}
    return family_tree(relatives[0].pk, current, {one.pk: one for one in relatives}, counts, private)


def test_the_first_run_says_who_plays_and_the_others_what_differs() -> None:
    root = tree(relative(1), relative(4, 1, 9, assistant="silent"), relative(7, 4, 12, assistant="silent"), current=4)
    assert (root.says, root.is_current) == ("oracle, seed 0", False)
    (child,) = root.children
    assert (child.run.pk, child.says, child.is_current) == (4, "assistant silent", True)
    assert [(node.run.pk, node.says) for node in child.children] == [(7, "nothing changed")]


def test_children_come_in_the_order_of_their_numbers() -> None:
    root = tree(relative(1), relative(9, 1, 2), relative(3, 1, 5), current=1)
    assert [node.run.pk for node in root.children] == [3, 9]


def test_children_that_are_not_shown_are_counted() -> None:
    root = tree(relative(1), relative(3, 1, 5), current=3, _1=12, _3=2)
    assert (root.more, root.children[0].more) == (11, 2)


def test_an_unusual_user_is_named_and_a_server_only_to_those_who_may_know() -> None:
    run = relative(1, user="llm", assistant="http://127.0.0.1:9/x")
    assert tree(run, current=1).says == "http://127.0.0.1:9/x, user llm, seed 0"
    assert tree(run, current=1, private=False).says == "http, user llm, seed 0"
