"""Reduces a clause to its telling words, and finds sentences on the phone that support the clause."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from simulator.reading.facts.number_words import VALUES
from simulator.reading.facts.text_values import ValueMention, kind_of
from simulator.reading.language.word_sets import word_set
from simulator.reading.reports.report_parts import DoneRun, Part, Source, stems
from simulator.reading.scene import Scene, Someone, content_words

# Words for kinds of records and for deeds; they do not say which record is meant.
RECORD_WORDS = word_set(
    "about added address afternoon again agreed alarm all alone already also altogether among apartment app"
    " appointment arranged arrive arrives asked begin bin book booked booking books both bought cab calendar"
    " called cancelled car card charge chat clock code come comes complete completely contact conversation copy"
    " correct cost costs date day deleted delivery diary different discount dollar done door driver duplicate"
    " each earlier either email end ending entered entry euro evening event every everything exactly extra figure"
    " first flat folder full gave gift given goe goes gone group half hand hour inbox instead item items know"
    " knows later left lie like line list long made mail many meeting message mind month more morning moved much"
    " name named need needs new next nicely night note now number off old one ones online order ordered original"
    " own page paid pair paper past pay people person personal phone pick pick-up picks pickup piece place placed"
    " plain pound present previous price promised proper properly purchase put quarter question quick rand ready"
    " reminder rest ride right ring rings rupee safely said same saved say says seat second sent set settled"
    " sheet shop short shortlist sit sorted spot start starts still store sum sure takes taxi thing third time"
    " title today together told tomorrow total trash trip untouched usual van want wants way week whole wished"
    " written wrong wrote yes"
)

# Words for people and ways of telling; a report may use them although the message does not have them.
WAYS = word_set(
    "about address afternoon already amount answer aunt away band behalf boss briefly brother chat choir claim"
    " class clear club colleague coming complaint conversation copy crew detail details dr email evening"
    " everybody everyone everything family father figure find folk friend friendly gang gave give got group guy"
    " inbox invitation just kindly know lawyer line list lot made mail message morning mother mr mrs ms name"
    " neighbor neighbour news note now number objection other others parent place polite politely promptly"
    " question quick quickly reply request right short sister straight suit sum team text thank thanks time today"
    " took total uncle word yes"
)

# Common words that say nothing about what was done.
LIGHT = word_set(
    "able about above accordingly after afterwards again ago ahead almost along already altogether always among"
    " amount amounts anymore anything anyway around arrive arrived arrives arriving aside attempt away back"
    " beautiful became because become been before beforehand began begins behind being below besides best better"
    " between beyond bit both bring brought call called came can cannot care carry case cent check chose chosen"
    " come comes coming could couldn course day deal did didn different directly does doesn doing don done down"
    " dozen due during each early easily easy eighty either else end ends enjoy enough euros even evening ever"
    " every everybody everyone everything exactly expect expected expecting extra far fast fetch few fifty find"
    " fine first fixed follow forty forward found free from full fun further gave get gets getting give given"
    " glad goes gone good got great had hadn half handle handy happen happened happily happy hasn have haven head"
    " heads hear heard held help here herself himself hold hope hour how however hundred include including indeed"
    " inside instead into isn issue it itself job just keep keeps kept kind kindly knew know known land landed"
    " lands large last late later least leave leaves left less let lies like likely little"
    " long look looked looks loop lot lovely luck made main make makes making many matter may maybe mean means"
    " meant meanwhile meet midnight might minute moment month more morning most much must myself near nearly need"
    " needed needn needs never next nice ninety nobody none noon normal nothing now often once one only onto open"
    " opens other otherwise out outside over own pair part past pay per perhaps picture piece place plan please"
    " point possible pounds purchase quarter quick quite rather reach reached reads ready real really recurring"
    " reduced regular regularly repeating replace replaced replaces rest right round run safe said same saw say"
    " says second see seem seems seen separately seventy several shall she short should shouldn show shown shows"
    " side simple simply since sit sits situation sixty small some somebody someone something soon sort stand"
    " stands start started starting starts stay stays step steps stick still stop straight such sure take taken"
    " takes taking task tell than thank that therefore thing things think third thirty though thought thousand"
    " through till today together told tomorrow tonight too took top touch touched toward try turn twenty twice"
    " under until upon use used using usual very wait waiting waits walk want wanted wants was wasn watch way"
    " week well went weren what whatever when where whether which while who whole why will wish with within"
    " without won wonderful word work works would wouldn year yesterday yet yourself zero"
)

# Adjectives that fit any record: "the pretty jars".
NICE = word_set(
    "beautiful big dear entire exact favorite favourite final former good great little lovely new newly nice old"
    " own pretty promised proper remaining right said small spare usual very wanted whole"
)


class Statement(NamedTuple):
    """The content of a clause: the words that tell records apart, and the words of the people it names."""

    words: frozenset[str]
    people: frozenset[str]
    plain: str = ""
    """The clause without days, times and amounts of money."""


def statement(part: Part, scene: Scene, folded: str) -> Statement:
    plain = list(folded[part.start : part.end])
    for value in part.values:
        if value.kind != "number":
            plain[value.start - part.start : value.end - part.start] = " " * (value.end - value.start)
    owner = content_words(" ".join(" ".join(name) for name in scene.owner.names))
    words = content_words("".join(plain)) - RECORD_WORDS - LIGHT - owner
    # "Left-handed" distinguishes two knives, "left" alone does not.
    words |= content_words(" ".join(re.findall(r"([^\W\d_]+)-[^\W\d_]", "".join(plain)))) - VALUES.keys()
    people = content_words(" ".join(folded[mention.start : mention.end] for mention in part.people))
    words = frozenset(word for word in words if word.isalpha() and len(word) > 2)
    return Statement(words, people, "".join(plain))


def is_borne_out(said: Statement, values: tuple[ValueMention, ...], run: DoneRun, share: float = 0.5) -> bool:
    """Return True if one source sentence has all these values and at least `share` of the statement's words."""
    words = stems(said.words)
    for source in run.sources():
        known = len(words & source.stems)
        if known < share * len(words) or (words and not known):
            continue
        if all(_has(value, source) for value in values):
            return True
    return False


