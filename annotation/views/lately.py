"""Agreement while answers keep coming in: worked out again only after a rest in proportion to what it costs."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable
from threading import Lock
from time import monotonic
from typing import NamedTuple

from annotation.agreement.whole import Agreement
from annotation.jobs.ratings import agreement_of
from annotation.models import Study

REST = 10
"""Times as long as it took. So a page that somebody leaves open takes a tenth of a processor at most."""
_KEPT = 64


class Lately(NamedTuple):
    whole: Agreement
    is_current: bool


class _Last(NamedTuple):
    whole: Agreement
    pulse: str
    rests_until: float


_known: OrderedDict[Hashable, _Last] = OrderedDict()
_lock = Lock()


def lately(study: Study, key: str, without: Collection[int], pulse: str, may_lag: bool) -> Lately:
    """As it is now; or, where the page asks again soon anyway, as it was a moment ago."""
    name = (study.pk, study.created_at, key, frozenset(without))
    with _lock:
        last = _known.get(name)
    if last is not None and may_lag and last.pulse != pulse and monotonic() < last.rests_until:
        return Lately(last.whole, False)
    began = monotonic()
    whole = agreement_of(study, key, without=without)
    ended = monotonic()
    with _lock:
        _known[name] = _Last(whole, pulse, ended + REST * (ended - began))
        _known.move_to_end(name)
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return Lately(whole, True)
