"""Collects from the file the deeds, values, words, people and secrets with which offers for a need are compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from simulator.phone import when
from simulator.reading.claims import ActClaim
from simulator.reading.facts.addresses import addresses_in
from simulator.reading.facts.folding import fold
from simulator.reading.facts.text_values import ValueKey, keys_in, values_in
from simulator.reading.language.tokens import folded_text, tokenize
from simulator.reading.offers.offer_claims import (
    WantedOffer,
    audiences_in,
    codes_in,
    counts_in,
    numbered_in,
    polarities,
    routes_in,
    without_asides,
)
from simulator.reading.offers.offer_prices import priced_in
from simulator.reading.scene import Scene, content_words, mentions, person
from simulator.scenario.goals.record_claims import Where
from simulator.scenario.schema import Need, SolutionStep
from simulator.scenario.secret_topics import topic_words
from simulator.scenario.story import Story

_SHORT = 40
_POSSESSIVE = re.compile(r"\b\w+'s\b")


def wanted_offer(story: Story, need: Need, scene: Scene) -> WantedOffer:
    """Return the deeds, values, words, people and secrets with which offers for the need are compared."""
    key = (need.label, scene.now.date())
    if key not in story.wanted_offers:
        story.wanted_offers[key] = _of_file(story, need, scene)
    labels = [label for act in need.acts for label in act.about]
    about = frozenset[str]().union(*(_words_of(label, story, scene) for label in labels))
    return story.wanted_offers[key]._replace(about=about, left_to_user=_left_to_user(need, scene))


def _of_file(story: Story, need: Need, scene: Scene) -> WantedOffer:
    """Return the part of a wanted offer that comes from the file. Only the date of the scene is used."""
    labels = [label for act in need.acts for label in act.about]
    good = [*_good_texts(story)]
    own = [need.say, *_own_offers(story, need)]
    words = frozenset[str]().union(*(content_words(text) for text in own))
    return WantedOffer(
        acts=tuple(ActClaim(act.act, target) for act in need.acts for target in act.targets),
        about_keys=frozenset(labels),
        values=frozenset[ValueKey]().union(_totals(story), *(keys_in(text, scene.now) for text in good)),
        untold=_untold(story),
        wary=_wary(story),
        untouched=_untouched(story),
        words=words,
        route=routes_in(". ".join(own)),
        audiences=frozenset[str]().union(*(audiences_in(text) for text in own)),
        cart_only=_fills_cart_only(story),
        quantifiers=frozenset(word for text in own for word in re.findall(r"[^\W_]+", fold(text))),
        codes=frozenset[str]().union(*(codes_in(text) for text in _working(story))),
        addresses=frozenset[str]().union(*(addresses_in(text) for text in _working(story))),
        counts=frozenset[tuple[str, int]]().union(*(counts_in(text) for text in good)),
        numbered=frozenset[tuple[str, int]]().union(*(numbered_in(text) for text in good)),
        said=frozenset[tuple[str, bool]]().union(*(polarities(text) for text in (need.say, *_written(story)))),
        key_values=frozenset(key for key in keys_in(_offered(need.say), scene.now) if key[0] != "amount"),
        made_values=_made_values(story, need, scene),
        free_times=tuple(_free_times(story, need)),
        known=frozenset[str]().union(*(content_words(text) for text in good)),
        made=frozenset[str]().union(
            *(content_words(str(value)) for part in _steps(story) for value in _flat(part.args))
        ),
        secrets=tuple(_secrets(story)),
        shunned=tuple(_shunned(story, need)),
        repeats=any(act.act in ("remind", "add") for act in need.acts) and _repeats(need.say),
        key_sums=frozenset(
            meaning
            for value in values_in(fold(need.say), scene.now)
            for meaning in value.meanings
            if value.kind == "money" or (value.kind == "number" and meaning % 100)
        ),
        negative=bool(
            re.search(r"\b(?:tell|warn|answer|say|inform|write)\b.*(?<!but )\b(?:not|no|never|cannot)\b", need.say)
        ),
        heard=_heard(story),
        other_help=frozenset(act.act for other in story.scenario.needs if other is not need for act in other.acts)
        | _swaps(story),
        prices=frozenset(
            pair for text in (*good, *_written(story)) for pair in priced_in(folded_text(text), scene.now)
        ),
        channel=_channel(story, need),
        other_targets=frozenset(
            label
            for other in story.scenario.needs
            if other is not need
            for act in other.acts
            for label in (*act.targets, *act.about)
        ),
        tells=bool({"tell", "give", "inform", "warn", "answer", "send"} & set(need.say.split())),
        partly=any(_names_some(text, need, story) for text in _own_offers(story, need)),
        by_choice=" or " in need.say,
    )


def _left_to_user(need: Need, scene: Scene) -> frozenset[str]:
    """Return the kinds of values, "day" or "time", that the user's answer names but neither phone nor `say` does."""
    answers = [answer.accept or answer.change or "" for answer in need.answer]
    told = frozenset[ValueKey]().union(*(keys_in(text, scene.now) for text in answers)) - keys_in(need.say, scene.now)
    return frozenset(key[0] for key in told if key[0] in ("day", "time") and key not in scene.values)


