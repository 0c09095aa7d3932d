"""Checks of a clause of a report against what was done: people, acts, values, counts and records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from simulator.reading.offers import Found
from simulator.reading.report_parts import DoneDeed, DoneRun, Part, stems, told_people, was_touched
from simulator.reading.report_plain_words import RECORD_WORDS
from simulator.reading.report_support import Statement, is_borne_out, is_half_of_amount, value_is_borne_out
from simulator.reading.report_verbs import WEAK, SaidVerb
from simulator.reading.report_words import BESIDE, INSTEAD_OF, PLACES, REFUSED
from simulator.reading.scene import Scene, content_words, singular
from simulator.reading.text_values import ValueMention, kind_of

_MINUTES_TO = re.compile(
    r"(?:five|ten|twenty|quarter|\d+) to (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d)\b"
)
_ELSE = re.compile(r"\b(?:else|other|others|further|more|besides|apart|except|but)\b")
# "The first one still comes": a new record replaced this one.
_FIRST_ONE = re.compile(
    r"\b(?:first|old|previous|original|earlier) (?:one|order|booking|ride|cab|taxi|van|car|entry|reminder)\b"
    r"(?: \w+){0,2} (?:still|stays?|remains?|comes too|too)\b"
)
# Values that only describe a record ("Monday's order", "the midnight booking") or a deadline ("by Friday").
_DESCRIBES = re.compile(
    r"^(?:'s)?\s*(?:\w+\s+){0,1}(?:booking|order|ride|cab|van|one|mail|message|entry|reminder|meeting)\b"
)
_DEADLINE = re.compile(
    r"\b(?:by|until|till|before|in time for|latest|from|was|were|instead of|not|since|down)\s+(?:the\s+)?$"
)
_ARRIVES = re.compile(r"\b(?:comes?|coming|arriv\w+|deliver\w*|lands?|here|there|door|mat|way)\b")
_THERE = re.compile(r"\b(?:arriv\w+|there|brings? you|reach\w*|gets? you)\b")
# In minutes.
_LONGEST_RIDE = 180
_BY_MAIL = frozenset(("order", "book", "reserve", "cancel", "move", "buy", "hire", "reschedule", "postpone", "rent"))
# Numbers up to twelve are rarely prices, in hundredths.
_SMALL = 1200
# A count belongs to the words up to here: "two pies, the bread and six rolls".
_COUNT_ENDS = re.compile(r"[,;:.(]|\b(?:is|are|was|were|has|have|and|with|without|plus)\b|\d")
_OBJECT = re.compile(
    r"(?:the|your|that|this|a|an|one)(?: \w+)? (notes?|reminders?|orders?|rides?|events?|emails?)\b(?! \w)"
)
_APPS = {
    "note": "note",
    "reminder": "reminder",
    "order": "shopping",
    "ride": "cab",
    "event": "calendar",
    "email": "email",
}
_PIECES = frozenset(("pair", "piece", "pack", "set", "box", "copy", "bottle", "bag", "tin", "unit"))


def wrong_people(part: Part, run: DoneRun, folded: str) -> Iterator[Found]:
    """Yield a finding if the clause says that people were told who got no message, or denies a sent message."""
    keys = _same_names(part)
    denied = any("send" in verb.acts and verb.negated for verb in part.verbs)
    for mention in told_people(part, folded):
        same_name = keys[mention.start]
        negated = denied or re.search(r"\b(?:no|not|nothing|never|nobody|neither|nor|without)\b", part.line)
        if not same_name & run.told and not negated:
            yield Found("no", "it names somebody who got no message", folded[mention.start : mention.end])
        elif (
            same_name & run.told
            and negated
            and re.search(
                r"\b(?:have|has|did|was|were) not (?:yet )?(?:been )?(?:told|written|informed|answered|asked|mailed"
                r"|tell|write|answer|mail|contacted|contact|reply|replied)\b"
                r"|\b(?:has|have) no (?:answer|reply|message|word)\b"
                r"|\bknows? nothing\b|\b(?:does|do) not know\b",
                part.line,
            )
        ):
            yield Found("no", "it denies a message that was sent", part.line)


def _same_names(part: Part) -> dict[int, set[str]]:
    return {
        mention.start: {other.key for other in part.people if other.start == mention.start} for mention in part.people
    }


def wrong_act(part: Part, verb: SaidVerb, run: DoneRun, said: Statement) -> Iterator[Found]:
    """Yield a finding if the clause claims a deed that was not done."""
    if verb.acts & (run.acts | {"vague", "look"}) or (run.failed and REFUSED.search(part.line)):
        return
    if verb.base in ("book", "reserve", "schedule", "arrange") and was_touched("calendar", run):
        yield Found("unclear", "a calendar entry does not book anything", verb.word)
        return
    called = verb.base == "call" and verb.end < len(part.words) and verb.doer == "assistant"
    if verb.base in WEAK and verb.end == verb.at + 1 and not called:
        return
    if asked_for(verb, run):
        return
    # "The call was moved" may be somebody else's action, and "is closed" may describe a state.
    told = verb.doer == "assistant" or re.search(r"\b(?:is|are|been|being|now)\b", part.line)
    known = verb.doer != "assistant" and is_borne_out(said._replace(words=said.words | {verb.word}), (), run, 0.8)
    if known and re.search(r"\b(?:was|were)\b", part.line):
        return
    yield Found(
        "no" if told else "unclear",
        "it names an action that was not taken",
        verb.word,
    )


def wrong_kind(part: Part, verb: SaidVerb, run: DoneRun) -> Iterator[Found]:
    """Yield a finding for "deleted the note" if something was deleted or cancelled, but no note."""
    if not verb.acts & {"cancel", "delete"}:
        return
    match = _OBJECT.match(" ".join(part.words[verb.end :]))
    app = _APPS.get(singular(match[1])) if match else None
    gone = {deed.table.partition(".")[0] for deed in run.deeds if deed.acts & verb.acts}
    if match and app and gone and app not in gone:
        yield Found("no", "nothing of this kind was removed", match[0])


def asked_for(verb: SaidVerb, run: DoneRun) -> list[DoneDeed]:
    """Return the messages that ask for what the verb names: "ordered" may mean that a mail has ordered it."""
    if verb.base not in _BY_MAIL:
        return []
    if any(undone.acts & verb.acts for undone in run.undone):
        # The message says that it is ordered, but the order itself failed.
        return []
    asked = [deed for deed in run.deeds if deed.people and stems([verb.base]) & stems(deed.words)]
    return asked if not verb.acts & run.acts else []


def wrong_place(part: Part, run: DoneRun, adds: bool) -> Iterator[Found]:
    """Yield a finding if something is said to be in the calendar, the reminders or a note, where nothing was put."""
    for pattern, table in PLACES:
        match = pattern.search(part.line)
        if match and adds and not was_touched(table[:-1], run):
            yield Found("no", "it names an entry that was not made", match[0])


def denied_deed(part: Part, verb: SaidVerb, run: DoneRun, said: Statement) -> Iterator[Found]:
    """Yield a finding if the clause denies what was done."""
    own = [deed for deed in run.deeds if deed.acts & verb.acts]
    if not own or _ELSE.search(part.line) or part.people:
        return
    nothing = re.search(r"\b(?:nothing|nobody|no one|none)\b", part.line)
    words = said.words
    if nothing and not words:
        yield Found("no", "it denies what was done", part.line)
        return
    mine = max(len(words & deed.words) for deed in own)
    others = max((len(words & record.words) for record in run.others), default=0)
    if mine > others and mine >= 0.6 * len(words):
        yield Found("no" if mine > 1 or len(words) == 1 else "unclear", "it denies what was done", part.line)


def denied_message(part: Part, run: DoneRun, said: Statement, last: frozenset[str]) -> Iterator[Found]:
    """Yield a finding for "I did not send her anything" if she, who was named before, got a message about this."""
    denied = any("send" in verb.acts and verb.negated and verb.doer == "assistant" for verb in part.verbs)
    if not denied or part.people or _ELSE.search(part.line) or not re.search(r"\b(?:him|her|them)\b", part.line):
        return
    known = stems(frozenset[str]().union(*(deed.words for deed in run.deeds if deed.people & last)))
    if last & run.told and stems(said.words - {verb.word for verb in part.verbs}) <= known:
        yield Found("no", "it denies a message that was sent", part.line)


def said_to_stay(part: Part, run: DoneRun, said: Statement) -> Iterator[Found]:
    """Yield a finding if the clause says that something stays as it was that was cancelled, deleted or moved."""
    gone = [deed for deed in run.deeds if deed.acts & {"cancel", "delete"}]
    words = said.words
    if not gone or not words or any(verb.acts & {"cancel", "delete"} and not verb.negated for verb in part.verbs):
        return
    mine = max(len(words & deed.words) for deed in gone)
    # A replacement may look like the record that was cancelled.
    new = max((len(words & deed.words) for deed in run.deeds if deed not in gone), default=0)
    tables = {deed.table for deed in gone}
    others = len(
        words.intersection(*[frozenset[str]().union(*(one.words for one in run.others if one.table in tables))])
    )
    kept = mine > max(new, others) and re.search(
        r"\b(?:still|stays?|remains?|untouched|unchanged|kept|left)\b", part.line
    )
    replaced = any(deed.table in tables for deed in run.deeds if deed not in gone) and _FIRST_ONE.search(part.line)
    if kept or replaced:
        yield Found("no", "it says that something stays, but it was removed", part.line)


def wrong_values(
    part: Part, own: Sequence[DoneDeed], said: Statement, run: DoneRun, folded: str, *, sure: bool = True
) -> Iterator[Found]:
    """Yield a finding for each day, time or amount that does not match what was done; doubts only unless `sure`."""
    # Old values count only where the clause is about them: "moved from 15:00", "the 15:00 slot is cancelled".
    past = any(deed.acts & {"cancel", "delete"} for deed in own) or re.search(
        r"\b(?:from|instead|in place|was|old|not)\b", part.line
    )
    done = run.done_values if past else frozenset[tuple[str, int]]().union(*(deed.values for deed in run.deeds))
    kinds = {kind for deed in own for kind, _ in deed.values}
    right = {kind_of(value) for value in part.values if _among(value, done)}
    for value in part.values:
        kind = kind_of(value)
        shown = folded[value.start : value.end]
        if _is_not_the_total(value, part, own, folded):
            yield Found("no", "it names another amount than what was paid", shown)
        if not value.certain or _among(value, done) or (not own and _among(value, run.values)):
            continue
        if _MINUTES_TO.match(folded[value.start :]) or _is_arrival(value, part, run, folded):
            continue
        if value.kind == "number":
            yield from _wrong_number(value, part, own, run, folded)
        else:
            told = bool(own) and all(deed.people for deed in own)
            borne_out = value_is_borne_out(value, said, run, told)
            before = folded[part.start : value.start]
            if kind == "day" and _ARRIVES.search(before) and all("order" in deed.acts for deed in own):
                # The date of delivery is not part of what was done; the shop's messages name it.
                borne_out = borne_out or value_is_borne_out(value, Statement(frozenset(), frozenset()), run)
                before = f"{before} by "
            if kind == "amount" and not any(deed.total for deed in own) and is_borne_out(said, (value,), run, 0.6):
                # A fare that the app has quoted is in no record.
                continue
            aside = _DEADLINE.search(before) or _DESCRIBES.match(folded[value.end : part.end])
            if borne_out and (kind in right or aside or kind not in kinds):
                continue
            ordered = all("order" in deed.acts for deed in own)
            if not sure or aside or not own or kind not in kinds or (borne_out and kind == "day" and ordered):
                yield Found("unclear", "it names a value that was not used", shown)
            else:
                yield Found("no", "it names a value that does not match what was done", shown)


def _is_arrival(value: ValueMention, part: Part, run: DoneRun, folded: str) -> bool:
    """Return True for "there at 14:16" after the ride's departure; apps show arrivals, but no record has them."""
    if value.kind != "time" or not _THERE.search(folded[part.start : value.start]):
        return False
    left = {meaning for deed in run.deeds if "book" in deed.acts for kind, meaning in deed.values if kind == "time"}
    return any(0 < arrival - start <= _LONGEST_RIDE for arrival in value.meanings for start in left)


