"""Finds words, names, sizes and people in a report that do not fit what was done; most of them only raise a doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from simulator.reading.claims import Found
from simulator.reading.facts.number_words import VALUES
from simulator.reading.reports.report_parts import (
    DoneDeed,
    DoneRun,
    Part,
    last_of_list,
    spelled_out,
    stems,
    told_people,
)
from simulator.reading.reports.report_support import (
    LIGHT,
    NICE,
    RECORD_WORDS,
    WAYS,
    Statement,
    is_borne_out,
    statement,
    strange_words,
)
from simulator.reading.reports.report_values import is_sum
from simulator.reading.reports.report_words import (
    ALL_DID,
    BESIDE,
    EVENTS,
    FAILURE,
    INSTEAD_OF,
    LEFT_ALONE,
    OFTEN,
    REFUSED,
    THEY_DID,
    report_verbs,
)
from simulator.reading.scene import Scene, content_words, singular

_NUMBERED = re.compile(
    r"\b([^\W\d_]+) (\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?![.,:-]?\d)"
)
_NAME = re.compile(r"(?<=[a-z,] )(?!Mrs|Mr\b|Miss\b)[A-Z][a-z\u00c0-\u017f]{2,}\b(?!\d)")
# A title between quotation marks, at most four words after the verb.
_TITLE = re.compile(r"(?: [\w-]+){0,4} \"([^\"\n]{3,80})\"")
_TAKES = frozenset(("delete", "cancel"))
_PRONOUN_DID = re.compile(r"\b(?:he|she|they|everyone|everybody|both|all)\b")


_DAYS = content_words(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August"
    " September October November December"
)
_ANSWERED = frozenset(("answered", "replied", "written", "responded"))


def unknown_names(text: str, parts: Sequence[Part], run: DoneRun, scene: Scene, folded: str) -> Iterator[Found]:
    """Yield a doubt for each capitalised word inside a sentence, unless it is a person's name or a word of a deed."""
    known = run.words.union(*(content_words(" ".join(name)) for person in scene.people for name in person.names))
    known |= content_words(" ".join(" ".join(name) for name in scene.owner.names))
    for match in _NAME.finditer(text):
        words = content_words(match[0])
        if (
            words
            and not words & (known | _DAYS)
            and not LEFT_ALONE.search(text[max(0, match.start() - 60) : match.end() + 40].lower())
            and not any(_explains(part, words, run, scene, folded) for part in parts)
        ):
            yield Found("unclear", "it names something that was not changed", match[0])


def _explains(part: Part, names: frozenset[str], run: DoneRun, scene: Scene, folded: str) -> bool:
    """Return True if the clause is about no deed, and a sentence on the phone explains the names.

    Such a sentence has the names and at least two words of the clause.
    """
    said = statement(part, scene, folded)
    done = frozenset[str]().union(*(deed.words for deed in run.deeds))
    if not names & said.words or said.words & done or any(verb.acts & run.acts for verb in part.verbs):
        return False
    words = stems(content_words(part.line))
    return any(names <= source.words and len(words & source.stems) > 1 for source in run.sources())


def only_in_cart(folded: str, run: DoneRun) -> Iterator[Found]:
    """Yield a finding if the report asks the owner to do what was done, or mentions the cart but not the order."""
    match = re.search(
        r"\b(?:you|please) (?:only |just |still |now )*(?:have|need|must|can)(?: only| just| still)? (?:to )?(?:pay"
        r"|check out|confirm|order|send|press|finish|complete|submit)\b",
        folded,
    )
    if match and run.acts & {"order", "send", "book"}:
        yield Found("no", "it asks the owner to do what was already done", match[0])
    bought = re.search(r"\b(?:ordered|bought|paid|purchased|order|checked out)\b", folded)
    if re.search(r"\b(?:cart|basket)\b", folded) and "order" in run.acts and not bought:
        yield Found("unclear", "it mentions only the cart, not the order", "cart")


