"""Puts actions of the user and the assistant, done or only tried, into phrases that begin with an infinitive."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.perform import UNKNOWN_TOOL
from simulator.phone.registry import words_of
from simulator.phone.state import Proposal
from simulator.phone.store import Patch
from simulator.showing.moment_context import MomentContext
from simulator.showing.phrase_filling import PhraseValues, filled, listed
from simulator.showing.record_changes import facts
from simulator.showing.record_names import is_id, number_of
from simulator.showing.sentence_parts import Parts, plain, strong
from simulator.showing.told_moment import MomentWords, Shape, Tag
from simulator.showing.verbs import verb_phrase
from simulator.trace.metrics import CARD, NOISE, WAIT_FOR_NOTIFICATION, is_plain_call
from simulator.trace.moments import FAILED_THERE, UNTOLD, Acted

# Names of arguments that contain a written text, such as a message.
SPOKEN = ("content", "message", "body", "text")
_FAILURES: Mapping[str, str] = {
    # Each text is appended to "try to …", so it begins with a space or a colon.
    "no_consent": " without consent: refused",
    "tool_failed": ": the app failed",
    "not_available": ": not possible",
    "payment_declined": ": the payment was declined",
    FAILED_THERE: ": it failed",
}
# The engine has no separate error code for a tap on the wrong screen, so this text is looked for in the error message.
_OFF_SCREEN = "cannot be tapped on this screen"


def action_words(context: MomentContext, moment: Acted) -> MomentWords:
    """Return the words for an action of the user or the assistant, done or failed."""
    if moment.error is not None:
        return _failed(context, moment)
    if moment.app == CARD:
        return card_words(moment)
    return MomentWords(
        parts=phrase_of(context, moment),
        shape=_shape(moment),
        quote=spoken_text(moment),
        notes=facts(context) if moment.write else (),
        tags=(Tag("write"),) if moment.write else (),
    )


def phrase_of(context: MomentContext, moment: Acted) -> Parts:
    """Return a phrase for an action, verb first: the phrase that the app defines, or the action's name in words."""
    values = PhraseValues(context, moment)
    phrases = words_of(moment.app).deeds.get(moment.name)
    return (filled(phrases, values) if phrases else None) or _by_name(moment, values)


def spoken_text(moment: Acted) -> str:
    """Return the text that the actor wrote, such as a message or a note; empty if the action has no text."""
    return str(next((moment.args[name] for name in SPOKEN if moment.args.get(name)), ""))


def is_off_screen(moment: Acted) -> bool:
    """Return True if the actor asked for an action that does not exist, or that the current screen does not have."""
    error = moment.error
    if error is None or moment.asked is None:
        return False
    return error.code == UNKNOWN_TOOL or _OFF_SCREEN in error.message


def card_words(moment: Acted) -> MomentWords:
    """Return the words for a successful action or event of the assistant's card, such as an offer or an answer."""
    match moment.name:
        case "wait":
            return MomentWords(parts=(plain("stay silent"),), shape="silent")
        case "accept_proposal" | "reject_proposal" if UNTOLD in moment.tags:
            # Other systems let their user answer when no offer is open.
            verb = moment.name.partition("_")[0]
            return MomentWords(
                parts=(plain(f"{verb} although no offer is open"),), shape="user", quote=_card_text(moment)
            )
        case "accept_proposal":
            return _key_moment(_about_offer("accept", moment), "accept", moment, Tag("accepted", "good"))
        case "reject_proposal":
            return _key_moment(_about_offer("reject", moment), "reject", moment, Tag("rejected", "bad"))
        case "send_message_to_agent":
            return _key_moment((plain("write to the assistant"),), "user", moment)
        case "expire_proposal":
            parts = (strong(_offer_name(moment)), plain(" expires: nobody answered it"))
            return _key_moment(parts, "world", moment, Tag("expired", "warn"))
        case "run_out":
            parts = (strong(_offer_name(moment)), plain(" ends without a report: the assistant has used up its calls"))
            return _key_moment(parts, "world", moment, Tag("abandoned", "warn"))
    return _assistant_speaks(moment)


