"""The owner of the phone, the people of a scenario and their addresses, and the run options that the phone applies."""

from __future__ import annotations

import msgspec


class Owner(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The owner of the phone, as the scenario describes them."""

    name: str
    email: str
    phone: str = ""
    home: str = ""
    time_zone: str = "UTC"
    about: str = ""


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Someone in the scenario. The phone knows only the data about the person that an app stores."""

    label: str
    name: str
    email: str = ""
    phone: str = ""
    user_id: str = ""
    """The opaque id by which the messaging app knows the person."""
    also: tuple[str, ...] = ()
    """Other names that texts use for the person, such as Papá."""


class Rules(msgspec.Struct, frozen=True):
    """The options of a run that the phone itself applies."""

    standing_consent: bool = False
    """True if the assistant may write without asking first."""
    proposal_lifetime: int = 3600
    """Seconds of simulated time after which an unanswered offer expires."""


def is_mail_address(text: str) -> bool:
    """Return whether a text can be an e-mail address."""
    name, at, place = text.partition("@")
    return bool(name and at and place) and "@" not in place and not any(letter.isspace() for letter in text)