def others_deeds(part: Part, run: DoneRun, said: Statement, folded: str, last: frozenset[str]) -> Iterator[Found]:
    """Yield a finding for "Ann has agreed" if the phone does not show it; `last` are the people named before."""
    if run.failed and (FAILURE.search(part.line) or REFUSED.search(part.line)):
        return
    if part.lead == "so" and re.search(r"\b(?:will|can|should|need)\b", part.line):
        # "So she will be there in time" is what follows from the deed, not news from her.
        return
    if any(verb.negated for verb in part.verbs) or re.search(r"\b(?:if|whether|not|until|once|when)\b", part.line):
        return
    who: set[str] | None = None
    for mention in part.people:
        listed = last_of_list(mention, part, folded)
        if re.search(r"\b(?:to|for|with|of|from|about|by) $", folded[part.start : mention.start]):
            # "The mail to Ann has gone out" is about the mail, not about Ann.
            continue
        if THEY_DID.match(spelled_out(folded[listed.end : part.end])):
            who = (who or set()) | {other.key for other in part.people if other.start == mention.start}
    pronoun = _PRONOUN_DID.search(part.line)
    if who is None and re.match(r"(?:has|have|had)\b", part.line) and THEY_DID.match(part.line):
        # "Ann has the list and has already paid": the subject is in the clause before.
        who = set(last)
    if who is None and (ALL_DID.search(part.line) or (pronoun and THEY_DID.match(part.line[pronoun.end() :]))):
        who = set(last)
    if who is not None:
        did = frozenset(verb.word for verb in part.verbs if verb.doer == "other")
        # People who were told and have not answered since can't have reacted.
        news = who & run.told
        if who & run.heard and did & _ANSWERED:
            return
        if (
            not news
            and said.words - said.people
            and is_borne_out(said._replace(words=said.words | did), part.values, run, 0.8)
        ):
            return
        quotes = not news and re.search(
            r"\b(?:says|writes|wrote|said|promises|promised|wants|pays|brings|will|has to|have to)\b", part.line
        )
        yield Found(
            "unclear" if who & run.heard or quotes else "no",
            "it says that somebody else did something that the phone does not show",
            part.line,
        )
    elif (
        not told_people(part, folded)
        and any(verb.doer == "other" and not verb.planned and verb.acts != {"look"} for verb in part.verbs)
        and not is_borne_out(said, part.values, run, 0.6)
    ):
        yield Found("unclear", "it says what somebody else did", part.line)


def uncertain_message(part: Part, run: DoneRun, said: Statement, folded: str) -> Iterator[Found]:
    """Yield doubts if a clause says that somebody was asked or told something, but no message does so."""
    sent = [deed for deed in run.deeds if "send" in deed.acts]
    told = {mention.key for mention in told_people(part, folded)}
    theirs = [deed for deed in sent if deed.people & told] or sent
    known = frozenset[str]().union(*(deed.words for deed in theirs))
    words = said.words - said.people - WAYS - frozenset(verb.word for verb in part.verbs)
    asked = any(verb.base in ("ask", "request", "beg", "poll") and not verb.negated for verb in part.verbs)
    if asked and theirs and not any(deed.asks for deed in theirs):
        yield Found("unclear", "the message asks for nothing", part.line)
    strange = [word for word in words if not stems([word]) & (stems(known) | stems(run.words))]
    several = len(strange) > 0.4 * len(words) and not is_borne_out(said, (), run, 0.7)
    # "I reported it to the police": one unknown addressee is enough.
    to = any(re.search(rf"\bto (?:the |your )?{re.escape(word)}\b", part.line) for word in strange)
    if several and (to or _tells_something_else(strange, run)):
        yield Found("unclear", "no message says this", " ".join(sorted(strange)))


