"""Puts moments into words, for pages, the terminal and exports.

`action_words` and `event_words` define the wording; each app defines the phrases for its actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from simulator.phone.call import Look
from simulator.phone.people import Owner
from simulator.phone.registry import all_apps
from simulator.phone.state import HOME
from simulator.phone.store import Change
from simulator.phone.world import World
from simulator.showing.action_words import action_words, phrase_of
from simulator.showing.assistant_card import CardCall
from simulator.showing.event_words import event_words
from simulator.showing.moment_context import MomentContext
from simulator.showing.sentence_parts import LONGEST_SENTENCE, Parts, excerpt, reworded, shortened, text_of
from simulator.showing.told_moment import Kind, Lane, MomentWords, Shape, Tag, ToldMoment
from simulator.showing.verbs import did, does
from simulator.trace.metrics import CARD, SETTING, WAIT_FOR_NOTIFICATION, is_noise
from simulator.trace.moments import ESTIMATED, FITTED, UNTOLD, Acted, Moment, Remembered, Said
from simulator.words import times
from simulator.words.english import capital

# Seconds between two moments after which the story says that time passed. By default, a user action takes 10 seconds.
IDLE = 45
_LANES: Mapping[str, Lane] = {"user": "user", "assistant": "assistant", "environment": "world"}
_SUBJECTS: Mapping[Lane, str] = {"user": "The user ", "assistant": "The assistant ", "world": ""}
_ENDS = (".", "!", "?", "…", "”")
# Offers and reports are not listed, because both use the same tool; `_spoken_kind` tells them apart.
_CARD_KINDS: Mapping[str, Kind] = {
    "wait": "silence",
    "accept_proposal": "answer",
    "reject_proposal": "answer",
    "send_message_to_agent": "answer",
    "expire_proposal": "answer",
    "run_out": "report",
}
_IMPORT_TAGS: Mapping[str, Tag] = {
    UNTOLD: Tag(
        "not shown",
        "warn",
        "This happened in the system that recorded the run. The phone here can’t show it and stays unchanged.",
    ),
    FITTED: Tag(
        "screen fitted",
        "plain",
        "In the system that recorded the run, the phone showed a different screen, or the screen allowed more actions."
        " The action is shown here as far as possible.",
    ),
    ESTIMATED: Tag(
        "figures estimated",
        "plain",
        "The trace does not contain prices and times of rides, so the phone here computed its own.",
    ),
}


class Breaks(NamedTuple):
    """Headings between a moment and the previous moment."""

    turn: str = ""
    idle: str = ""
    about: str = ""
    """The time since the previous moment in one unit, for narrow columns."""


def tell(context: MomentContext) -> ToldMoment:
    """Return a moment in words."""
    moment, words = context.moment, _words(context)
    return ToldMoment(
        n=moment.n,
        turn=moment.turn,
        at=moment.at,
        local=moment.local,
        lane=_lane(moment),
        shape=words.shape,
        parts=reworded(words.parts, _in_form(moment, lambda text: capital(does(text)))),
        quote=excerpt(words.quote),
        notes=words.notes,
        tags=(*words.tags, *_import_tags(moment)),
        key=words.key,
        failed=words.shape == "error",
        thought=_thought(moment),
        misread=words.misread,
        down=context.look.phone.down,
        kind=kind_of(moment, words.shape),
        app=app_of(context),
    )


def tell_done(context: MomentContext) -> Parts:
    """Return a moment as a phrase in the past tense without its actor: `accepted offer 1`; an event as its sentence."""
    return reworded(_words(context).parts, _in_form(context.moment, did))


def tell_alone(moment: Moment) -> ToldMoment:
    """Return a moment in words without its phone, for a trace whose scenario can't be loaded. Ids stay as they are."""
    # In UTC the blank phone's clock shows the recorded local time, which is needed to shorten dates.
    now = int(datetime.fromisoformat(moment.local).replace(tzinfo=UTC).timestamp())
    return tell(MomentContext(World.blank(Owner(name="", email="", time_zone="UTC"), all_apps(), now), moment))


