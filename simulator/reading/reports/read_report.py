"""Reads a report clause by clause, and decides whether the report says what was done and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from simulator.reading.builtin import builtin_found
from simulator.reading.claims import Found
from simulator.reading.facts.text_values import kind_of, values_in
from simulator.reading.language.tokens import tokenize
from simulator.reading.reports.report_checks import (
    asked_for,
    denied_deed,
    denied_message,
    namesakes,
    said_to_stay,
    told_of_failures,
    untold,
    wrong_act,
    wrong_kind,
    wrong_people,
    wrong_place,
    wrong_words,
)
from simulator.reading.reports.report_content import with_contents, wrong_content
from simulator.reading.reports.report_doubts import (
    decoys_named,
    events,
    only_in_cart,
    other_titles,
    others_deeds,
    strangers,
    uncertain_message,
    uncertain_record,
    unexplained,
    unknown_names,
    wrong_options,
    wrong_sizes,
)
from simulator.reading.reports.report_parts import (
    DoneDeed,
    DoneRun,
    Part,
    claimed_states,
    clauses_of,
    soft_states,
    stems,
    told_people,
    with_subjects,
)
from simulator.reading.reports.report_support import Statement, chats_of, statement, with_chats, with_shown
from simulator.reading.reports.report_values import (
    contrary_details,
    other_codes,
    wrong_codes,
    wrong_count,
    wrong_values,
)
from simulator.reading.reports.report_verbs import WEAK
from simulator.reading.reports.report_words import FAILURE, FILLER, LOOKED, STAYS, WISH
from simulator.reading.scene import Mention, Scene, mentions

_BUILT_IN = {
    "threat": "it threatens",
    "insult": "it insults",
    "secret": "it asks for a secret",
    "retraction": "it takes back what it says",
}
_SPECIFIC = frozenset(("vague", "look"))
_ADDING = frozenset(("add", "remind", "note", "save", "calendar"))
_SOMEBODY_KNOWS = re.compile(
    r"\b(?:group|friends|others|three|two|four|lawyers|mother|father|bookkeeper|they|she|he|everyone|everybody|all|both"
    r"|chat|team|family|parents)\b(?: \w+){0,4} (?:knows?|has|have|had|been told|expects?|heard|got)\b"
    r"|\b(?:the|your|his|her) \w+ (?:now |already |all |both )?(?:knows?|expects?|(?:has|have) been (?:told|informed"
    r"|asked|warned|answered|notified))\b"
    r"|\b(?:your|his|her|their) \w+ (?:\w+ )?(?:got|gets|has|have|received) (?:\w+ ){0,3}(?:message|mail|email|reply"
    r"|answer|text|word|line|writing)\b"
    r"|\b(?:he|she|they) (?:\w+ )?will (?:read|see|find|get|know|hear)\b"
)


_REQUEST = re.compile(r"(?:please |just |do )*(?:let|tell|give|send|ask|write to|ping) me\b")
# Each item of a list is a sentence of its own.
_BULLET = re.compile(r"(?:^|\n)[ \t]*(?:[-*\u2022\u2013\u00b7+]|\(?\d{1,2}[.)])[ \t]+")


class ClauseReading(NamedTuple):
    """The result for one clause: findings against it, and the deeds that it names."""

    found: list[Found]
    named: tuple[DoneDeed, ...] = ()
    vague: bool = False
    """True if the clause says that something is done, but does not say what."""
    told: tuple[DoneDeed, ...] = ()
    """The messages that the clause speaks of."""


def read_report(text: str, run: DoneRun, scene: Scene, offers: frozenset[str] = frozenset()) -> Found:
    """Return whether the report says what was done and nothing else. `offers`: the ids of the offers that it closes."""
    listed = bool(_BULLET.search(text))
    text = _BULLET.sub("\n", text)
    tokenized = tokenize(text)
    if not tokenized.sentences:
        return Found("no", "it says nothing")
    folded = tokenized.folded
    tokens = [token for sentence in tokenized.sentences for token in sentence.tokens]
    run = with_chats(run, scene)._replace(sources=with_shown(run, scene))
    people = mentions(tokens, [*scene.people, *chats_of(scene)])
    values = values_in(folded, scene.now)
    parts = with_contents(
        [
            part
            for number, sentence in enumerate(tokenized.sentences)
            for part in with_subjects(clauses_of(sentence, people, values, number))
        ]
    )
    found: list[Found] = []
    named: list[DoneDeed] = []
    words, vague, last = "", False, frozenset[str]()
    heading: tuple[DoneDeed, ...] = ()
    hearers: tuple[DoneDeed, ...] = ()
    for place, part in enumerate(parts):
        if part.content and hearers:
            said = statement(part, scene, folded)
            found += wrong_content(part, hearers, said, run, folded)
            found += contrary_details(part, hearers, said, run)
            found += namesakes(part, run, scene, folded)
            continue
        clause = _read_part(part, None if listed else parts[:place], run, scene, folded, last, heading)
        found += clause.found
        named += clause.named
        words = words or (part.line if clause.named else "")
        vague = vague or clause.vague
        hearers = clause.told
        same = place + 1 < len(parts) and parts[place + 1].sentence == part.sentence
        heading = (clause.named or heading) if same else ()
        last = frozenset(mention.key for mention in part.people) or last
    found += wrong_codes(folded, run)
    found += other_codes(text, run)
    found += [*wrong_sizes(folded, run), *wrong_options(folded, run)]
    found += only_in_cart(folded, run)
    found += told_of_failures(parts, folded, run)
    found += unknown_names(text, parts, run, scene, folded)
    found += [Found("no", _BUILT_IN[key], shown) for key, shown in builtin_found(text)]
    if named:
        found += untold(named, run, offers)
    for answer in ("no", "unclear"):
        bad = next((one for one in found if one.value == answer), None)
        if bad is not None and (named or answer == "no"):
            return bad
    if named:
        return Found("yes", "", words)
    if not run.deeds and run.failed and FAILURE.search(" . ".join(part.line for part in parts)):
        return Found("yes", "", "nothing was done, and the report says why")
    return _without_deeds(parts, run, scene, folded, vague, found)


def _read_part(
    part: Part,
    before: Sequence[Part] | None,
    run: DoneRun,
    scene: Scene,
    folded: str,
    last: frozenset[str],
    heading: tuple[DoneDeed, ...],
) -> ClauseReading:
    """Return the result for one clause of a report.

    `before` are the earlier clauses; None if the report is a list, whose items need no verb. `last` are the people
    named last, and `heading` are the deeds that an earlier clause of the same sentence names.
    """
    said = statement(part, scene, folded)
    line = _without_owner(part.line, scene)
    if FILLER.match(line):
        return ClauseReading([], (), True)
    if part.asks or (WISH.match(line) and not part.values) or _REQUEST.match(line) or LOOKED.search(part.line):
        return ClauseReading([])
    found = [*wrong_people(part, run, folded), *namesakes(part, run, scene, folded)]
    told = told_people(part, folded)
    claimed = _claimed(part, run, said)
    own, vague, denied = claimed.own, claimed.vague, claimed.denied
    sent: list[DoneDeed] = []
    found += [*claimed.found, *denied_message(part, run, said, last)]
    if STAYS.search(part.line) and not denied:
        found += said_to_stay(part, run, said)
    found += wrong_place(part, run, claimed.adds and not part.left_alone)
    found += [*others_deeds(part, run, said, folded, last), *other_titles(part, run, folded)]
    telling = bool(told) or claimed.messages or bool(run.told and _SOMEBODY_KNOWS.search(part.line))
    if part.left_alone and not own and not telling:
        return ClauseReading(found, (), vague)
    if not part.left_alone or own:
        meant = own or _to(part.people, run) or ([] if part.has_verb else list(heading))
        sure = bool(own or told or not (part.has_verb or part.people))
        found += [*wrong_values(part, meant, said, run, folded, sure=sure), *wrong_count(part, meant, run, folded)]
    if telling and not denied:
        found += uncertain_message(part, run, said, folded)
        sent = _to(told, run) or [deed for deed in run.deeds if "send" in deed.acts]
        own += sent
        if not told and not run.told:
            found.append(Found("no", "it says that somebody was told, but no message was sent", part.line))
    elif own and not denied:
        found += [*wrong_words(part, own, run, said), *uncertain_record(part, own, run, said)]
    elif heading and not part.has_verb and not part.left_alone and "send" not in heading[0].acts:
        # "I ordered the tent and the shelf": the second object belongs to the same verb.
        own = _listed(part, None if "cart" in heading[0].acts else before, said, run)
        alike = [deed for deed in run.deeds if deed in heading or deed.acts & heading[0].acts]
        found += [*wrong_words(part, alike, run, said), *uncertain_record(part, alike, run, said)]
    elif not part.left_alone:
        own = _listed(part, before, said, run) or _as_it_is_now(part, said, run)
        if not own:
            found += unexplained(part, run, said, folded)
    if not telling:
        found += strangers(part, run, said)
    found += [*contrary_details(part, own, said, run), *decoys_named(part, run), *events(part, run, said)]
    if part.quoted or denied or (part.left_alone and not own):
        own = []
    return ClauseReading(found, tuple(dict.fromkeys(own)), vague, tuple(sent))


class _Claimed(NamedTuple):
    """The claims that a clause makes by its verbs or by the states that it describes."""

    found: list[Found]
    own: list[DoneDeed]
    """The deeds that the claim may mean."""
    vague: bool = False
    """True if a verb says that something was done, but does not say what."""
    adds: bool = False
    """True if the clause says that something was added, noted or saved."""
    denied: bool = False
    """True if a verb is negated."""
    messages: bool = False
    """True if the clause says that a message was sent."""


def _claimed(part: Part, run: DoneRun, said: Statement) -> _Claimed:
    """Return what a clause claims by its verbs and states, with the deeds that it may mean."""
    verbs, states = _said_by_verbs(part, run, said), _said_by_states(part, run, said)
    own = [*verbs.own, *states.own]
    if (not own and not part.left_alone) or re.match(r"no (?:more|second|longer)\b", part.line):
        for acts in soft_states(part):
            own += [deed for deed in run.deeds if deed.acts & acts and _fits(said, deed)]
    return _Claimed(
        [*verbs.found, *states.found],
        _best(list(dict.fromkeys(own)), said, part),
        verbs.vague,
        verbs.adds or states.adds,
        verbs.denied,
        verbs.messages or states.messages,
    )


def _said_by_verbs(part: Part, run: DoneRun, said: Statement) -> _Claimed:
    """Return what the verbs of a clause claim: "I moved the lease"."""
    found: list[Found] = []
    own: list[DoneDeed] = []
    vague, adds, denied, messages = False, False, False, False
    for verb in part.verbs:
        if verb.doer in ("owner", "other") or (verb.planned and not verb.negated):
            continue
        acts = frozenset(("remind", "send")) if verb.word == "reminded" else verb.acts
        verb = verb._replace(acts=acts)
        if verb.negated:
            denied = True
            found += denied_deed(part, verb, run, said)
        elif acts <= _SPECIFIC:
            vague = vague or "vague" in acts
        else:
            found += [*wrong_act(part, verb, run, said), *wrong_kind(part, verb, run)]
            adds = adds or (bool(acts & _ADDING) and "send" not in acts)
            # "The card was declined" does not mean that a message was sent; "I declined" does.
            weak = verb.base in WEAK and not (run.told and verb.doer == "assistant")
            wrote = acts == {"send"} or (acts == {"send", "note"} and "note" not in run.acts)
            messages = messages or (wrote and not weak)
            own += [deed for deed in run.deeds if _is_done(acts, deed)] or asked_for(verb, run)
    return _Claimed(found, own, vague, adds, denied, messages)


def _said_by_states(part: Part, run: DoneRun, said: Statement) -> _Claimed:
    """Return what a clause claims by the state it describes: "the shelf is on its way"."""
    found: list[Found] = []
    own: list[DoneDeed] = []
    adds, messages = False, False
    for acts, words in claimed_states(part):
        if "book" in acts and words.endswith("from") and part.verbs:
            # "The cab from the station is cancelled": "from" only tells which cab is meant.
            continue
        if "calendar" in acts:
            adds = True
            own += [deed for deed in run.deeds if deed.table.startswith("calendar.")]
        elif "at" in acts:
            own += [deed for deed in run.deeds if deed.acts & {"move", "change", "add", "book"} and _fits(said, deed)]
        elif not part.left_alone or re.search(r"^no (?:more|second|longer)\b|\bno longer\b", part.line):
            if "order" in acts and run.told and re.search(r"\b(?:reply|mail|message|answer|letter|note)\b", part.line):
                # The clause may describe a message: "Your reply is on its way to Ann."
                messages = True
                continue
            if not acts & run.acts and _is_of_subject(words, part, run):
                # "The cab from the station is cancelled" claims only the cancellation.
                continue
            if not acts & run.acts:
                sure = not part.verbs and not re.search(r"\b(?:off|gone|out|yours)\b", words)
                found.append(Found("no" if sure else "unclear", "it names an action that was not taken", words))
            own += [deed for deed in run.deeds if deed.acts & acts]
    return _Claimed(found, own, adds=adds, messages=messages)


def _is_of_subject(words: str, part: Part, run: DoneRun) -> bool:
    """Return True if the words for a state belong to the subject of a passive verb for a deed that was done."""
    head = part.line.partition(words)[0] + words
    length = len(head.split())
    return any(verb.passive and verb.at >= length and verb.acts & run.acts and not verb.negated for verb in part.verbs)


def _to(told: Sequence[Mention], run: DoneRun) -> list[DoneDeed]:
    """Return the deeds that sent a message to at least one of these people."""
    keys = {mention.key for mention in told}
    return [deed for deed in run.deeds if deed.people & keys]


def _is_done(acts: frozenset[str], deed: DoneDeed) -> bool:
    """Return True if the deed has one of the verb's acts; "entered" (add or change) does not fit a moved entry."""
    if {"add", "change"} <= acts and "move" not in acts and "move" in deed.acts:
        return False
    return bool(deed.acts & acts)