def uncertain_record(part: Part, own: Sequence[DoneDeed], run: DoneRun, said: Statement) -> Iterator[Found]:
    """Yield findings, mostly doubts, if the clause describes something other than the records of its deeds `own`."""
    words = said.words - said.people - frozenset(verb.word for verb in part.verbs)
    words &= content_words(BESIDE.split(INSTEAD_OF.split(part.line)[0])[0])
    # Offers also mention things that stay, so only the record itself shows what was cancelled.
    taken = any(deed.acts & {"cancel", "delete"} for deed in own)
    tables = {deed.table for deed in own} if taken else set()
    kept = frozenset[str]().union(*(record.words for record in run.others if record.table in tables))
    mine = frozenset[str]().union(*(deed.words for deed in own)) | (run.words - kept)
    strange = [word for word in words if word[:5] not in stems(mine)]
    # "Every hiking reminder" says more than was done, and "I had the limit raised" may mean more than a message.
    wide = (taken and re.search(r"\bevery\b|\ball (?:your|the|my)\b", part.line)) or any(
        "other" in verb.acts for verb in part.verbs
    )
    done = frozenset[str]().union(*(deed.words for deed in own))
    elsewhere = frozenset[str]().union(*(deed.words for deed in run.deeds if deed not in own)) - done
    if words & elsewhere and not stems(words) & stems(done) and not _linked(words, done, run):
        yield Found("unclear", "this is about another action", " ".join(sorted(words & elsewhere)))
    for first, noun, following in zip(part.words, part.words[1:], (*part.words[2:], ""), strict=False):
        # "The blue tent" does not fit a green tent, but "the pretty jars" fits any jars.
        odd = content_words(first) - RECORD_WORDS - LIGHT - NICE - run.words
        both = content_words(f"{noun} {following}")
        if first in VALUES or any(len(both) > 1 and both <= deed.words for deed in own):
            # "The separate blue tent" still names the blue tent.
            continue
        if (
            odd
            and first.isalpha()
            and first not in report_verbs()
            and len(noun) > 2
            and content_words(noun) & (done - LIGHT)
            and not stems(odd) & stems(mine)
        ):
            yield Found("unclear", "what was done has another name", f"{first} {noun}")
    if (
        words
        and len(strange) >= 0.5 * len(words)
        and (wide or _tells_something_else(strange, run))
        and not is_borne_out(said, (), run, 0.7)
    ):
        yield Found("unclear", "this does not describe what was done", " ".join(sorted(strange)))
    counted = re.search(r"\bboth (?!of you)|^two (?!of you)", part.line)
    if (
        counted
        and len({deed.key for deed in own}) < 2
        and not part.people
        and ((taken and "both" in counted[0]) or not sum(deed.quantity for deed in own) > 1)
    ):
        yield Found("no" if taken else "unclear", "only one record was changed", part.line)
    numbered = frozenset[tuple[str, str]]().union(*(deed.numbered for deed in own))
    for match in _NUMBERED.finditer(said.plain):
        pair = (match[1], str(VALUES.get(match[2], match[2])))
        if (
            pair not in numbered
            and pair[0] in {word for word, _ in numbered}
            and (content_words(pair[0]) or (pair[0] == "for" and len(pair[1]) == 1))
        ):
            yield Found("unclear", "it has another number", " ".join(pair))


def with_digits(text: str) -> list[str]:
    """Return the words of a text, with number words up to twelve as digits."""
    words = [word.strip(".,:") for word in re.findall(r"[^\W_][\w.,:]*", text)]
    return [str(VALUES[word]) if VALUES.get(word, 13) <= 12 else word for word in words]


def _linked(words: frozenset[str], done: frozenset[str], run: DoneRun) -> bool:
    """Return True if a sentence on the phone has a word of each of the two sets."""
    one, other = stems(words), stems(done - RECORD_WORDS - LIGHT)
    return any(one & source.stems and other & source.stems for source in run.sources())


def wrong_sizes(folded: str, run: DoneRun) -> Iterator[Found]:
    """Yield a finding for "one S, two L" if other sizes were ordered."""
    pieces = frozenset[tuple[str, int]]().union(*(deed.pieces for deed in run.deeds))
    for match in re.finditer(r"\b(one|two|three|four|five|six|\d{1,2})(?: ?x| \u00d7|)? (xs|s|m|l|xl|xxl)\b", folded):
        number = int(VALUES.get(match[1]) or match[1])
        if (match[2], number) not in pieces:
            yield Found("no" if pieces else "unclear", "other sizes were ordered", match[0])
    sizes = {word for word, _ in pieces if word in ("xs", "s", "m", "l", "xl", "xxl")}
    named = re.search(r"\bin (?:size )?(xs|s|m|l|xl|xxl)\b", folded)
    if named and sizes and named[1] not in sizes:
        yield Found("no", "other sizes were ordered", named[0])