def value_is_borne_out(value: ValueMention, said: Statement, run: DoneRun, beside_people: bool = False) -> bool:
    """Return True if a source sentence has this value and a word of the statement.

    With `beside_people`, names do not count as words. If the statement has neither words nor people, the value must be
    among the run's values, or in a sentence with two words of the deeds.
    """
    words = stems(said.words - said.people if beside_people else said.words | said.people)
    if not said.words | said.people:
        known = stems(frozenset[str]().union(*(deed.words for deed in run.deeds)))
        return any((kind_of(value), meaning) in run.values for meaning in value.meanings) or any(
            len(known & source.stems) > 1 and _has(value, source) for source in run.sources()
        )
    return any(words & source.stems and _has(value, source) for source in run.sources())


def _has(value: ValueMention, source: Source) -> bool:
    return any((kind_of(value), meaning) in source.values for meaning in value.meanings)


def strange_words(said: Statement, run: DoneRun) -> Iterator[str]:
    """Yield the words of a clause that `run.words` does not have, in alphabetical order."""
    known = stems(run.words)
    for word in sorted(said.words):
        if not stems([word]) & known:
            yield word


def is_half_of_amount(value: ValueMention, part: Part) -> bool:
    """Return True if another amount is right next to the value, as in "fifty-nine twenty"."""
    return any(
        other is not value
        and kind_of(other) == "amount"
        and (other.start - value.end in (0, 1) or value.start - other.end in (0, 1))
        for other in part.values
    )


def with_shown(run: DoneRun, scene: Scene) -> Callable[[], tuple[Source, ...]]:
    """Return a function that returns the run's sources and the texts that tools have shown.

    Some values, such as the time of arrival, are only in results of tools, not in records.
    """

    @cache
    def sources() -> tuple[Source, ...]:
        shown = []
        for line in scene.shown:
            words = content_words(line)
            shown.append(Source(words, stems(words), line, scene.now))
        return (*run.sources(), *shown)

    return sources


def chats_of(scene: Scene) -> list[Someone]:
    """Return the chats with a title as if they were people: "Room 4B has the sum" means the people in that chat."""
    return [Someone(f"chat:{group.key}", (group.name,)) for group in scene.groups if group.name]


def with_chats(run: DoneRun, scene: Scene) -> DoneRun:
    """Return the run, with each chat added to the recipients of messages that all its members got."""
    deeds = [deed._replace(people=deed.people | _chats(deed.people, scene)) for deed in run.deeds]
    return run._replace(told=run.told | _chats(run.told, scene), deeds=tuple(deeds))


def _chats(told: frozenset[str], scene: Scene) -> frozenset[str]:
    return frozenset(f"chat:{group.key}" for group in scene.groups if group.members and group.members <= told)