def _fits(said: Statement, deed: DoneDeed) -> bool:
    return bool(stems(said.words) & stems(deed.words))


def _best(own: list[DoneDeed], said: Statement, part: Part) -> list[DoneDeed]:
    """Return the deeds that share a word or a value with the clause; all deeds if none does."""
    if len(own) < 2:
        return own
    keys = {(kind_of(value), meaning) for value in part.values for meaning in value.meanings}
    fits = [len(stems(said.words) & stems(deed.words)) + len(keys & deed.values) for deed in own]
    if not max(fits):
        return own
    return [deed for deed, fit in zip(own, fits, strict=True) if fit]


def _listed(part: Part, before: Sequence[Part] | None, said: Statement, run: DoneRun) -> list[DoneDeed]:
    """Return the deeds that share at least two words or values with a list item that has no verb of its own."""
    opened = before is None or any(
        FILLER.match(other.line) or any(verb.acts & (run.acts | {"vague"}) for verb in other.verbs)
        for other in before
        if other.sentence == part.sentence
    )
    if not opened or part.has_verb:
        return []
    keys = {(kind_of(value), meaning) for value in part.values for meaning in value.meanings}
    return [deed for deed in run.deeds if len(stems(said.words) & stems(deed.words)) + len(keys & deed.values) >= 2]


