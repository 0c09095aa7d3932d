"""Compares what an offer says about a deed with the claims and times of an `allowed` or `forbidden` ruling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from functools import cache
from itertools import product

from simulator.phone.when import TimeError
from simulator.reading.facts.fact import Fact
from simulator.reading.facts.folding import fold
from simulator.reading.facts.text_values import values_in
from simulator.reading.language.neutral_words import NEUTRAL
from simulator.reading.language.word_families import kin
from simulator.reading.messages.claim_points import related
from simulator.reading.offers.read_offer import NamedAct
from simulator.reading.scene import content_words, stem
from simulator.scenario.formula import FormulaError
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.field_values import is_time
from simulator.scenario.goals.matchers import FieldMatch
from simulator.scenario.goals.mentions import Mentions
from simulator.scenario.goals.rulings import Ruling
from simulator.scenario.new_titles import GENERIC_WORDS
from simulator.scenario.secret_topics import tells
from simulator.scenario.wanted_texts import value_facts

# Words of claims that name no topic: "Hari may hear of the new time, and of nothing else."
_PLAIN = content_words("fine harm hear told sent stand sense own allowed remind reminded reminder") | NEUTRAL
_POINTS_BACK = re.compile(r"\b(?:it|that|this|them|these|those|so)\b")
_QUOTES = re.compile(r"[\"'“”«»]")
_TIME_FORMS = frozenset(("at", "not_before", "not_after"))
_DAYS = 14
_STEP = 5


def fits_claims(act: NamedAct, text: str, ruling: Ruling, at: int, evidence: Evidence) -> bool:
    """Return True if the deed is about a topic of the ruling's claims, at a time that the ruling permits.

    If the ruling is about existing records, its claims are not compared, because the record itself is the topic.
    """
    now = datetime.fromtimestamp(at, UTC).astimezone(evidence.world.tz)
    names_record = ruling.records is not None and not ruling.made
    return (names_record or _shares_topic(act, text, ruling, now, evidence)) and not _is_at_another_time(
        act, ruling, now, evidence
    )


def tells_secret(act: NamedAct, ruling: Ruling) -> bool:
    """Return True if the deed's words reveal a secret from a claim of the ruling, such as "tells of a hook or wax"."""
    # A title in quotation marks names a topic, too, but `tells` leaves quotations out.
    words = _QUOTES.sub(" ", act.words)
    return any(tells(words, say) for say in _claims(ruling))


def _claims(ruling: Ruling) -> Iterator[str]:
    if ruling.sent is not None:
        yield from filter(None, [ruling.sent.say])
    yield from (match.say for match in _conditions(ruling).values() if match.say)


def _conditions(ruling: Ruling) -> dict[str, FieldMatch]:
    return {**(ruling.records.where if ruling.records is not None else {}), **ruling.to}


def _shares_topic(act: NamedAct, text: str, ruling: Ruling, now: datetime, evidence: Evidence) -> bool:
    mentions = [match.mentions for match in _conditions(ruling).values() if match.mentions]
    mentions += [ruling.sent.mentions] if ruling.sent is not None and ruling.sent.mentions else []
    claims = list(_claims(ruling))
    if not claims and not mentions:
        return True
    people = evidence.people
    to = ruling.sent.to.named if ruling.sent is not None else []
    names = content_words(" ".join(people[label].name for label in to if label in people))
    topic = _stems(" ".join([*claims, ruling.say])) - names
    said = f"{act.words} {text}" if _says_no_topic(act.words, names) else act.words
    if frozenset(map(stem, content_words(said))) & topic:
        return True
    return any(fact.found_in(said, now) for one in mentions for fact in _facts(one, evidence))


def _facts(mentions: Mentions, evidence: Evidence) -> Iterator[Fact]:
    for group in (mentions.all, *mentions.any_groups):
        yield from value_facts(group, evidence)


@cache
def _stems(claims: str) -> frozenset[str]:
    """Return the stems of words that show that a deed is about these claims."""
    words = content_words(claims) - GENERIC_WORDS - _PLAIN
    near = frozenset[str]().union(*map(kin, words)) if words else frozenset()
    return frozenset(map(stem, related(words) | near | words)) - GENERIC_WORDS - _PLAIN


def _says_no_topic(words: str, names: frozenset[str]) -> bool:
    """Return True if the deed's own words name no topic or point back to one, as in "remind you of that"."""
    rest = words.partition(" ")[2]
    if _POINTS_BACK.search(rest):
        return True
    own = content_words(rest) - GENERIC_WORDS - _PLAIN - names
    return all(word.isdigit() for word in own)


def _is_at_another_time(act: NamedAct, ruling: Ruling, now: datetime, evidence: Evidence) -> bool:
    """Return True if the deed's words name days or times, and the ruling has a condition that permits none of them."""
    conditions = [match for match in _conditions(ruling).values() if _is_about_time(match, evidence)]
    if not conditions:
        return False
    values = values_in(fold(act.words), now)
    days = {day for one in values if one.kind == "day" for day in one.meanings}
    minutes = {minute for one in values if one.kind == "time" for minute in one.meanings}
    if not days and not minutes:
        return False
    today = now.date().toordinal()
    moments = [
        int(datetime.combine(date.fromordinal(day), time(minute // 60, minute % 60), evidence.world.tz).timestamp())
        for day, minute in product(
            days or range(today, today + _DAYS), (one % 1440 for one in minutes or range(0, 1440, _STEP))
        )
    ]
    return any(not any(_permits(match, moment, evidence) for moment in moments) for match in conditions)


def _is_about_time(match: FieldMatch, evidence: Evidence) -> bool:
    return bool(_TIME_FORMS & match.model_fields_set) or (isinstance(match.eq, str) and is_time(match.eq, evidence))


def _permits(match: FieldMatch, moment: int, evidence: Evidence) -> bool:
    try:
        return match.miss(moment, "", evidence) is None
    except (FormulaError, TimeError):
        # The time can't be computed yet.
        return True
