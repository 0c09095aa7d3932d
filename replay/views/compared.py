"""A cache of comparisons, so that two long runs are not aligned again for every request."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock

from replay.comparing import Comparison, compare
from replay.views.sides import RunSide, are_told_alone

# Maximum number of comparisons in the cache. A comparison of two long runs holds thousands of pairs.
MOST = 16
_found: OrderedDict[Hashable, Comparison] = OrderedDict()
_lock = Lock()


def comparison_of(left: RunSide, right: RunSide) -> Comparison:
    """Return the comparison of two runs, from the cache if neither run has changed."""
    told_alone = are_told_alone(left.row, right.row)
    key = (_version_of(left), _version_of(right), told_alone)
    with _lock:
        known = _found.get(key)
    # Outside the lock, because aligning long runs takes a while. Two requests may compute the same, which does no harm.
    found = known or compare(left.side, right.side, told_alone)
    with _lock:
        _found[key] = found
        _found.move_to_end(key)
        while len(_found) > MOST:
            _found.popitem(last=False)
    return found


def _version_of(run: RunSide) -> Hashable:
    """Return a key that changes whenever the run gets more moments or ends."""
    return run.shared.key, len(run.side.moments), run.side.over
