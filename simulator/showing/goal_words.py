"""Goals, rulings and the facts that texts must mention, in words for people who look at a scenario."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from simulator.scenario.goals.goal import Goal, Ruling
from simulator.scenario.goals.matchers import Bounds, FieldMatch
from simulator.scenario.goals.mentions import Mentions
from simulator.scenario.goals.message_claims import Recipients, Sent, Told
from simulator.scenario.goals.record_claims import Exists, Where
from simulator.words.english import spoken


def goal_words(goal: Goal) -> str:
    """Return a goal and its conditions in words. If the goal has a `say`, the checked claim follows in brackets."""
    claim = claim_words(goal)
    text = f"{goal.say.rstrip('.')} ({claim})" if goal.say else claim
    conditions = [
        f"for {goal.need}" if goal.need else "",
        # By default the assistant must meet a goal, so only another actor is named.
        f"by {goal.by}" if goal.by != "assistant" else "",
        f"under {goal.under}" if goal.under else "",
        f"after {goal.after}" if goal.after else "",
        f"before {goal.before}" if goal.before else "",
    ]
    return f"{text}; {', '.join(filter(None, conditions))}" if any(conditions) else text


def claim_words(goal: Goal) -> str:
    """Return the claim that a goal checks, in words and without the goal's conditions."""
    return _CLAIMS[goal.claim](goal)


def ruling_words(ruling: Ruling) -> str:
    """Return the messages or changes that a ruling covers, in words; in brackets after the ruling's `say`, if any."""
    if ruling.sent is not None:
        text = sent_words(ruling.sent)
    else:
        changed = ruling.changed if isinstance(ruling.changed, list) else []
        whole = "changed" if ruling.changed is True else f"{spoken(changed)} changed" if changed else ""
        deeds = spoken(filter(None, ("made" if ruling.made else "", whole, "deleted" if ruling.deleted else "")), "or")
        text = f"{where_words(ruling.records)} {deeds}" if ruling.records is not None else deeds
    return f"{ruling.say.rstrip('.')} ({text})" if ruling.say else text


def brief_ruling(ruling: Ruling) -> str:
    """Return a ruling in words for a heading, without the facts and fields that it checks."""
    bare = ruling.model_copy(update={"say": ""})
    if ruling.sent is not None and (ruling.sent.mentions or ruling.sent.say):
        sent = ruling.sent.model_copy(update={"mentions": None, "say": ""})
        return f"{ruling_words(bare.model_copy(update={'sent': sent}))} that mentions certain facts"
    if ruling.records is not None and ruling.records.where:
        records = ruling.records.model_copy(update={"where": {}})
        return f"{ruling_words(bare.model_copy(update={'records': records}))}, of a certain kind"
    return ruling_words(bare)


def sent_words(sent: Sent) -> str:
    """Return the message that a claim describes, in words: recipients, app, answered message, files, facts, `say`."""
    parts = [
        f"a message to {_recipients(sent.to)}",
        f"by {spoken(sent.app, 'or')}" if sent.app else "",
        f"in answer to '{sent.reply_to}'" if sent.reply_to else "",
        "not as an answer" if sent.new else "",
        "as an answer" if sent.new is False else "",
        f"with {spoken(sent.attachments) or 'no files'}" if sent.attachments is not None else "",
        f"that mentions {mentions_words(sent.mentions)}" if sent.mentions else "",
        f"that says: {sent.say.rstrip('.')}" if sent.say else "",
    ]
    return " ".join(filter(None, parts))


def mentions_words(mentions: Mentions) -> str:
    """Return the facts that a text must and must not mention, in words; "anything" if there are none."""
    every = [*map(_fact, mentions.all), *mentions.all_of_people]
    groups = [[*map(_fact, group)] for group in mentions.any_groups]
    groups += [list(mentions.any_of_people)] if mentions.any_of_people else []
    parts = [
        spoken(every),
        *(f"one of {spoken(group, 'or')}" for group in groups),
        *(f"{spoken(map(_fact, group))} together" for group in mentions.together),
        f"not {spoken(map(_fact, mentions.none), 'or')}" if mentions.none else "",
    ]
    return ", and ".join(filter(None, parts)) or "anything"


def _told_words(told: Told) -> str:
    parts = (told.say.rstrip("."), mentions_words(told.mentions) if told.mentions else "")
    return ", and ".join(filter(None, parts))


def where_words(where: Where) -> str:
    """Return the records that a claim is about, in words: by label, or by app and conditions."""
    if where.record:
        named = spoken(f"'{label}'" for label in where.record)
        return f"{named} with {fields_words(where.where)}" if where.where else named
    return f"a record in {where.app} with {fields_words(where.where)}" if where.where else f"any record in {where.app}"