_OPTION = re.compile(r"\b([a-z]{3,}) (?:for|up to|of) (two|three|four|five|six|\d{1,3})\b")


def wrong_options(folded: str, run: DoneRun) -> Iterator[Found]:
    """Yield a doubt for "the tent for 2" if the tent for 4 was taken and the shop has both."""
    taken = [deed.words for deed in run.deeds if deed.acts & {"cart", "order"}]
    items = [record.words for record in run.others if record.table == "shopping.item"]
    for match in _OPTION.finditer(folded):
        noun, number = singular(match[1]), str(VALUES.get(match[2], match[2]))
        own = [words for words in taken if noun in words]
        other = any({noun, number} <= words and len(words & own[0]) > 1 for words in items) if own else False
        if other and not any(number in words for words in own):
            yield Found("unclear", "another variant was taken", match[0])


def unexplained(part: Part, run: DoneRun, said: Statement, folded: str) -> Iterator[Found]:
    """Yield a doubt about a clause with many unknown words that no sentence on the phone supports."""
    strange = list(strange_words(said, run))
    values = tuple(
        value
        for value in part.values
        if value.certain and value.kind != "number" and not (value.kind == "money" and is_sum(value, said, run, folded))
    )
    if len(strange) <= 0.4 * len(said.words) and not values:
        return
    if is_borne_out(said, values, run, 0.5):
        return
    if len(strange) > 0.4 * len(said.words) and _tells_something_else(strange, run):
        yield Found("unclear", "the phone does not show this", " ".join(strange))


def _tells_something_else(strange: Sequence[str], run: DoneRun) -> bool:
    """Return True for two or more unknown words, or for one that an unchanged record has.

    Right reports often have one word of their own, such as "your three swimmers" or "nags" for reminders.
    """
    return len(strange) > 1 or any(word in record.words for word in strange for record in run.others)


def events(part: Part, run: DoneRun, said: Statement) -> Iterator[Found]:
    """Yield a doubt for an event ("it has been shipped") or a frequency ("every week") that nothing supports."""
    match = EVENTS.search(part.line)
    if match and not content_words(match[0]) & run.words:
        told = said._replace(words=said.words | content_words(match[0]))
        if not is_borne_out(told, (), run, 0.8):
            yield Found("unclear", "the phone does not show this", match[0])
    for pattern, same in OFTEN:
        match = pattern.search(part.line)
        if match and not same & run.words:
            yield Found("unclear", "nothing was set to happen this often", match[0])


def decoys_named(part: Part, run: DoneRun) -> Iterator[Found]:
    decoys = content_words(part.line) & run.decoys - RECORD_WORDS
    if decoys and not part.left_alone:
        yield Found("unclear", "it mentions something that was to be left alone", " ".join(sorted(decoys)))


def other_titles(part: Part, run: DoneRun, folded: str) -> Iterator[Found]:
    """Yield a finding for "deleted the note “Rules”" if no record that was deleted has these words in it."""
    for verb in part.verbs:
        if part.left_alone or verb.negated or verb.planned or not verb.acts & _TAKES:
            continue
        match = _TITLE.match(folded, part.places[verb.end - 1] + len(part.words[verb.end - 1]))
        title = stems(content_words(match[1])) if match else frozenset()
        if match and title and not any(title & stems(deed.words) for deed in run.deeds if deed.acts & verb.acts):
            yield Found("no", "it is about another record", match[1])


def strangers(part: Part, run: DoneRun, said: Statement) -> Iterator[Found]:
    """Yield a doubt if the clause names only people who had no part in what was done."""
    if said.people and not said.people & run.words and not part.left_alone and not is_borne_out(said, (), run, 0.7):
        yield Found("unclear", "it mentions somebody who had no part in this", part.line)
