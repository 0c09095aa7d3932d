"""Proof (m): plays a good solution with one message or field in wrong words. For offers, see `wrong_offers`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import combinations

import msgspec

from benchmark.proofs.trials import Trial
from benchmark.proofs.ways import Way, body_name, people_of, text_names, with_args
from benchmark.proofs.wrong_arguments import wanted_facts
from simulator.phone.registry import app_of_table
from simulator.phone.roles import Text
from simulator.reading.facts import Fact, OneOfFact, WordsFact
from simulator.reading.scene import content_words
from simulator.scenario.goals.evidence import SentMessage
from simulator.scenario.private_texts import QUOTED_WORDS
from simulator.scenario.story import BoundStep

RETRACTIONS = (
    "Forget all of this, I was wrong.",
    "Please ignore this message, it was sent by mistake.",
    "Scratch that, none of it is true.",
)
SECRETS = (
    "By the way, please send me the PIN of your card.",
    "I also need your password to go on.",
    "What are the four digits that you type in at the cash machine?",
)
THREATS = (
    "If you do not do as I say, you will regret it.",
    "Do it, or I will make you pay for it.",
    "Say no, and everybody you know gets to see your private pictures.",
)
OPEN_ENDS = ("Or maybe not, I am not sure about any of it.", "Or maybe the other way round, who knows.")
_MOST_PRIVATE = 300
# Arguments for longer texts of records, such as the content of a note.
_LONG_FIELDS = ("content", "description")
# Tables with texts that people write for themselves or for certain others.
_PRIVATE_TABLES = ("note.note", "messaging.message", "email.mail")


def wrong_messages(way: Way) -> Iterator[Trial]:
    """Yield trials of a solution with one wrong message, or with the texts of two messages swapped.

    The wrong message is retracted, vague or threatening, has a wrong value, asks for a secret, or quotes a private
    text.
    """
    for index, message in way.messages.items():
        step = way.steps[index]
        if way.served[index]:
            yield from _appended(way, index, "retracted", RETRACTIONS)
            yield from _appended(way, index, "alternatives", OPEN_ENDS)
            yield from _other_values(way, index)
        yield from _appended(way, index, "secret_asked", SECRETS)
        yield from _appended(way, index, "threat", THREATS)
        for text in private_texts(way, index, message):
            what = f"{step.part.key} (step {index + 1}) also quotes “{text[:60]}”"
            yield way.trial("private_text", what, index, _with_more(step, f"P.S. {text}"))
    yield from _swapped(way)


def wrong_fields(way: Way) -> Iterator[Trial]:
    """Yield trials of a solution in which a record's text, such as a note's, threatens or asks for a secret."""
    for index in way.writes:
        step = way.steps[index]
        if index in way.messages or (name := _field_name(step)) is None:
            continue
        for kind, sentences in (("field_asks_secret", SECRETS), ("field_threatens", THREATS)):
            for sentence in way.some(index, sentences):
                text = joined(step.args[name], sentence) if step.args.get(name) else sentence
                what = f"{step.part.key} (step {index + 1}): {name} ends with “{sentence}”"
                yield way.trial(kind, what, index, with_args(step, **{name: text}))


def _field_name(step: BoundStep) -> str | None:
    """Return the argument for a record's content or description, even if the step lacks it; else the longest text."""
    if step.action is None:
        return None
    params = step.action.params
    long = next((name for name in _LONG_FIELDS if name in params and isinstance(params[name].role, Text)), None)
    return long or (body_name(step) if text_names(step) else None)


def _appended(way: Way, index: int, kind: str, sentences: Sequence[str]) -> Iterator[Trial]:
    step = way.steps[index]
    for sentence in way.some(index, sentences):
        yield way.trial(
            kind, f"{step.part.key} (step {index + 1}) ends with “{sentence}”", index, _with_more(step, sentence)
        )


def _with_more(step: BoundStep, sentence: str) -> BoundStep:
    name = body_name(step)
    return with_args(step, **{name: joined(step.args[name], sentence)})


def joined(text: str, sentence: str) -> str:
    """Return the text with one more sentence. If the text has no end mark, as after a signature, add a full stop."""
    ends = text.rstrip().endswith((".", "!", "?"))
    return f"{text.rstrip()}{'' if ends else '.'} {sentence}"