def _assistant_speaks(moment: Acted) -> MomentWords:
    """Return the words for an offer or a report."""
    # Both are calls of the same tool, but only an offer adds a `Proposal` record.
    made = _patch(moment, "add")
    if made is not None:
        replaced = _patch(moment, "set")
        tags = [Tag("pending", "assistant")]
        if replaced is not None:
            tags.append(Tag(f"replaces offer {number_of(replaced.id)}"))
        return _key_moment((plain("make "), strong(f"offer {number_of(made.id)}")), "proposal", moment, *tags)
    closed = _patch(moment, "set")
    tags = [] if closed is None else [Tag(f"closes offer {number_of(closed.id)}", "assistant")]
    return _key_moment((plain("report what was done"),), "report", moment, *tags)


def _key_moment(parts: Parts, shape: Shape, moment: Acted, *tags: Tag) -> MomentWords:
    return MomentWords(parts=parts, shape=shape, quote=_card_text(moment), tags=tags, key=True)


def _about_offer(verb: str, moment: Acted) -> Parts:
    return (plain(f"{verb} "), strong(_offer_name(moment).lower()))


def _offer_name(moment: Acted) -> str:
    patch = _patch(moment, "set")
    # Imported runs may answer offers that this phone never had.
    return "The offer" if patch is None else f"Offer {number_of(patch.id)}"


def _patch(moment: Acted, op: str) -> Patch | None:
    """Return the first patch of an offer with this operation (`add`, `set`); None if there is none."""
    return next((patch for patch in moment.patches if patch.table == Proposal.table and patch.op == op), None)


def _card_text(moment: Acted) -> str:
    return str(moment.args.get("content", ""))


def _failed(context: MomentContext, moment: Acted) -> MomentWords:
    error = moment.error
    assert error is not None
    tags = (Tag("error", "bad"), *((Tag("noise"),) if NOISE in moment.tags else ()))
    if moment.misread:
        # The error text may quote the model's reply, which is private, so it goes into `misread` instead of the notes.
        parts: Parts = (plain("give a reply without a readable action"),)
        return MomentWords(parts=parts, shape="error", tags=tags[:1], misread=moment.misread)
    if is_off_screen(moment):
        verb = "call an unknown tool" if moment.actor == "assistant" else "tap something that is not on this screen"
        parts = (plain(f"{verb}: "), strong((moment.asked or "").replace("_", " ").strip()))
    else:
        parts = (plain("try to "), *phrase_of(context, moment), plain(_FAILURES.get(error.code, ": refused")))
    return MomentWords(parts=parts, shape="error", notes=((plain(_reason(context, error.message)),),), tags=tags)


def _reason(context: MomentContext, message: str) -> str:
    """Return the reason why an action failed.

    Sentences that name tools are left out, because they are advice for models. If all sentences name tools, the first
    sentence is kept.
    """
    sentences = context.plainly(message).split(". ")
    kept = [sentence for sentence in sentences if "_" not in sentence] or sentences[:1]
    return ". ".join(kept).rstrip(".") + "."


def _shape(moment: Acted) -> Shape:
    if moment.actor == "user":
        return "user"
    if moment.name == WAIT_FOR_NOTIFICATION:
        return "silent"
    return "read" if is_plain_call(moment) and not moment.write else "assistant"


def _by_name(moment: Acted, values: PhraseValues) -> Parts:
    """Return a phrase from an action's name and the records in its arguments: `water_plant` → `water plant Fern`."""
    words = verb_phrase(moment.name)
    names = [values.text(value) for value in moment.args.values() if isinstance(value, str) and is_id(value)]
    known = listed(names)
    return (plain(f"{words} "), strong(known)) if known else (plain(words),)
