"""Collects what the assistant did in a run, so that its reports can be compared with its deeds."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache, lru_cache, partial
from typing import Any

import msgspec

from simulator.phone.perform import TOOL_FAILED
from simulator.phone.registry import app_of_table, record_words
from simulator.phone.store import Record
from simulator.reading.facts.folding import fold
from simulator.reading.facts.text_values import keys_in
from simulator.reading.reports.report_doubts import with_digits
from simulator.reading.reports.report_parts import DoneDeed, DoneRun, OtherRecord, Source, UndoneDeed, stems
from simulator.reading.reports.report_values import contrasts_in
from simulator.reading.scene import content_words, singular
from simulator.scenario.failed_writes import failed_writes
from simulator.scenario.goals.evidence import Evidence, SentMessage
from simulator.scenario.right_texts import decoy_words
from simulator.scenario.story import Story
from simulator.trace.ledger import Effect

# The acts that a tool performs, by a pattern for the start of its name. The first match counts.
_ACTS = (
    (r"send|reply|forward", {"send"}),
    (r"order_ride|book", {"book", "order"}),
    (r"add_to_cart|remove_from_cart", {"cart"}),
    (r"checkout|order", {"order", "pay"}),
    (r"\w*cancel", {"cancel"}),
    (r"delete|remove", {"delete"}),
    (r"move_email|move_mail", {"move", "delete"}),
    (r"move|edit_calendar", {"move", "change"}),
    (r"edit|update|rename|change", {"change"}),
    (r"add_reminder", {"remind", "add"}),
    (r"create_note|duplicate_note", {"note", "add"}),
    (r"save", {"save", "add"}),
    (r"add|create|new|schedule|set", {"add"}),
)
_COUNTED = re.compile(r"(?<![\w.,:-])(\d{1,3}) ([a-z]{3,})\b")
_ASKING = re.compile(r"\?|\b(?:please|could|can you|would|tell me|let me know|kindly|ask)\b")
_SHORT = 160
_DENIAL = re.compile(r"\b(?:not|no|never|nothing|cannot|unable|unfortunately|sorry|nobody|without)\b|n't\b")
# In records, times are seconds since 1970; smaller numbers are amounts and counts.
_FIRST_TIME = 1_000_000_000


def done_run(story: Story, evidence: Evidence, now: datetime, until: int | None = None) -> DoneRun:
    """Return the assistant's deeds and failed writes, and the texts that may support its reports.

    `until`: the last moment whose writes are included; None includes all writes.
    """
    # Cached, because collecting the deeds is slow, and several texts are read against the same end of a run.
    seen = f"{evidence.seen}, without {sorted(evidence.ignored)}"
    return evidence.once(f"done by {now}, until {until}, {seen}", lambda: _collect(story, evidence, now, until))


def _collect(story: Story, evidence: Evidence, now: datetime, until: int | None) -> DoneRun:
    ledger = evidence.ledger
    effects = [effect for effect in ledger.by("assistant") if until is None or effect.moment <= until]
    sent = {id(message.effect): message for message in evidence.messages(effects)}
    deeds = tuple(_deed(effect, sent.get(id(effect)), evidence, now) for effect in effects if _counts(effect))
    agreed = [offer.proposal.text for offer in ledger.offers.values() if offer.accepted]
    answers = [said.line.text for said in ledger.said if said.line.sender == "user"]
    failures = failed_writes(evidence, until)
    failed = tuple(failure.message for failure in failures if not failure.retried)
    # A goal without a need says what must stay unchanged, so its words do not describe what was done.
    wanted = [goal.say for goal in story.scenario.goals if goal.need]
    about = " ; ".join([*agreed, *answers, *failed, *wanted])
    others = tuple(_others(evidence, {(effect.table, effect.id) for effect in effects}))
    first = min((effect.moment for effect in effects), default=0)
    return DoneRun(
        deeds=deeds,
        told=frozenset[str]().union(*(deed.people for deed in deeds)),
        heard=frozenset(_senders(evidence, first)),
        words=content_words(about).union(*(deed.words for deed in deeds)),
        values=keys_in(about, now).union(*(deed.values for deed in deeds)),
        others=others,
        decoys=decoy_words(story).difference(content_words(about), *(deed.words for deed in deeds)),
        failed=failed,
        instead=frozenset(
            _instead(_refusals(evidence), [_text(effect.new, evidence) for effect in effects if effect.new])
        ),
        must_tell=any(part.told is not None for goal in story.scenario.goals for part in goal.parts()),
        sources=cache(
            lambda: _sources([*agreed, *answers, *failed, *(goal.say for goal in story.scenario.goals)], evidence, now)
        ),
        agreed=(*agreed, *answers),
        retried=any(failure.retried for failure in failures),
        undone=tuple(
            UndoneDeed(_acts(failure.name), content_words(_aimed_at(failure.args, evidence)), failure.broke)
            for failure in failures
            if failure.undone
        ),
    )


def _sources(said: Iterable[str], evidence: Evidence, now: datetime) -> tuple[Source, ...]:
    """Return the sentences in the texts of `said` and in all records of the phone's apps."""
    world = evidence.world
    found = [_source(line, frozenset(), now) for text in said for line in _sentences(text)]
    for table, rows in world.store.tables().items():
        if table.startswith(("phone.", "meta.")) or app_of_table(table) not in world.apps:
            continue
        for record in rows.values():
            text = _text(record, evidence)
            about = content_words(" ".join([record_words(type(record)).name(world, record), *_names(record, evidence)]))
            lines = _sentences(text)
            # In a short text, "her" may mean a person named in another sentence, so the whole text is a source too.
            found += [_source(line, about, now) for line in ([*lines, text] if len(text) < _SHORT else lines)]
    return tuple(found)