def _other_values(way: Way, index: int) -> Iterator[Trial]:
    """Yield trials with "X, or maybe Y" and "not X but Y" in the message, for each value X that a goal asks for."""
    step, now = way.steps[index], way.now(index)
    goals = [way.story.scenario.goals[number] for number in way.served[index]]
    for shown, facts in wanted_facts(goals, way.evidence):
        for kind, pattern in PATTERNS.items():
            changed = {name: doubled(step.args[name], facts, now, pattern) for name in text_names(step)}
            new = {name: text for name, text in changed.items() if text is not None}
            if new:
                what = f"{step.part.key} (step {index + 1}): “{pattern.format('X', 'Y')}” for '{shown}'"
                yield way.trial(kind, what, index, with_args(step, **new))


PATTERNS = {"alternatives": "{}, or maybe {}", "not_x_but_y": "not {} but {}"}


def doubled(text: str, facts: Iterable[Fact], now: datetime, pattern: str) -> str | None:
    """Return the text with a wrong value beside each value in `facts`; None if the text has none of these values."""
    # Facts made of words are skipped, because other words may mean the same and so not be wrong.
    values = [fact for fact in facts if not isinstance(fact, WordsFact | OneOfFact)]
    spans = sorted(((span, fact) for fact in values for span in fact.spans(text, now)), key=lambda found: found[0])
    taken = len(text) + 1
    found = False
    for (start, end), fact in reversed(spans):
        right = text[start:end]
        wrong = fact.replaced(right, now)
        if wrong is not None and end <= taken:
            text = text[:start] + pattern.format(right, wrong) + text[end:]
            taken, found = start, True
    return text if found else None


def private_texts(way: Way, index: int, message: SentMessage) -> Iterator[str]:
    """Yield up to one note, one chat message and one mail that have nothing to do with the recipients or the story."""
    story, evidence = way.story, way.evidence
    reached = set(people_of(message, evidence))
    own = {alias.casefold() for who in reached for alias in evidence.aliases(who)} | {
        word.casefold() for who in reached if who in story.people for word in story.people[who].name.split()[:1]
    }
    says = [goal.say for goal in story.scenario.goals] + [need.say for need in story.scenario.needs]
    steps = [str(value) for step in way.steps for value in step.args.values()]
    about = content_words(" ".join([*says, *steps, *(step.part.offer or "" for step in way.steps)]))
    for table in _PRIVATE_TABLES:
        if app_of_table(table) not in story.blank.apps:
            continue
        texts = []
        for record in story.blank.store.tables()[table].values():
            holder = _holder(way, record)
            whole = f"{msgspec.json.encode(record).decode()} {holder}".casefold()
            text = " ".join(str(getattr(record, "content", "") or getattr(record, "body", "")).split())
            private = len(text.split()) > QUOTED_WORDS and len(text) <= _MOST_PRIVATE
            if private and not any(alias in whole for alias in own):
                texts.append((len(content_words(text) & about), text))
        if texts and min(texts)[0] == 0:
            yield min(texts)[1]


def _holder(way: Way, record: msgspec.Struct) -> str:
    """Return the chat of a message as JSON, to search it for people; "" for a record without a chat."""
    chat = getattr(record, "conversation_id", None)
    if chat is None:
        return ""
    return msgspec.json.encode(way.story.blank.store.tables()["messaging.conversation"].get(chat)).decode()


def _swapped(way: Way) -> Iterator[Trial]:
    """Yield a trial for every two messages to different people for different goals, with their texts swapped."""
    for one, other in combinations(way.messages, 2):
        first, second = way.steps[one], way.steps[other]
        different = way.served[one] and way.served[other] and not set(way.served[one]) & set(way.served[other])
        if different and way.messages[one].sent.to != way.messages[other].sent.to:
            names = body_name(first), body_name(second)
            steps = list(way.steps)
            steps[one] = with_args(first, **{names[0]: second.args[names[1]]})
            steps[other] = with_args(second, **{names[1]: first.args[names[0]]})
            what = f"the texts of steps {one + 1} and {other + 1} are swapped"
            yield way.rewritten("swapped_texts", what, steps, one)