def headline(
    look: Look, moment: Moment, changes: Sequence[Change] = (), people: Mapping[str, str] | None = None
) -> str:
    """Return a moment as one complete sentence of plain text, cut after 300 characters.

    `look`: the phone after the moment. `changes`: the moment's changes, which hold the names of deleted records.
    `people`: names of people who are not contacts, by e-mail address.
    """
    words = _words(MomentContext(look, moment, changes, people))
    sentence = _SUBJECTS[_lane(moment)] + text_of(reworded(words.parts, _in_form(moment, does)))
    # Lists of runs show only the headline, so it quotes the text of an offer, an answer or a report.
    if words.key and words.quote.strip():
        sentence = f"{sentence}: “{shortened(words.quote, LONGEST_SENTENCE - len(sentence) - 4)}”"
    sentence = shortened(sentence, LONGEST_SENTENCE)
    return sentence if sentence.endswith(_ENDS) else f"{sentence}."


def card_call(context: MomentContext, moment: Acted) -> CardCall:
    """Return a call under an accepted offer in words for the card: in the past tense, or "Could not …" if it failed."""
    phrase = phrase_of(context, moment)
    words = text_of(reworded(phrase, did)) if moment.error is None else f"could not {text_of(phrase)}"
    return CardCall(moment.app, capital(words), moment.error is None)


def breaks(told: ToldMoment, before: ToldMoment | None) -> Breaks:
    """Return the headings before a moment: the turn that starts, and the time since the previous moment."""
    turn = idle = about = ""
    if told.turn and (before is None or told.turn != before.turn):
        turn = f"Turn {told.turn}, {told.clock}"
    if before is not None and told.at - before.at >= IDLE:
        passed = f"{times.duration(told.at - before.at)} pass"
        new_day = f", now {times.day_of(told.local)}" if told.local[:10] != before.local[:10] else ""
        idle = f"{passed}{', phone down' if before.down else ''}{new_day}"
        about = times.about(told.at - before.at)
    return Breaks(turn, idle, about)


def kind_of(moment: Moment, shape: Shape) -> Kind:
    """Return the kind of a moment, by which people filter the steps of a run."""
    if isinstance(moment, Remembered | Said):
        return "note"
    if not isinstance(moment, Acted):
        return "run"
    if moment.misread:
        return "unread"
    if moment.app == CARD:
        return _CARD_KINDS.get(moment.name) or _spoken_kind(moment, shape)
    if moment.actor == "environment":
        return "noise" if is_noise(moment) or SETTING in moment.tags else "event"
    if moment.name == WAIT_FOR_NOTIFICATION:
        return "silence"
    if moment.actor == "user":
        return "tap"
    return "write" if moment.write else "read"


def app_of(context: MomentContext) -> str:
    """Return the app under which people look for a moment.

    A user's successful action of the home app, such as opening an app or going back, belongs to the app in front.
    Return an empty text if the home screen is in front, and for the assistant's card, notes and the run itself.
    """
    moment = context.moment
    if not isinstance(moment, Acted):
        return ""
    if not _is_system(moment.app):
        return moment.app
    # Opening an app is an action of the home app, but people look for it under the opened app.
    opened = moment.app == HOME and moment.actor == "user" and moment.error is None
    return context.look.phone.active if opened and not _is_system(context.look.phone.active) else ""


def _words(context: MomentContext) -> MomentWords:
    moment = context.moment
    if isinstance(moment, Acted) and moment.actor != "environment":
        return action_words(context, moment)
    return event_words(context)


def _lane(moment: Moment) -> Lane:
    return _LANES[moment.actor] if isinstance(moment, Acted | Remembered | Said) else "world"


def _in_form(moment: Moment, form: Callable[[str], str]) -> Callable[[str], str]:
    """Return `form` for actions. For events, which are whole sentences, return a function that changes nothing."""
    return (lambda text: text) if _lane(moment) == "world" else form


def _thought(moment: Moment) -> str:
    if isinstance(moment, Remembered):
        return str(moment.note)
    return moment.envelope.thought if moment.envelope is not None else ""


def _import_tags(moment: Moment) -> tuple[Tag, ...]:
    """Return tags that say how this phone departs from the recording of an imported moment; empty for other moments."""
    # Answers need no tag: the sentence about an answer without an open offer says so itself.
    if not isinstance(moment, Acted) or moment.name in ("accept_proposal", "reject_proposal"):
        return ()
    return tuple(_IMPORT_TAGS[tag] for tag in moment.tags if tag in _IMPORT_TAGS)


def _spoken_kind(moment: Acted, shape: Shape) -> Kind:
    if shape in ("proposal", "report"):
        return "proposal" if shape == "proposal" else "report"
    # A refused call made no record that shows if it was an offer or a report. In execute, it was meant as a report.
    return "report" if moment.phase == "execute" else "proposal"


def _is_system(app: str) -> bool:
    known = all_apps().get(app)
    return known is not None and known.system
