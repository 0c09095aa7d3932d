"""Reads calendar events from a scenario file and adds them to the phone."""

from __future__ import annotations

import re

from pydantic import Field, model_validator

from simulator.phone.app import Seed
from simulator.phone.apps.calendar.records import DEFAULT_LENGTH, Event
from simulator.phone.plot import Plot, SeedError, SeedTime
from simulator.phone.when import MINUTE

_LABEL = re.compile(r"[a-z][a-z0-9_]*")


class EventSeed(Seed):
    title: str = Field(min_length=1)
    start: SeedTime
    end: SeedTime | None = Field(
        None,
        description="When the event ends; by default it lasts an hour. Relative times count from the scenario's start.",
    )
    minutes: int | None = Field(None, ge=1, le=60 * 24 * 366, description="Duration in minutes, instead of `end`.")
    tag: str = ""
    description: str = ""
    location: str = ""
    attendees: list[str] = Field([], description="Names or labels of people; `owner` is the phone's owner.")

    @model_validator(mode="after")
    def _one_way_to_end(self) -> EventSeed:
        if self.end is not None and self.minutes is not None:
            raise ValueError("give either `end` or `minutes`, not both")
        return self


def plant_event(plot: Plot, seed: EventSeed) -> None:
    end = seed.start + (DEFAULT_LENGTH if seed.minutes is None else seed.minutes * MINUTE)
    if seed.end is not None:
        end = seed.end
    if end < seed.start:
        raise SeedError("end", f"'{seed.title}' ends before it starts; write a later end, or `minutes: 60`")
    event = Event(
        id=plot.new_id(Event),
        title=seed.title,
        start=seed.start,
        end=end,
        tag=seed.tag,
        description=seed.description,
        location=seed.location,
        attendees=tuple(dict.fromkeys(_name(plot, who) for who in seed.attendees)),
    )
    plot.add(event, seed.label)


def _name(plot: Plot, who: str) -> str:
    """Return the name of the owner or of the person with this label; a text that is not a label is returned as a name.

    Raise SeedError for an empty text, and for a text that looks like a label but is not the label of a person.
    """
    if who == "owner":
        return plot.owner.name
    # A text in the form of a label must be a label: otherwise a mistyped label would become an attendee's name.
    if who in plot.people or _LABEL.fullmatch(who) or not who.strip():
        return plot.person(who, "attendees").name
    return who
