"""Reads contact cards from a scenario file and adds them to the phone."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec.structs import replace
from pydantic import BeforeValidator, Field

from simulator.phone.app import Seed
from simulator.phone.apps.contacts.actions import checked
from simulator.phone.apps.contacts.records import (
    EDITABLE,
    OLDEST,
    YOUNGEST,
    Contact,
    Gender,
    Status,
    spelled_as_listed,
    split_name,
)
from simulator.phone.errors import ActionError
from simulator.phone.plot import Plot, SeedError

OWNER = "owner"


class ContactSeed(Seed):
    """Names, number and e-mail address left out are copied from `person`; an empty text keeps its field empty."""

    person: str | None = Field(None, description="The person on the card: a label, a name, or `owner`.")
    first_name: str | None = None
    last_name: str | None = None
    gender: Annotated[Gender | None, BeforeValidator(spelled_as_listed)] = None
    age: int | None = Field(None, ge=YOUNGEST, le=OLDEST)
    nationality: str | None = None
    city_living: str | None = None
    country: str | None = None
    status: Annotated[Status | None, BeforeValidator(spelled_as_listed)] = None
    job: str | None = None
    description: str | None = None
    phone: str | None = Field(
        None, description="By default the person's number; write a different one for an outdated card."
    )
    email: str | None = Field(None, description="By default the person's e-mail address.")
    address: str | None = None


def plant_owner(plot: Plot) -> None:
    """Add the owner's own card, filled from the scenario's description of the owner."""
    owner = plot.owner
    first, last = split_name(owner.name)
    plot.add(
        Contact(
            id=plot.new_id(Contact),
            first_name=first,
            last_name=last,
            is_user=True,
            phone=owner.phone,
            email=owner.email,
            address=owner.home,
        )
    )


def plant_contact(plot: Plot, seed: ContactSeed) -> None:
    written = {name: getattr(seed, name) for name in EDITABLE if getattr(seed, name) is not None}
    fields = {name: _checked(name, value, name) for name, value in written.items()}
    # The owner's card exists before any seed, so a seed for the owner only adds fields to it.
    if seed.person in (OWNER, plot.owner.name):
        contact = replace(_own_card(plot), **fields)
    else:
        contact = Contact(id=plot.new_id(Contact), **{**_of_person(plot, seed.person), **fields})
    if not contact.name:
        raise SeedError("first_name", "say whose card this is: `person: <label>`, or first_name and last_name")
    plot.add(contact, seed.label)


def _of_person(plot: Plot, who: str | None) -> dict[str, Any]:
    if who is None:
        return {}
    person = plot.person(who, "person")
    first, last = split_name(person.name)
    known = {"first_name": first, "last_name": last, "phone": person.phone, "email": person.email}
    return {name: _checked(name, value, "person") for name, value in known.items()}


def _checked(name: str, value: Any, field: str) -> Any:
    try:
        return checked({name: value})[name]
    except ActionError as error:
        raise SeedError(field, str(error)) from None


def _own_card(plot: Plot) -> Contact:
    return next(contact for contact in plot.store.all(Contact).values() if contact.is_user)
