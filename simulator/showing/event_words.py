"""Words for moments of the environment and of the run itself: events, start, end, forks and transcript lines."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.registry import words_of
from simulator.phone.state import AssistantNotice, UserNotice
from simulator.showing.action_words import card_words, spoken_text
from simulator.showing.config_words import config_changes
from simulator.showing.moment_context import MomentContext
from simulator.showing.phrase_filling import PhraseValues, filled
from simulator.showing.record_changes import facts
from simulator.showing.sentence_parts import Parts, excerpt, plain, strong
from simulator.showing.told_moment import MomentWords, Shape, Tag
from simulator.trace.metrics import CARD, SETTING, is_noise
from simulator.trace.moments import Acted, Ended, Forked, Moment, Remembered, Said, Skipped, Started
from simulator.words import times
from simulator.words.english import capital

ENDINGS: Mapping[str, str] = {
    "turn_limit": "All turns are used up",
    "quiet": "The phone is down and nothing more will happen",
    "stopped": "The run was stopped",
    "crashed": "The run failed",
    "unknown": "The trace ends here",
}
# Words for lines of transcripts by the role of the line. A line with any other role becomes "get a message".
_HEARD: Mapping[str, str] = {
    "system": "get its instructions",
    "user": "get news",
    "tool": "get the result of its call",
}


def event_words(context: MomentContext) -> MomentWords:
    """Return the words for an event of the environment, or for a moment that is not an action."""
    moment = context.moment
    if isinstance(moment, Acted):
        return _environment_event(context, moment)
    if isinstance(moment, Started):
        parts: Parts = (plain("The story begins on "), strong(times.long_day(moment.local)))
        return MomentWords(parts=parts, shape="started")
    if isinstance(moment, Ended):
        return MomentWords(parts=(plain(ENDINGS[moment.reason]),), shape="ended", notes=_why(moment.error), key=True)
    return _record_words(context, moment)


def event_headline(context: MomentContext, moment: Acted) -> Parts | None:
    """Return the app's headline for an event; None if the app has none, or if a value in it is unknown."""
    phrase = words_of(moment.app).news.get(moment.name)
    return filled(phrase, PhraseValues(context, moment)) if phrase is not None else None


def label_words(label: str) -> str:
    """Return the label of an event as words: `late_reply` → `Late reply`."""
    return capital(label.replace("_", " ").strip())


def without_field_names(why: str) -> str:
    """Return a recorded reason with plain words instead of the field `unless`, which pages do not explain."""
    # Traces of engines before 0.4.0 have the second wording. They keep it, because the content hash covers the reason.
    for recorded in ("its `unless` condition was met", "its 'unless' has come true"):
        why = why.replace(recorded, "cancelled by an earlier step")
    return why


def _news(context: MomentContext, moment: Acted) -> Parts:
    """Return the app's headline for an event, else the title of its notification, else the event's name."""
    return event_headline(context, moment) or _notice_title(moment) or (plain(capital(moment.name.replace("_", " "))),)


def _notice_title(moment: Acted) -> Parts:
    for table in (UserNotice.table, AssistantNotice.table):
        for patch in moment.patches:
            title = patch.fields.get("title") if patch.table == table else None
            if title:
                return (strong(str(title)),)
    return ()


def _environment_event(context: MomentContext, moment: Acted) -> MomentWords:
    # An offer expires, or its calls run out, through an event of the environment.
    if moment.app == CARD and moment.error is None:
        return card_words(moment)
    # Events that prepare noise, such as a new chat for noise messages, are tagged as noise too.
    tags = (Tag("noise"),) if is_noise(moment) or SETTING in moment.tags else ()
    if moment.error is not None:
        parts = (*_news(context, moment), plain(": it failed"))
        why = context.plainly(moment.error.message)
        return MomentWords(parts=parts, shape="error", notes=_why(why), tags=(*tags, Tag("error", "bad")))
    return MomentWords(
        parts=_news(context, moment), shape="world", quote=spoken_text(moment), notes=facts(context), tags=tags
    )


def _record_words(context: MomentContext, moment: Moment) -> MomentWords:
    """Return the words for a skipped event, a fork, a private note or a line of a transcript."""
    if isinstance(moment, Skipped):
        event = context.events.get(moment.event, label_words(moment.event))
        parts: Parts = (plain("Does not happen: "), strong(event))
        return MomentWords(
            parts=parts, shape="world", notes=_why(without_field_names(moment.why)), tags=(Tag("skipped"),)
        )
    if isinstance(moment, Forked):
        parts = (plain("Forked from "), strong(moment.parent), plain(f" after step {moment.parent_moment}"))
        return MomentWords(parts=parts, shape="forked", notes=_fork_changes(context, moment), key=True)
    if isinstance(moment, Remembered):
        return MomentWords(parts=(plain("make a private note"),), shape="silent")
    if isinstance(moment, Said):
        return _transcript_line(moment)
    return MomentWords(parts=(plain("Something happened"),), shape="world")


def _fork_changes(context: MomentContext, fork: Forked) -> tuple[Parts, ...]:
    if context.config is None:
        return ()
    # Everyone who can see the run reads these words, so server addresses must not appear in them.
    changes = config_changes(context.config, fork.config, private=False)
    return ((plain(f"From here on: {', '.join(changes)}." if changes else "Nothing was changed."),),)


def _transcript_line(moment: Said) -> MomentWords:
    """Return the words for a line of another system's transcript.

    The text goes into `misread`, which is private, because it may be the instructions of a model.
    """
    text = f"“{excerpt(moment.text)}”"
    if moment.role == "assistant":
        shape: Shape = "user" if moment.actor == "user" else "assistant"
        return MomentWords(parts=(plain("say"),), shape=shape, misread=text)
    heard = _HEARD.get(moment.role.partition("-")[0], "get a message")
    return MomentWords(parts=(plain(heard),), shape="silent", misread=text)


def _why(reason: str) -> tuple[Parts, ...]:
    return ((plain(reason),),) if reason else ()
