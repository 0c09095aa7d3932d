"""The owner of the phone, the people of a scenario, and the run options that the phone applies."""

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
    """A person of the scenario. The phone itself knows only what its apps store about the person."""

    label: str
    name: str
    email: str = ""
    phone: str = ""
    user_id: str = ""
    """The person's id in the messaging app."""
    also: tuple[str, ...] = ()
    """Other names that texts use for the person, such as Papá."""


class Rules(msgspec.Struct, frozen=True):
    """The options of a run that the phone itself applies."""

    standing_consent: bool = False
    """True if the assistant may write without asking first."""
    proposal_lifetime: int = 3600
    """Seconds of simulated time after which an unanswered offer expires."""


def is_mail_address(text: str) -> bool:
    """Return whether a text has the form of an e-mail address: one @, text before and after it, and no spaces."""
    name, at, place = text.partition("@")
    return bool(name and at and place) and "@" not in place and not any(letter.isspace() for letter in text)