def _is_not_the_total(value: ValueMention, part: Part, own: Sequence[DoneDeed], folded: str) -> bool:
    """Return True for the price before the discount in "ordered for 74.00"."""
    totals = {deed.total for deed in own if deed.total}
    if kind_of(value) != "amount" or not totals or value.meanings & totals:
        return False
    if any(kind_of(other) == "amount" and other.meanings & totals for other in part.values):
        return False
    if not re.search(
        r"\b(?:for|total|paid|came to|comes to|costs?|costs? you|altogether|price) (?:of |only |just )?(?:\S{0,3})$",
        folded[: value.start],
    ):
        return False
    piece = re.match(r"\s*(?:\w+\s+)?(?:each|a piece|apiece|per\b|a (?:pack|pair))", folded[value.end :])
    # In "for 24 jars" the number counts something.
    alone = re.match(
        r"\s*(?:$|[.,;()]|(?:and|with|on|by|in|from|altogether|including|after|before)\b)", folded[value.end :]
    )
    large = bool(alone) and max(value.meanings) > _SMALL
    return not piece and (value.kind == "money" or "." in folded[value.start : value.end] or large)


def _among(value: ValueMention, known: frozenset[tuple[str, int]]) -> bool:
    return any((kind_of(value), meaning) in known for meaning in value.meanings)


