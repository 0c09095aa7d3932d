"""Agreement for pages that update themselves.

Such a page gets a stored result for ten times as long as its computation took.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable
from threading import Lock
from time import monotonic
from typing import NamedTuple

from annotation.agreement.question_agreement import Agreement
from annotation.models import Study
from annotation.results.rating_table import agreement_of

# Rest this many times as long as the computation took: an open page then uses at most a tenth of a processor.
REST = 10
_KEPT = 64


class RecentAgreement(NamedTuple):
    """Agreement, and whether it covers the latest answers."""

    whole: Agreement
    is_current: bool


class _Last(NamedTuple):
    whole: Agreement
    pulse: str
    rests_until: float


_known: OrderedDict[Hashable, _Last] = OrderedDict()
_lock = Lock()


def recent_agreement(study: Study, key: str, without: Collection[int], pulse: str, may_lag: bool) -> RecentAgreement:
    """Return the agreement on a question. `pulse` is a token that changes with the answers.

    With `may_lag`, the result may miss the latest answers for a while after a computation; the page then asks
    again later.
    """
    name = (study.pk, study.created_at, key, frozenset(without))
    with _lock:
        last = _known.get(name)
    if last is not None and may_lag and last.pulse != pulse and monotonic() < last.rests_until:
        return RecentAgreement(last.whole, False)
    began = monotonic()
    whole = agreement_of(study, key, without=without)
    ended = monotonic()
    with _lock:
        _known[name] = _Last(whole, pulse, ended + REST * (ended - began))
        _known.move_to_end(name)
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return RecentAgreement(whole, True)
