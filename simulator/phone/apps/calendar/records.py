"""What the calendar keeps: events, and how a scenario file writes one."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from pydantic import Field, model_validator

from simulator.phone.app import Seed
from simulator.phone.plot import Plot, SeedError, SeedTime
from simulator.phone.roles import Code, PersonName, Ref, Text, When
from simulator.phone.store import Record
from simulator.phone.when import HOUR, MINUTE

EventId = Annotated[str, Ref("Id of the event.", "calendar.event")]
Title = Annotated[str, Text("What it is, in a few words.")]
Start = Annotated[str, When("Local date and time, YYYY-MM-DD HH:MM:SS.")]
End = Annotated[str, When("Local date and time, YYYY-MM-DD HH:MM:SS; not before the start.")]
Tag = Annotated[str, Code("One word to sort events by.")]
Description = Annotated[str, Text("Details.")]
Location = Annotated[str, Text("Where it takes place.")]
Attendee = Annotated[str, PersonName("Name of a person who takes part.")]
Who = Annotated[str, PersonName("Name of the other person.")]

DEFAULT_TITLE = "Event"
DEFAULT_LENGTH = HOUR
_LABEL = re.compile(r"[a-z][a-z0-9_]*")


class Event(Record, frozen=True):
    table: ClassVar[str] = "calendar.event"
    prefix: ClassVar[str] = "cal"

    title: str
    start: int
    end: int
    tag: str = ""
    description: str = ""
    location: str = ""
    attendees: tuple[str, ...] = ()
    created_by: str = ""
    """Name of the other person who added it; empty for the owner's own."""


class EventSeed(Seed):
    title: str = Field(min_length=1)
    start: SeedTime
    end: SeedTime | None = Field(None, description="Relative to the start of the scenario, as every time is.")
    minutes: int | None = Field(None, ge=1, le=60 * 24 * 366, description="How long it takes, instead of `end`.")
    tag: str = ""
    description: str = ""
    location: str = ""
    attendees: list[str] = Field([], description="Names or labels of people; `owner` is the phone's owner.")

    @model_validator(mode="after")
    def _one_way_to_end(self) -> EventSeed:
        if self.end is not None and self.minutes is not None:
            raise ValueError("give either `end` or `minutes`, not both")
        return self


def planted(plot: Plot, seed: EventSeed) -> Event:
    """The event that a seed describes."""
    end = seed.start + (DEFAULT_LENGTH if seed.minutes is None else seed.minutes * MINUTE)
    if seed.end is not None:
        end = seed.end
    if end < seed.start:
        raise SeedError("end", f"'{seed.title}' ends before it starts; write a later end, or `minutes: 60`")
    return Event(
        id=plot.new_id(Event),
        title=seed.title,
        start=seed.start,
        end=end,
        tag=seed.tag,
        description=seed.description,
        location=seed.location,
        attendees=tuple(dict.fromkeys(_name(plot, who) for who in seed.attendees)),
    )


def _name(plot: Plot, who: str) -> str:
    """A name as written, or that of a labelled person; what looks like a label must be one."""
    if who == "owner":
        return plot.owner.name
    if who in plot.people or _LABEL.fullmatch(who) or not who.strip():
        return plot.person(who, "attendees").name
    return who