def _free_times(story: Story, need: Need) -> Iterator[tuple[datetime, datetime]]:
    """Yield the first and the last allowed time of each new ride or reminder whose time the assistant may choose.

    The rides and reminders are those that the need's goals ask for or that `allowed` covers.
    """
    tz = story.blank.tz
    parts = [part for goal in story.scenario.goals if goal.need == need.label for part in goal.parts()]
    new: list[Where] = [part.exists for part in parts if part.exists is not None]
    new += [ruling.records for ruling in story.scenario.allowed if ruling.made and ruling.records is not None]
    for where in new:
        # The assistant may not choose the time of an appointment.
        for match in where.where.values() if where.app in ("cab", "reminder") else ():
            limits = [limit for limit in (match.not_before, match.not_after, match.at) if limit is not None]
            # Derived limits are known only during a run, so they are skipped.
            if any(limit.startswith("=") for limit in limits):
                continue
            times = [when.parse_author_time(limit, story.start, tz) for limit in limits]
            slack = when.parse_duration(match.within) if match.at is not None and isinstance(match.within, str) else 0
            if len(times) == 2 or slack:
                first, last = min(times) - slack, max(times) + slack
                yield datetime.fromtimestamp(first, tz), datetime.fromtimestamp(last, tz)


def _made_values(story: Story, need: Need, scene: Scene) -> frozenset[ValueKey]:
    """Return the values in short arguments of the solutions' calls, and days such as "Friday's" in the need's `say`."""
    arguments = [str(value) for part in _steps(story) for value in _flat(part.args)]
    owned = " ".join(_POSSESSIVE.findall(need.say))
    return frozenset[ValueKey]().union(
        *(keys_in(value, scene.now) for value in (owned, *arguments) if len(value) <= _SHORT or value is owned)
    )


def _totals(story: Story) -> frozenset[ValueKey]:
    """Return the price of the whole cart in each of the file's solutions that use no discount code."""
    ways = [[step.part for step in story.solution], *(way.solution or [] for way in story.scenario.alternatives)]
    found = set()
    for parts in ways:
        if any(part.key == "shopping.checkout" and part.args.get("discount_code") for part in parts):
            continue
        bought = [part.args for part in parts if part.key == "shopping.add_to_cart"]
        prices = [_price(str(args.get("item_id")), story) * float(args.get("quantity", 1)) for args in bought]
        found.add(("amount", round(100 * sum(prices))))
    return frozenset(found - {("amount", 0)})


def _swaps(story: Story) -> frozenset[str]:
    """Return {"delete"} if a solution in the file removes an item from the cart; otherwise an empty set."""
    return frozenset({"delete"} if any(part.key == "shopping.remove_from_cart" for part in _steps(story)) else ())


