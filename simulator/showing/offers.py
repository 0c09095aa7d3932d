"""Moments of the assistant's card: an offer, the user's answer, a report, an offer's end."""

from __future__ import annotations

from simulator.phone.state import Proposal
from simulator.phone.store import Patch
from simulator.showing.names import number_of
from simulator.showing.parts import Parts, Saying, Shape, Tag, plain, strong
from simulator.trace.elsewhere import UNTOLD
from simulator.trace.moments import Acted


def on_card(moment: Acted) -> Saying:
    """A moment of the card that worked."""
    match moment.name:
        case "wait":
            return Saying(parts=(plain("stay silent"),), shape="silent")
        case "accept_proposal" | "reject_proposal" if UNTOLD in moment.tags:
            return _stray(moment)
        case "accept_proposal":
            return _marked(_about("accept", moment), "accept", moment, Tag("accepted", "good"))
        case "reject_proposal":
            return _marked(_about("reject", moment), "reject", moment, Tag("rejected", "bad"))
        case "send_message_to_agent":
            return _marked((plain("write to the assistant"),), "user", moment)
        case "expire_proposal":
            ended = (strong(_proposal(moment)), plain(" lapses, nobody answered"))
            return _marked(ended, "world", moment, Tag("expired", "warn"))
        case "run_out":
            ended = (strong(_proposal(moment)), plain(" ends without a report, the calls are used up"))
            return _marked(ended, "world", moment, Tag("abandoned", "warn"))
    return _spoken(moment)


def _stray(moment: Acted) -> Saying:
    """Another system lets the user answer where nothing was offered, or what was is answered already."""
    verb = moment.name.partition("_")[0]
    return Saying(parts=(plain(f"{verb} although no offer is open"),), shape="user", quote=_words(moment))


def _spoken(moment: Acted) -> Saying:
    """What the assistant says is an offer while it watches, and a report once an offer is accepted."""
    made = _patch(moment, Proposal.table, "add")
    if made is not None:
        replaced = _patch(moment, Proposal.table, "set")
        tags = [Tag("pending", "assistant")]
        if replaced is not None:
            tags.append(Tag(f"replaces proposal {number_of(replaced.id)}"))
        return _marked((plain("make "), strong(f"proposal {number_of(made.id)}")), "proposal", moment, *tags)
    closed = _patch(moment, Proposal.table, "set")
    tags = [] if closed is None else [Tag(f"closes proposal {number_of(closed.id)}", "assistant")]
    return _marked((plain("report what was done"),), "report", moment, *tags)


def _marked(parts: Parts, shape: Shape, moment: Acted, *tags: Tag) -> Saying:
    return Saying(parts=parts, shape=shape, quote=_words(moment), tags=tags, key=True)


def _about(verb: str, moment: Acted) -> Parts:
    return (plain(f"{verb} "), strong(_proposal(moment).lower()))


def _proposal(moment: Acted) -> str:
    patch = _patch(moment, Proposal.table, "set")
    return "The offer" if patch is None else f"Proposal {number_of(patch.id)}"


def _patch(moment: Acted, table: str, op: str) -> Patch | None:
    return next((patch for patch in moment.patches if patch.table == table and patch.op == op), None)


def _words(moment: Acted) -> str:
    """What somebody wrote on the card."""
    return str(moment.args.get("content", ""))