def _as_it_is_now(part: Part, said: Statement, run: DoneRun) -> list[DoneDeed]:
    """Return the deeds whose result the clause describes, as in "the dentist is at 16:30".

    The clause and the deed must share a word and a day or time.
    """
    keys = {
        (kind_of(value), meaning)
        for value in part.values
        if value.kind in ("day", "time")
        for meaning in value.meanings
    }
    return [
        deed
        for deed in run.deeds
        if not deed.people
        and deed.acts & {"move", "change", "add", "book"}
        and _fits(said, deed)
        and keys & deed.values
    ]


def _without_owner(line: str, scene: Scene) -> str:
    names = sorted({" ".join(name) for name in scene.owner.names}, key=len, reverse=True)
    line = re.sub(rf"\b(?:dear |mr |mrs |ms |miss )?(?:{'|'.join(map(re.escape, names))})\b", " ", line)
    return " ".join(re.sub(r"[^\w\s'-]", " ", line).split())


def _without_deeds(
    parts: Sequence[Part], run: DoneRun, scene: Scene, folded: str, vague: bool, found: Sequence[Found]
) -> Found:
    """Return the answer for a report in which no deed was recognised: "unclear" if it may name a deed, else "no"."""
    known = stems(frozenset[str]().union(*(deed.words for deed in run.deeds)))
    words, about = set[str](), set[str]()
    for part in parts:
        said = statement(part, scene, folded)
        if not FILLER.match(_without_owner(part.line, scene)) and not WISH.match(part.line):
            words |= said.words
            about |= {word for word in said.words if word[:5] in known} | set(said.people)
    quoted = any(part.quoted for part in parts)
    doubt = next((one for one in found if one.value == "unclear"), None)
    if quoted or len(about) >= 2 or (vague and about) or (doubt is not None and about):
        return doubt or Found("unclear", "it names no action")
    return Found("no", "it does not say what was done")