def _fills_cart_only(story: Story) -> bool:
    """Return True if the file's solutions put something into the cart and never check out."""
    used = {part.key for part in _steps(story)}
    return "shopping.add_to_cart" in used and "shopping.checkout" not in used


def _price(label: str, story: Story) -> float:
    """Return the price of the product or variant with this label; 0 if there is none."""
    table, key = story.labels.get(label, ("", ""))
    record = story.blank.store.tables().get(table, {}).get(key)
    return float(getattr(record, "price", 0))


def _channel(story: Story, need: Need) -> str:
    """Return the app for messages if the need's goals allow only one; empty if they allow more or want no message."""
    goals = [goal for goal in story.scenario.goals if goal.need == need.label]
    sent = [part.sent.app for goal in goals for part in goal.parts() if part.sent is not None]
    return sent[0][0] if sent and len(sent[0]) == 1 and all(apps == sent[0] for apps in sent) else ""


def _names_some(text: str, need: Need, story: Story) -> bool:
    """Return True if an offer names some of the need's people, but not all of them."""
    people = {target for act in need.acts for target in act.targets if target in story.people}
    tokens = [token for sentence in tokenize(text).sentences for token in sentence.tokens]
    known = [person(label, who.name, who.also) for label, who in story.people.items()]
    named = {mention.key for mention in mentions(tokens, known)} & people
    return bool(named) and named != people


def _words_of(label: str, story: Story, scene: Scene) -> frozenset[str]:
    if label in story.people:
        return content_words(" ".join((story.people[label].name, *story.people[label].also)))
    return next((thing.title for thing in scene.things if thing.key == label), frozenset())


def _offered(say: str) -> str:
    """Return the claim's words after "offers", without clauses such as "before …" and the day in "Monday's list"."""
    plain = _POSSESSIVE.sub(" ", say.rpartition("offers")[2])
    return re.sub(r"\b(?:so that|before|until|once|by|while)\b[^,;:]*", " ", plain)


def _repeats(say: str) -> bool:
    return bool({"every", "each", "daily", "weekly", "monthly", "yearly"} & set(say.lower().split()))


def _own_offers(story: Story, need: Need) -> Iterator[str]:
    """Yield the offers of the file's solutions that share at least as many words with this need as with any other."""
    says = {other.label: content_words(other.say) for other in story.scenario.needs}
    for part in _steps(story):
        if part.offer is not None:
            words = content_words(part.offer)
            if max(says, key=lambda label: (len(says[label] & words), label == need.label)) == need.label:
                yield part.offer


def _steps(story: Story) -> list[SolutionStep]:
    steps = [step.part for step in story.solution]
    for way in story.scenario.alternatives:
        steps += way.solution or []
    return steps


def _good_texts(story: Story) -> Iterator[str]:
    """Yield offers, reports and arguments from the file's solutions, and the needs' sentences and accepting answers."""
    own = {id(step.part) for step in story.solution}
    for part in _steps(story):
        yield from (without_asides(text) for text in (part.offer, part.report) if text is not None)
        values = [str(value) for value in _flat(part.args) if not isinstance(value, bool)]
        # Long texts in alternatives explain a lot, so not all their values belong to the help.
        yield from (without_asides(value) for value in values if id(part) in own or len(value) <= _SHORT)
    for need in story.scenario.needs:
        yield need.say
        for answer in need.answer:
            yield answer.accept or answer.change or ""


def _working(story: Story) -> Iterator[str]:
    """Yield the needs' sentences, and the solutions' offers and arguments of calls that succeed.

    Reports are left out, because a report may name a code that failed.
    """
    yield from (need.say for need in story.scenario.needs)
    for part in _steps(story):
        yield part.offer or ""
        yield from (str(value) for value in _flat(part.args) if not part.fails)