def _wrong_number(
    value: ValueMention, part: Part, own: Sequence[DoneDeed], run: DoneRun, folded: str
) -> Iterator[Found]:
    """Yield a doubt for "12 pans" if pans were ordered, but not twelve."""
    (hundredths,) = value.meanings
    shown = folded[value.start : value.end]
    if hundredths in {100 * number for number in _ordered(content_words(_counted(value, part, folded)), own, run)}:
        return
    noun = re.match(r"\s*(?:-\s*)?([^\W\d_]+)", folded[value.end : part.end])
    counted = frozenset[tuple[str, str]]().union(*(deed.counted for deed in own))
    if (
        noun
        and hundredths > 100
        and len(noun[1]) > 2
        and hundredths != 100 * sum(deed.quantity for deed in own)
        and any(singular(noun[1]) == one for _, one in counted)
        and folded[value.end + noun.end() : value.end + noun.end() + 1] != "-"
    ):
        if (str(hundredths // 100), singular(noun[1])) not in counted:
            yield Found("no", "it names another number than what was done", f"{shown} {noun[1]}")
        return
    if hundredths == 100 * sum(deed.quantity for deed in own or run.deeds):
        return
    if ("amount", hundredths) in run.values or is_half_of_amount(value, part) or shown in run.words:
        return
    length = re.match(r" (?:minutes?|hours?|days?|weeks?|months?|years?)\b", folded[value.end :])
    if not length and re.search(r"\b(?:at|from|until|till|by|before|after) $", folded[part.start : value.start]):
        if ("time", hundredths // 100 * 60) in run.values or ("time", (hundredths // 100 + 12) * 60) in run.values:
            return
        yield Found("unclear", "it names a number that was not used", shown)
        return
    if re.search(
        r"\b(?:ending|ends|number|card|coach|seat|room|bench|street|no) (?:in |with )?$", folded[: value.start]
    ):
        yield Found("no" if hundredths >= 10000 else "unclear", "it names another number than what was used", shown)
        return
    priced = any(deed.acts & {"order", "book", "pay"} for deed in own)
    if (
        priced
        and hundredths >= 1000
        and re.search(r"\b(?:for|cost|costs|total|paid|sum|price) $", folded[: value.start])
    ):
        yield Found("no", "it names another amount than what was paid", shown)
        return
    after = re.match(r"\s*(?:-\s*)?(?:\w+ ){0,1}?([^\W\d_]+)", folded[value.end : part.end])
    if hundredths > 300 and after and singular(after[1]) in run.words:
        yield Found("no" if hundredths > 1000 else "unclear", "it names another number than what was done", shown)
    elif hundredths > 1200:
        yield Found("unclear", "it names a number that was not used", shown)


def wrong_count(part: Part, own: Sequence[DoneDeed], run: DoneRun, folded: str) -> Iterator[Found]:
    """Yield a finding for "all five reminders are deleted" if three were, and for "two pairs" if one was ordered."""
    for value in part.values:
        phrase = _counted(value, part, folded)
        words = re.findall(r"[^\W\d_]+", re.split(r"\b(?:on|in|for|of)\b", phrase)[0])[:3]
        if value.kind != "number" or not words or phrase.startswith("-") or _is_in_name(value, run, folded):
            continue
        (hundredths,) = value.meanings
        shown = folded[value.start : value.end] + phrase
        # "One that contains no nuts" stands for a noun; it does not count.
        pronoun = folded[value.start : value.end] == "one"
        ordered = [] if pronoun else _ordered(content_words(phrase), own, run)
        if ordered:
            known = folded[value.start : value.end] in run.words
            if not known and hundredths not in {100 * number for number in ordered}:
                yield Found("no", f"the count is wrong, {ordered[0]} were ordered", shown)
            continue
        yield from _wrong_number_of_records(hundredths, [singular(word) for word in words], own, run, shown)
        quantity = sum(deed.quantity for deed in own)
        known = ("amount", hundredths) in run.done_values or folded[value.start : value.end] in run.words
        if quantity and singular(words[0]) in _PIECES and hundredths != quantity * 100 and not known:
            yield Found("no", f"the count is wrong, {quantity} were ordered", shown)


def _counted(value: ValueMention, part: Part, folded: str) -> str:
    """Return the words that a number counts: "onion sets" in "3 onion sets and a rake"."""
    return _COUNT_ENDS.split(folded[value.end : part.end])[0]


def _is_in_name(value: ValueMention, run: DoneRun, folded: str) -> bool:
    """Return True for the number in "your Atlas 90 order", where a record has "Atlas 90" in its words."""
    before = re.findall(r"[^\W\d_]+", folded[: value.start])[-1:]
    digits = folded[value.start : value.end]
    return any((word, digits) in deed.numbered for word in before for deed in run.deeds)


def _ordered(words: frozenset[str], own: Sequence[DoneDeed], run: DoneRun) -> list[int]:
    """Return how many were ordered of the articles that these words describe best, one by one and together."""
    lines = [line for deed in own or run.deeds for line in deed.lines]
    most = max((len(words & article - RECORD_WORDS) for article, _ in lines), default=0)
    best = [line for line in lines if most and len(words & line[0] - RECORD_WORDS) == most]
    # Sixty jars are ordered as five packs of twelve.
    packed = [number * int(word) for article, number in best for word in article if word.isdigit()]
    return [*(number for _, number in best), sum(number for _, number in best), *packed] if best else []


def _wrong_number_of_records(
    hundredths: int, nouns: Sequence[str], own: Sequence[DoneDeed], run: DoneRun, shown: str
) -> Iterator[Found]:
    for deed in own:
        if deed.table.partition(".")[2] in nouns:
            alike = {other.key for other in run.deeds if other.table == deed.table and other.acts == deed.acts}
            done = {len({other.key for other in own if other.table == deed.table}), len(alike)}
            if not {hundredths} & {100 * number for number in done} and (len(own) > 1 or hundredths > 100):
                yield Found("no", f"the count is wrong, {len(alike)} were changed", shown)
                return
    gone = [deed for deed in own if deed.acts & {"cancel", "delete"} and nouns[0] in deed.words]
    if hundredths == 100 and len(gone) > 1:
        yield Found("unclear", "more than one record was changed", shown)
    gone = [deed for deed in own if deed.acts & {"cancel", "delete"} and nouns[-1] in deed.words]
    if gone and len(gone) == len(own) and 100 < hundredths <= 1200 and hundredths != 100 * len(gone) and len(nouns) < 3:
        yield Found("no", f"the count is wrong, {len(gone)} were changed", shown)


def wrong_words(part: Part, own: Sequence[DoneDeed], run: DoneRun, said: Statement) -> Iterator[Found]:
    """Yield a finding if the clause describes a record that was not changed."""
    if not own:
        return
    mine = frozenset[str]().union(*(deed.words for deed in own))
    line = BESIDE.split(INSTEAD_OF.split(part.line)[0])[0]
    # "Booked for Ann": the name of somebody involved is no other record.
    involved = said.people if said.people & run.words else frozenset[str]()
    words = frozenset(word for word in (content_words(line) & said.words) - mine - involved if len(word) > 2)
    apps, tables = {deed.table.partition(".")[0] for deed in own}, {deed.table for deed in own}
    # A record of a different app is meant only where its whole title stands.
    titles = [
        record.title
        for record in run.others
        if record.table.partition(".")[0] in apps or (len(record.title) > 1 and record.title <= words)
    ]
    # "The old booking is cancelled, a van goes to Mill Lane": Mill Lane must not be the old destination.
    titles += [
        deed.words
        for deed in run.deeds
        if deed not in own and deed.table.partition(".")[0] in apps - {"email", "messaging"}
    ]
    # "A Premium cab" if other rides are Premium, but not this one.
    odd = {
        word
        for word in words - run.words
        if any(word in record.words for record in run.others if record.table in tables)
    }
    # One word of another note or message says little, because their texts are long.
    if odd and not apps <= {"email", "messaging"} and (len(odd) > 1 or "note" not in apps):
        yield Found("unclear", "this describes another record", " ".join(sorted(odd)))
    for title in titles:
        strange = title & words
        if not strange:
            continue
        # If the clause has words that only the changed record has, it names that record as well as the other.
        both = (content_words(line) & mine) - title - RECORD_WORDS
        sure = not strange <= run.words and (apps - {"email", "messaging"} or strange == title)
        # "The ferns and the rent are deleted" names both records.
        taken = any(deed.acts & {"cancel", "delete"} for deed in own)
        joined = taken and any(re.search(rf"\band (?:\w+ ){{0,3}}{re.escape(word)}", line) for word in strange)
        yield Found(
            "no" if joined or (not both and (sure or not content_words(line) & mine - RECORD_WORDS)) else "unclear",
            "it is about another record",
            " ".join(sorted(strange)),
        )
        return


def namesakes(part: Part, run: DoneRun, scene: Scene, folded: str) -> Iterator[Found]:
    """Yield a finding for the full name of a person who shares a name with, but is not, somebody involved."""
    names = {person.key: person.names for person in scene.people}
    for mention in part.people:
        words = folded[mention.start : mention.end].removesuffix("'s").split()
        known = words[0] in run.words and not {words[-1], singular(words[-1])} & run.words
        if len(words) > 1 and known and mention.key in names and not part.left_alone:
            yield Found("no", "it names another person of that name", " ".join(words))


def wrong_codes(folded: str, run: DoneRun) -> Iterator[Found]:
    """Yield a doubt for a code such as M-7688 that belongs to nothing that was done."""
    for match in re.finditer(r"\b[a-z]+-?(\d{3,})\b|\b[a-z]{1,3}-(\d+)\b", folded):
        digits = match[1] or match[2]
        if not any(digits in word for word in run.words):
            yield Found("unclear", "it names a code that was not used", match[0])
