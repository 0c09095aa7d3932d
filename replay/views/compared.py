"""A cache of current comparisons, so that two long runs are not aligned again for every request."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock

from replay.comparing import Comparison, compare
from replay.views.sides import RunSide, are_told_alone

MOST = 16
_found: OrderedDict[Hashable, Comparison] = OrderedDict()
_lock = Lock()


def comparison_of(left: RunSide, right: RunSide) -> Comparison:
    told_alone = are_told_alone(left.row, right.row)
    key = (_as_it_stands(left), _as_it_stands(right), told_alone)
    with _lock:
        known = _found.get(key)
    found = known or compare(left.side, right.side, told_alone)
    with _lock:
        _found[key] = found
        _found.move_to_end(key)
        while len(_found) > MOST:
            _found.popitem(last=False)
    return found


def _as_it_stands(run: RunSide) -> Hashable:
    return run.shared.key, len(run.side.moments), run.side.over