@lru_cache(maxsize=16384)
def _source(line: str, about: frozenset[str], now: datetime) -> Source:
    words = content_words(line) | about
    return Source(words, stems(words), line, now)


def _sentences(text: str) -> list[str]:
    return [line for line in re.split(r"(?<=[.!?;])\s+|\n+", text) if line.strip()]


def _aimed_at(args: Mapping[str, Any], evidence: Evidence) -> str:
    """Return the arguments of a failed call as words, with the names of the records and people that they refer to."""
    texts: list[str] = []
    for value in args.values():
        for item in value if isinstance(value, list | tuple) else (value,):
            texts.append(str(item))
            for rows in evidence.world.store.tables().values():
                if str(item) in rows:
                    texts.append(record_words(type(rows[str(item)])).name(evidence.world, rows[str(item)]))
            if (person := evidence.people.get(evidence.person_at(str(item)))) is not None:
                texts.append(person.name)
    return " ; ".join(texts)


def _others(evidence: Evidence, touched: set[tuple[str, str]]) -> Iterator[OtherRecord]:
    world = evidence.world
    for table, rows in world.store.tables().items():
        if not table.startswith(("phone.", "meta.")) and app_of_table(table) in world.apps:
            for key, record in rows.items():
                if (table, key) not in touched:
                    title = content_words(record_words(type(record)).name(world, record))
                    yield OtherRecord(table, title, partial(_text, record, evidence))


def _counts(effect: Effect) -> bool:
    # A purchase also lowers the stock and empties the cart, but only the order counts as a deed.
    return not effect.table.endswith((".cart", ".item")) or "cart" in effect.action


def _acts(name: str) -> frozenset[str]:
    return next((frozenset(acts) for pattern, acts in _ACTS if re.match(pattern, name)), frozenset[str]())


def _deed(effect: Effect, message: SentMessage | None, evidence: Evidence, now: datetime) -> DoneDeed:
    record = effect.new or effect.old
    assert record is not None
    text = _text(record, evidence)
    words = with_digits(fold(text))
    numbered = frozenset((one, other) for one, other in itertools.pairwise(words) if other.isdigit())
    old = _text(effect.old, evidence) if effect.old is not None and effect.new is not None else ""
    total = round(100 * getattr(record, "total", 0))
    # Without a currency, a total such as 14700.00 is read as the digits of a phone number.
    paid = {("amount", total)} if total else set()
    return DoneDeed(
        _acts(effect.action.partition(".")[2]),
        effect.table,
        evidence.record_label(effect.id),
        content_words(text) | content_words(old),
        keys_in(text, now).union(paid, *(keys_in(line, now) for line in _shown_with(effect, evidence))),
        numbered,
        before=keys_in(old, now),
        proposal=effect.proposal,
        people=frozenset(evidence.person_at(address) for address in message.sent.to) if message else frozenset(),
        denies=bool(message and _DENIAL.search(fold(message.sent.text))),
        counted=frozenset((one, singular(other)) for one, other in _COUNTED.findall(text)),
        contrasts=contrasts_in(words),
        asks=bool(message and _ASKING.search(fold(message.sent.text))),
        total=total,
        pieces=frozenset(_pieces(record)),
        quantity=sum(line.quantity for line in getattr(record, "lines", ())),
        lines=tuple(
            (content_words(f"{line.product} {line.options}"), line.quantity) for line in getattr(record, "lines", ())
        ),
        text=message.sent.text if message else "",
    )


