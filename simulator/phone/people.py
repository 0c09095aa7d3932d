"""The owner of the phone and the people of a story."""

from __future__ import annotations

import msgspec


class Owner(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    name: str
    email: str
    phone: str = ""
    home: str = ""
    time_zone: str = "UTC"
    about: str = ""


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Someone in the story. Only what an app holds about a person is on the phone."""

    label: str
    name: str
    email: str = ""
    phone: str = ""
    user_id: str = ""
    """The opaque id by which the messaging app knows the person."""


class Rules(msgspec.Struct, frozen=True):
    """The settings of an episode that the phone itself obeys."""

    standing_consent: bool = False
    """True: the assistant may write without asking first."""
    proposal_lifetime: int = 3600
    """Seconds of simulated time after which an unanswered offer expires."""
