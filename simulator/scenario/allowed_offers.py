"""Recognises offers of deeds that `allowed` covers, such as a reminder that no need asks for."""

from __future__ import annotations

import re

from simulator.phone.actions import ToolAct
from simulator.phone.registry import app_of_table, record_words
from simulator.reading.offers.read_offer import NamedAct, named_acts
from simulator.scenario.allowed_contents import fits_claims, tells_secret
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.rulings import Ruling
from simulator.scenario.named_deeds import words_for
from simulator.scenario.reading_scene import scene_of
from simulator.scenario.schema import Scenario

_REMOVES = frozenset(("delete", "cancel"))
# Other words for the records of some apps. Needed because verbs such as "set" or "add" fit reminders as well as events.
_ALSO_CALLED = {"cab": ("car", "taxi", "van"), "calendar": ("appointment", "meeting"), "reminder": ("remind", "alarm")}


def is_allowed(text: str, at: int, scenario: Scenario, evidence: Evidence) -> bool:
    """Return True if an offer names deeds, and `allowed` covers each of them."""
    # Most scenarios have no `allowed`, and reading a text is slow.
    acts = named_acts(text, scene_of(evidence, at)) if scenario.allowed else []
    return bool(acts) and all(is_act_allowed(act, text, at, scenario, evidence) for act in acts)


def is_act_allowed(act: NamedAct, text: str, at: int, scenario: Scenario, evidence: Evidence) -> bool:
    """Return True if an `allowed` ruling covers a deed of an offer: its act, record or people, topic and time.

    A deed that tells what `forbidden` keeps secret is not allowed. `text` is the whole offer, because a deed may point
    back to an earlier sentence: "Shall I remind you of that?"
    """
    if any(_covers(ruling, act, evidence) and tells_secret(act, ruling) for ruling in scenario.forbidden):
        return False
    return any(
        _covers(ruling, act, evidence) and fits_claims(act, text, ruling, at, evidence) for ruling in scenario.allowed
    )


def _covers(ruling: Ruling, act: NamedAct, evidence: Evidence) -> bool:
    if ruling.sent is not None:
        people = act.keys & evidence.people.keys()
        return bool(act.acts & words_for("send")) and bool(people) and people <= set(ruling.sent.to.named)
    return any(_fits(tool, ruling, act, evidence) for tool in _tools_for(ruling, evidence))


def _tools_for(ruling: Ruling, evidence: Evidence) -> list[ToolAct]:
    """Return the acts of all tools in the app that has the ruling's records."""
    assert ruling.records is not None
    app = evidence.world.apps.get(app_of_table(ruling.records.table(evidence)))
    return [] if app is None else [tool.mark.act for tool in app.tools.values() if tool.mark.act is not None]


def _fits(tool: ToolAct, ruling: Ruling, act: NamedAct, evidence: Evidence) -> bool:
    if not act.acts & words_for(tool.act):
        return False
    if not tool.on:
        return ruling.made and tool.act not in _REMOVES and _names_kind(act, ruling, evidence)
    permitted = ruling.deleted if tool.act in _REMOVES else bool(ruling.changed)
    records = act.keys - evidence.people.keys()
    return permitted and bool(records) and all(_is_chosen(label, ruling, evidence) for label in records)


def _names_kind(act: NamedAct, ruling: Ruling, evidence: Evidence) -> bool:
    """Return True if the deed's words name the ruling's kind of record, such as a reminder or a ride."""
    assert ruling.records is not None
    table = ruling.records.table(evidence)
    app = evidence.world.apps[app_of_table(table)]
    noun = record_words(evidence.world.store.type_of(table)).noun
    kinds = (noun, app.name, *_ALSO_CALLED.get(app.name, ()))
    return any(re.search(rf"\b{re.escape(kind)}", act.words) for kind in kinds)


def _is_chosen(label: str, ruling: Ruling, evidence: Evidence) -> bool:
    """Return True if the record with this label or id exists and matches the ruling."""
    assert ruling.records is not None
    table = ruling.records.table(evidence)
    record_id = evidence.labels.get(label, (table, label))[1]
    return ruling.records.fits(evidence.world.store.tables().get(table, {}).get(record_id), evidence)
