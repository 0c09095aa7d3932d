"""The family of a run: what it was forked from and what was forked from it, as a small tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from simulator.showing.cast import cast_of, publicly
from simulator.showing.fork_words import what_differs

_USUAL_USER = "scripted"


@dataclass(frozen=True)
class Relative:
    """A run as its family knows it."""

    pk: int
    parent: int | None
    step: int | None
    """The last step that it has in common with its parent."""
    config: Mapping[str, Any]
    """The one that holds at its end."""
    sign: str
    tone: str
    standing: str
    """How it stands, as a sign and in a word."""


class Node(NamedTuple):
    run: Relative
    says: str
    """Who plays in the first run of a family; in the others what differs from the parent."""
    is_current: bool
    children: tuple[Node, ...]
    more: int
    """Children that are not shown."""


def family_tree(
    root: int, current: int, relatives: Mapping[int, Relative], children: Mapping[int, int], private: bool
) -> Node:
    """`children`: by run how many it has in all, shown or not; `private`: where a server stands may be told."""
    return _node(relatives[root], None, current, relatives, children, private)


def _node(
    run: Relative,
    parent: Relative | None,
    current: int,
    relatives: Mapping[int, Relative],
    children: Mapping[int, int],
    private: bool,
) -> Node:
    own = [one for one in relatives.values() if one.parent == run.pk]
    nodes = tuple(_node(one, run, current, relatives, children, private) for one in sorted(own, key=lambda one: one.pk))
    says = _players(run.config, private) if parent is None else _changes(parent.config, run.config, private)
    return Node(run, says, run.pk == current, nodes, max(0, children.get(run.pk, 0) - len(nodes)))


def _players(config: Mapping[str, Any], private: bool) -> str:
    shown = dict(config)
    if not private:
        shown |= {side: publicly(str(config.get(side, ""))) for side in ("user", "assistant")}
    cast = cast_of(shown)
    said = [cast.assistant] if cast.user == _USUAL_USER else [cast.assistant, f"user {cast.user}"]
    return ", ".join([*said, f"seed {config.get('seed', 0)}"])


def _changes(before: Mapping[str, Any], after: Mapping[str, Any], private: bool) -> str:
    return ", ".join(what_differs(before, after, private)) or "nothing changed"
