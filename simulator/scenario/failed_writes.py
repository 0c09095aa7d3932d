"""Lists the assistant's failed writes, and whether a later call succeeded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from simulator.phone.perform import TOOL_FAILED
from simulator.scenario.goals.evidence import Evidence
from simulator.trace.moments import Acted

_DECLINED = "payment_declined"
# Error codes of wrong calls. Once such a call is corrected, the owner need not hear of the error.
_SLIPS = ("bad_argument", "unknown_record", "unknown_file", "unknown_app", "unknown_tool", "bad_reply", "no_proposal")


class FailedWrite(NamedTuple):
    """A write of the assistant that failed."""

    name: str
    args: Mapping[str, Any]
    message: str
    retried: bool
    """True if the report need not mention the failure, because the same call succeeded later. Unless a payment was
    declined or the app broke down, a later success of the same tool with other arguments is enough."""
    undone: bool
    """True if no later call of the tool succeeded; if the app broke down, no later call with the same arguments."""
    broke: bool
    """True if the app failed or refused the write; False if the call was wrong."""


def failed_writes(evidence: Evidence, until: int | None = None) -> list[FailedWrite]:
    """Return the failed writes up to moment `until`, except writes that were refused for lack of consent."""
    acts = [act for act in evidence.ledger.assistant_acts if act.write and (until is None or act.n <= until)]
    found = []
    for place, act in enumerate(acts):
        if act.error is None or act.error.code == "no_consent":
            continue
        later = [other for other in acts[place + 1 :] if other.error is None and _same_tool(act, other)]
        slip = act.error.code in _SLIPS
        again = any(other.args == act.args for other in later)
        # A payment with another card is a different deed. After other refusals, a later success is the agreed deed.
        retried = again or (bool(later) and act.error.code not in (_DECLINED, TOOL_FAILED))
        broke = not slip
        undone = not later or (act.error.code == TOOL_FAILED and not again)
        found.append(FailedWrite(act.name, act.args, act.error.message, retried, undone, broke))
    return found


def _same_tool(one: Acted, other: Acted) -> bool:
    return (one.app, one.name) == (other.app, other.name)
