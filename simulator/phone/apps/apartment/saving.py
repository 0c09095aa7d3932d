"""Saving a flat and taking it back, the same for the owner's finger and the assistant's tools."""

from __future__ import annotations

from msgspec.structs import replace

from simulator.phone.apps.apartment.records import Apartment
from simulator.phone.call import Call
from simulator.phone.errors import ActionError


def save(call: Call, flat: Apartment) -> str:
    if flat.saved:
        return f"'{flat.name}' is saved already."
    call.put(replace(flat, saved=True))
    return f"'{flat.name}' is saved."


def unsave(call: Call, flat: Apartment, remedy: str) -> str:
    if not flat.saved:
        raise ActionError("not_saved", f"'{flat.name}' is not saved.", remedy)
    call.put(replace(flat, saved=False))
    return f"'{flat.name}' is no longer saved."
