"""What earlier runs with language models took: what an estimate is based on."""

from __future__ import annotations

from benchmark.plan.estimating import Record
from simulator.models import Episode, State

_MOST = 2000
_ROLES = ("observe_model", "execute_model", "user_model")
_FACTS = (*(f"config__{role}__alias" for role in _ROLES), "tokens_in", "tokens_out", "cost")


def history() -> list[Record]:
    """The latest of those that were played to their end."""
    rows = Episode.objects.filter(state=State.FINISHED, tokens_in__gt=0, parent=None, imported__isnull=True)
    found = rows.order_by("-pk").values_list(*_FACTS)[:_MOST]
    return [
        Record(observe or "", execute or "", user or "", tokens_in, tokens_out, cost)
        for observe, execute, user, tokens_in, tokens_out, cost in found
    ]