def _shown_with(effect: Effect, evidence: Evidence) -> Iterator[str]:
    """Yield the texts in the result of the call that made a record, such as the arrival time of a booked ride."""
    if effect.old is not None:
        return
    act = next((act for act in evidence.ledger.assistant_acts if act.n == effect.moment), None)
    result = act.result if act is not None and isinstance(act.result, dict) else {}
    # Fields whose names end with "_at" say when the record was made, which is not part of what was done.
    yield from (text for name, text in result.items() if isinstance(text, str) and not name.endswith("_at"))


def _pieces(record: Record) -> Iterator[tuple[str, int]]:
    """Yield each word in the options of an order, such as "rose", with the number of pieces ordered with it."""
    counts: Counter[str] = Counter()
    for line in getattr(record, "lines", ()):
        for word in set(re.findall(r"[^\W_]+", fold(line.options))):
            counts[word] += line.quantity
    yield from counts.items()


def _text(record: Record, evidence: Evidence) -> str:
    """Return the text of a record, its times, and the names of people and records that it refers to."""
    # Cached by id(), because every report reads every record on the phone. The cache also holds the record: if the
    # record were freed, another object could get the same id().
    known = evidence.once(f"texts of records, {evidence.seen}", dict[int, tuple[Record, str]])
    if id(record) not in known:
        known[id(record)] = (record, _new_text(record, evidence))
    return known[id(record)][1]


def _new_text(record: Record, evidence: Evidence) -> str:
    app = evidence.world.apps[app_of_table(record.table)]
    times = [evidence.world.show(time)[:16] for time in _times(msgspec.structs.asdict(record).values())]
    return " ; ".join([app.readable(evidence.world.store, record), *times, *_names(record, evidence)])


def _times(values: object) -> Iterator[int]:
    for value in values if isinstance(values, list | tuple | type({}.values())) else (values,):
        if isinstance(value, int) and not isinstance(value, bool) and value >= _FIRST_TIME:
            yield value
        elif isinstance(value, list | tuple):
            yield from _times(value)


def _names(record: Record, evidence: Evidence) -> Iterator[str]:
    """Yield the names of the people and records that a record refers to by address or id."""
    # Ids refer to records of the same app, such as the chat of a message.
    tables = evidence.once("tables by app", lambda: _tables_by_app(evidence))[app_of_table(record.table)]
    for value in msgspec.structs.asdict(record).values():
        for item in value if isinstance(value, list | tuple) else (value,):
            if not isinstance(item, str):
                continue
            if (linked := next((rows[item] for rows in tables if item in rows), None)) is not None:
                yield record_words(type(linked)).name(evidence.world, linked)
            if (person := evidence.people.get(evidence.person_at(item))) is not None:
                yield person.name


def _tables_by_app(evidence: Evidence) -> dict[str, list[Mapping[str, Record]]]:
    found: dict[str, list[Mapping[str, Record]]] = {}
    for name, rows in evidence.world.store.tables().items():
        found.setdefault(app_of_table(name), []).append(rows)
    return found


def _senders(evidence: Evidence, after: int) -> Iterator[str]:
    """Yield the label of each person who is named in a record that the environment wrote after moment `after`."""
    for effect in evidence.ledger.effects:
        if effect.actor not in ("assistant", "user") and effect.moment > after and effect.new is not None:
            for value in msgspec.structs.asdict(effect.new).values():
                if isinstance(value, str) and (who := evidence.person_at(value)) in evidence.people:
                    yield who


def _failures(evidence: Evidence) -> Iterator[str]:
    """Yield the error messages of the assistant's failed writes."""
    for act in evidence.ledger.failed:
        if act.actor == "assistant" and act.write and act.error is not None:
            yield act.error.message


def _refusals(evidence: Evidence) -> Iterator[str]:
    """Yield the error messages of failed writes, except breakdowns of tools, which never name a substitute."""
    broken = {act.error.message for act in evidence.ledger.failed if act.error and act.error.code == TOOL_FAILED}
    yield from (message for message in _failures(evidence) if message not in broken)


def _instead(failed: Iterable[str], texts: Iterable[str]) -> Iterator[str]:
    """Yield words that name a substitute: "debit" if `failed` says "credit card" and a text says "debit card"."""
    before = {tuple(pair) for message in failed for pair in _pairs(message)}
    if not before:
        return
    nouns, firsts = {noun for _, noun in before}, {first for first, _ in before}
    for text in texts:
        for first, noun in _pairs(text):
            if noun in nouns and first not in firsts and (noun, first) not in before:
                yield first


def _pairs(text: str) -> list[tuple[str, str]]:
    words = re.findall(r"\w+", fold(text))
    return [pair for pair in itertools.pairwise(words) if not pair[1].isdigit() and len(pair[0]) > 2]
