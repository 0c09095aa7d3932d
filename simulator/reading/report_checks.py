"""Checks of a clause of a report against what was done: people, acts, values, counts and records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from simulator.reading.offers import Found
from simulator.reading.report_parts import DoneRun, Part, last_of_list, spelled_out, told_people, was_touched
from simulator.reading.report_words import ALL_DID, THEY_DID, verb_bases
from simulator.reading.scene import Scene, content_words, singular
from simulator.reading.text_values import ValueMention, kind_of

_MINUTES_TO = re.compile(
    r"(?:five|ten|twenty|quarter|\d+) to (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d)\b"
)


def wrong_people(part: Part, run: DoneRun, folded: str) -> Iterator[Found]:
    keys = {
        mention.start: {other.key for other in part.people if other.start == mention.start} for mention in part.people
    }
    for mention in told_people(part, folded):
        same_name = keys[mention.start]
        if not same_name & run.told and not part.left_alone:
            yield Found("no", "it names somebody who got no message", folded[mention.start : mention.end])
        elif (
            same_name & run.told
            and part.left_alone
            and re.search(
                r"\b(?:have|has|did|was|were) not (?:been )?(?:told|written|informed|answered|asked|mailed|tell"
                r"|write)\b",
                part.line,
            )
        ):
            yield Found("no", "it denies a message that was sent", part.line)
    for mention in part.people:
        listed = last_of_list(mention, part, folded)
        if THEY_DID.match(spelled_out(folded[listed.end : part.end])) and not part.left_alone:
            yield Found(
                "unclear" if keys[mention.start] & run.heard else "no",
                "it says what somebody else did, which the phone does not show",
                part.line,
            )
    if ALL_DID.search(part.line) and not part.left_alone:
        yield Found(
            "unclear" if run.heard else "no", "it says what others did, which the phone does not show", part.line
        )


def wrong_acts(part: Part, acts: frozenset[str], word: str, run: DoneRun) -> Iterator[Found]:
    if not acts or acts & run.acts:
        return
    if "calendar" in acts:
        if not was_touched("calendar", run) and not part.left_alone:
            yield Found("no", "it names an entry in the calendar that was not made", word)
        return
    if part.left_alone:
        return
    if word == "is yours" or run.words & verb_bases().get(word, frozenset()):
        yield Found("unclear", "it may name a deed that was not done", word)
        return
    # "The call was moved" may tell what somebody else did.
    own = re.search(r"\bi\b|\bhave (?:been|had)\b|\b(?:is|are|been)\b", part.line) or part.line.startswith(word)
    yield Found("no" if own else "unclear", "it names a deed that was not done", word)


def wrong_values(part: Part, claims: bool, run: DoneRun, folded: str) -> Iterator[Found]:
    if part.left_alone:
        return
    words = content_words(part.line)
    done = run.done_values
    for value in part.values:
        kind = kind_of(value)
        if not value.certain or any((kind, meaning) in done for meaning in value.meanings):
            continue
        shown = folded[value.start : value.end]
        if value.kind == "number":
            yield from _wrong_number(value, part, run, folded)
        elif _MINUTES_TO.match(folded[value.start :]) or _has_it_elsewhere(kind, value, words, run):
            continue
        elif any((kind, meaning) in run.values for meaning in value.meanings):
            if (claims or kind != "day") and kind in {known for known, _ in done}:
                yield Found("unclear", "it names a value that was spoken of, but not used", shown)
        elif kind in {known for known, _ in done} and (
            claims or not any((kind, meaning) in run.on_phone for meaning in value.meanings)
        ):
            yield Found("no", "it names a value that is not what was done", shown)
        else:
            yield Found("unclear", "it names a value that was not used", shown)


def _wrong_number(value: ValueMention, part: Part, run: DoneRun, folded: str) -> Iterator[Found]:
    """Yield a doubt for "12 pans" if what was done has pans, but not twelve of them."""
    (hundredths,) = value.meanings
    if ("amount", hundredths) in run.values or _is_half_of_amount(value, part):
        return
    if re.search(r"\b(?:at|from|until|till|by|before|after|for) $", folded[part.start : value.start]):
        return
    after = re.match(r"\s*(?:-\s*)?(?:\w+ ){0,1}?([^\W\d_]+)", folded[value.end : part.end])
    if hundredths > 300 and after and singular(after[1]) in run.words:
        yield Found(
            "no" if hundredths > 1000 else "unclear",
            "it names another number than what was done",
            folded[value.start : value.end],
        )
    elif hundredths > 1000:
        yield Found("unclear", "it names a number that was not used", folded[value.start : value.end])


def _is_half_of_amount(value: ValueMention, part: Part) -> bool:
    """Return True for both numbers of "fifty-nine twenty"."""
    return any(
        other is not value
        and kind_of(other) == "amount"
        and (other.start - value.end in (0, 1) or value.start - other.end in (0, 1))
        for other in part.values
    )


def wrong_count(part: Part, acts: frozenset[str], run: DoneRun, folded: str) -> Iterator[Found]:
    """Yield a finding for "all five reminders are deleted" if three were."""
    for value in part.values:
        after = re.match(r"\s*(?:\w+ ){0,2}?([^\W\d_]+)", folded[value.end : part.end])
        words = re.findall(r"[^\W\d_]+", folded[value.end : part.end])[:3]
        if value.kind != "number" or after is None:
            continue
        for deed in run.deeds:
            noun = deed.table.partition(".")[2]
            if deed.acts & acts and noun in [singular(word) for word in words]:
                done = len({other.key for other in run.deeds if other.table == deed.table and other.acts & acts})
                (hundredths,) = value.meanings
                if hundredths != done * 100:
                    yield Found("no", f"it counts wrongly, {done} were touched", folded[value.start : part.end])
                    return


def _has_it_elsewhere(kind: str, value: ValueMention, words: frozenset[str], run: DoneRun) -> bool:
    """Return True if the clause names a record of the phone that has this value."""
    for record in run.others:
        shared = record.title & words
        named = shared and len(shared) >= min(2, len(record.title))
        if named and any((kind, meaning) in record.values for meaning in value.meanings):
            return True
    return False


def wrong_words(part: Part, acts: frozenset[str], run: DoneRun, people: Sequence[str]) -> Iterator[Found]:
    """Yield a doubt if the clause describes another record than the one that was touched."""
    if part.left_alone or not acts:
        return
    own = [deed for deed in run.deeds if deed.acts & acts]
    if not own:
        return
    mine = frozenset[str]().union(*(deed.words for deed in own))
    names = frozenset[str]().union(*(content_words(name) for name in people))
    words = frozenset(word for word in content_words(part.line) - mine - names if len(word) > 2 and word.isalpha())
    apps = {deed.table.partition(".")[0] for deed in own}
    titles = [record.title for record in run.others if record.table.partition(".")[0] in apps]
    # "The old booking is cancelled, a van goes to Mill Lane": Mill Lane must not be where the old one went.
    titles += [
        deed.words
        for deed in run.deeds
        if deed not in own and deed.table.partition(".")[0] in apps - {"email", "messaging"}
    ]
    for title in titles:
        strange = title & words
        if strange and not strange <= run.words:
            yield Found(
                "no" if apps - {"email", "messaging"} or strange == title else "unclear",
                "it is about another record",
                " ".join(sorted(strange)),
            )
            return
        if strange:
            yield Found("unclear", "it may be about another record", " ".join(sorted(strange)))


def namesakes(part: Part, run: DoneRun, scene: Scene, folded: str) -> Iterator[Found]:
    """Yield a finding for a namesake: the full name of somebody who has nothing to do with what was done."""
    names = {person.key: person.names for person in scene.people}
    for mention in part.people:
        words = folded[mention.start : mention.end].removesuffix("'s").split()
        known = words[0] in run.words and not {words[-1], singular(words[-1])} & run.words
        if len(words) > 1 and known and mention.key in names:
            yield Found("no", "it names somebody else of that name", " ".join(words))


def wrong_codes(folded: str, run: DoneRun) -> Iterator[Found]:
    """Yield a doubt for a code such as M-7688 that belongs to nothing that was done."""
    for match in re.finditer(r"\b[a-z]+-?(\d{3,})\b|\b[a-z]{1,3}-(\d+)\b", folded):
        digits = match[1] or match[2]
        if not any(digits in word for word in run.words):
            yield Found("unclear", "it names a code that was not used", match[0])