def _written(story: Story) -> Iterator[str]:
    """Yield the texts that the worked solution writes: its arguments of more than 20 characters."""
    for step in story.solution:
        yield from (value for value in _flat(step.part.args) if isinstance(value, str) and len(value) > 20)


def _secrets(story: Story) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield secret words from `forbidden`, each with the labels of the people who must not hear them."""
    for ruling in story.scenario.forbidden:
        if ruling.sent is None or not (ruling.sent.mentions or ruling.sent.say):
            continue
        for word in sorted(topic_words(ruling.sent.say)):
            # `*` stands for any ending: the words are in the singular, but an offer may say "poles".
            yield f"{word}*", frozenset(ruling.sent.to.named)
        said = ruling.sent.mentions.model_dump(exclude_defaults=True)
        for value in _flat([said.get("any", []), said.get("all", [])]):
            if isinstance(value, str):
                yield fold(value), frozenset(ruling.sent.to.named)


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _flat(item)
    elif isinstance(value, list):
        for item in value:
            yield from _flat(item)
    else:
        yield value


def _senders(source: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the label of each mail, chat and event in the file, paired with each person whom a reply would reach."""
    for rows in source.get("world", {}).values():
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict) and "label" in row:
                yield from ((row["label"], str(who)) for who in _flat([row.get("from", []), row.get("with", [])]))
    for event in source.get("timeline", []):
        if "label" in event and isinstance(event.get("with"), dict):
            yield event["label"], str(event["with"].get("sender", ""))


def _heard(story: Story) -> frozenset[str]:
    """Return the labels of people who are named or answered in the solutions' calls, or named in the needs' acts."""
    named = {str(value) for part in _steps(story) for value in _flat(part.args)}
    named |= {sender for label, sender in _senders(story.source) if label in named}
    named |= {target for need in story.scenario.needs for act in need.acts for target in act.targets}
    return frozenset(label for label, who in story.people.items() if named & {label, who.name, who.email, who.phone})


def _untold(story: Story) -> frozenset[str]:
    """Return the people to whom `forbidden` allows no message."""
    rulings = [ruling.sent for ruling in story.scenario.forbidden if ruling.sent is not None]
    return frozenset(who for sent in rulings if not (sent.mentions or sent.say) for who in sent.to.named)


def _wary(story: Story) -> frozenset[str]:
    """Return the people to whom `forbidden` rules out only messages with certain content."""
    rulings = [ruling.sent for ruling in story.scenario.forbidden if ruling.sent is not None]
    return frozenset(who for sent in rulings if (sent.mentions or sent.say) for who in sent.to.named)


def _untouched(story: Story) -> frozenset[str]:
    """Return the labels of records that a goal or `forbidden` protects from changes."""
    kept: set[str] = set()
    for goal in story.scenario.goals:
        if goal.unchanged is not None and goal.unchanged.record:
            kept |= set(goal.unchanged.record)
    for ruling in story.scenario.forbidden:
        if ruling.records is not None and ruling.records.record and (ruling.changed or ruling.deleted):
            kept |= set(ruling.records.record)
    return frozenset(kept)


def _shunned(story: Story, need: Need) -> Iterator[frozenset[str]]:
    """Yield the words of each value that `forbidden` rules out for a new record, such as a wrong card or street.

    Yield nothing if an answer of the user changes the plan, because the values may be right before this answer.
    """
    if any(answer.change is not None for answer in need.answer):
        return
    good = frozenset[str]().union(*(content_words(text) for text in _good_texts(story)))
    for ruling in story.scenario.forbidden:
        if ruling.records is None or not ruling.made:
            continue
        for match in ruling.records.where.values():
            found = match.model_dump(exclude_defaults=True)
            # `say` describes a text in the author's words; those words are not values.
            for value in _flat([value for name, value in found.items() if name != "say"]):
                words = content_words(str(value)) - good if isinstance(value, str) else frozenset()
                if words and not str(value).startswith(("+", "-")):
                    yield words
