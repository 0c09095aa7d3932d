"""The fork tree of a run: the first run, and all runs forked from it or from its forks, each with its changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from simulator.showing.config_words import cast_of, config_changes, publicly

# Nearly all runs have the scripted user, so only a different user is named.
_USUAL_USER = "scripted"


@dataclass(frozen=True)
class Relative:
    """One run of the fork tree."""

    pk: int
    parent: int | None
    step: int | None
    """The last step that this run shares with its parent."""
    config: Mapping[str, Any]
    """The configuration at the end of the run, after all forks."""
    sign: str
    tone: str
    standing: str
    """The state of the run in words; `sign` is the icon of the state."""


class FamilyNode(NamedTuple):
    """A run in the fork tree with the runs forked from it."""

    run: Relative
    says: str
    """The players of the first run; for a fork, the changes from its parent."""
    is_current: bool
    children: tuple[FamilyNode, ...]
    more: int
    """Number of children that are not shown."""


def family_tree(
    root: int, current: int, relatives: Mapping[int, Relative], children: Mapping[int, int], private: bool
) -> FamilyNode:
    """Return the fork tree, starting at the run `root`.

    `children`: the number of forks of each run, including forks that are not in `relatives`. `private`: True to show
    server addresses.
    """
    return _node(relatives[root], None, current, relatives, children, private)


def _node(
    run: Relative,
    parent: Relative | None,
    current: int,
    relatives: Mapping[int, Relative],
    children: Mapping[int, int],
    private: bool,
) -> FamilyNode:
    # The page loads at most 24 relatives, so a search through all relatives for each node is cheap.
    own = [one for one in relatives.values() if one.parent == run.pk]
    nodes = tuple(_node(one, run, current, relatives, children, private) for one in sorted(own, key=lambda one: one.pk))
    if parent is None:
        says = _players(run.config, private)
    else:
        says = ", ".join(config_changes(parent.config, run.config, private)) or "nothing changed"
    return FamilyNode(run, says, run.pk == current, nodes, max(0, children.get(run.pk, 0) - len(nodes)))


def _players(config: Mapping[str, Any], private: bool) -> str:
    shown = dict(config)
    if not private:
        shown |= {side: publicly(str(config.get(side, ""))) for side in ("user", "assistant")}
    cast = cast_of(shown)
    players = [cast.assistant] if cast.user == _USUAL_USER else [cast.assistant, f"user {cast.user}"]
    return ", ".join([*players, f"seed {config.get('seed', 0)}"])