def fields_words(fields: Mapping[str, FieldMatch]) -> str:
    """Return the conditions on several fields of a record in words."""
    return spoken(f"{name} {match_words(match)}" for name, match in fields.items())


def match_words(match: FieldMatch) -> str:
    """Return the conditions on one field of a record in words."""
    # A condition may have a false value, such as `eq: 0`, so check which fields were given, not their values.
    given = match.model_fields_set
    return ", ".join(filter(None, (words(match) for form, words in _MATCHES.items() if form in given)))


def _exists(claim: Exists) -> str:
    lowest, highest = claim.count.min, claim.count.max
    text = f"there is {where_words(claim)}"
    # "At least one" is the default and is not mentioned.
    return text if (lowest, highest) == (1, None) else f"{text}, {_bounds(claim.count)} of them"


def _bounds(bounds: Bounds) -> str:
    if bounds.max is None:
        return f"at least {bounds.min}"
    return f"exactly {bounds.min}" if bounds.min == bounds.max else f"{bounds.min} to {bounds.max}"


def _recipients(to: Recipients) -> str:
    if to.any_of:
        return f"one of {spoken(to.any_of, 'or')}"
    return f"{spoken(to.named)}{' and perhaps others' if to.includes else ''}"


def _fact(fact: Any) -> str:
    if isinstance(fact, Mapping):
        return spoken(f"{value:.2f}" if isinstance(value, float) else str(value) for value in fact.values())
    return str(fact)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return spoken(map(_value, value)) or "empty"
    return "empty" if value in (None, "") else str(value)


def _inner(goals: list[Goal] | None, word: str) -> str:
    return f"{word} ({'; '.join(goal.say or claim_words(goal) for goal in goals or [])})"


def _part(goal: Goal) -> Any:
    return getattr(goal, goal.claim)


# At the end of the module because the tables refer to the functions above.
_CLAIMS: dict[str, Callable[[Goal], str]] = {
    "sent": lambda goal: f"{sent_words(_part(goal))} is sent",
    "told": lambda goal: f"the user is told {_told_words(_part(goal))}",
    "exists": lambda goal: _exists(_part(goal)),
    "absent": lambda goal: f"{where_words(_part(goal))} is gone",
    "unchanged": lambda goal: (
        f"{spoken(_part(goal).fields)} of {where_words(_part(goal))} unchanged"
        if _part(goal).fields
        else f"{where_words(_part(goal))} unchanged"
    ),
    "changed": lambda goal: f"'{_part(goal).record}' has {fields_words(_part(goal).to)}",
    "exactly": lambda goal: f"of {where_words(_part(goal))}, only {spoken(_part(goal).records) or 'none'}",
    "value": lambda goal: f"{_part(goal).formula} is {match_words(_part(goal).is_)}",
    "did": lambda goal: f"{_part(goal).action} is done" + (f" on '{_part(goal).on}'" if _part(goal).on else ""),
    "offer": lambda goal: f"an offer is {_part(goal)}",
    "fired": lambda goal: f"'{_part(goal)}' has happened",
    "any_of": lambda goal: _inner(goal.any_of, "one of"),
    "all_of": lambda goal: _inner(goal.all_of, "all of"),
}
_MATCHES: dict[str, Callable[[FieldMatch], str]] = {
    "eq": lambda match: _value(match.eq),
    "one_of": lambda match: spoken(map(_value, match.one_of or []), "or"),
    "mentions": lambda match: f"mentioning {mentions_words(match.mentions or Mentions())}",
    "say": lambda match: f"saying: {(match.say or '').rstrip('.')}",
    "near": lambda match: f"{match.near} (within {match.within})",
    "at": lambda match: f"at {match.at}" + (f" (within {match.within})" if match.within else ""),
    "not_before": lambda match: f"not before {match.not_before}",
    "not_after": lambda match: f"not after {match.not_after}",
    "same_set": lambda match: f"only {spoken(match.same_set or []) or 'nobody'}",
    "includes": lambda match: f"including {spoken(match.includes or [])}",
    "among": lambda match: f"of only {spoken(match.among or [], 'or')}, or empty",
    "multiset": lambda match: spoken(f"{number} × {name}" for name, number in (match.multiset or {}).items()),
    "count": lambda match: f"of {_bounds(match.count)}" if match.count else "",
    "empty": lambda match: "empty" if match.empty else "not empty",
    "or_empty": lambda match: "or empty" if match.or_empty else "",
}
