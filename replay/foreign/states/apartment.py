"""Reads apartment listings from a foreign trace, and writes our apartment listings in the same format."""

from __future__ import annotations

from typing import Any

from replay.foreign.states.draft import Draft, without_blanks
from replay.foreign.states.entry import ForeignEntry
from simulator.phone.apps.apartment.actions import by_name
from simulator.phone.apps.apartment.records import HIGHEST_PRICE, LARGEST_AREA, MOST_ROOMS, Apartment
from simulator.phone.world import World

_TEXTS = ("zip_code", "property_type", "furnished_status", "floor_level", "pet_policy", "lease_term")
# Part of the scenario and of its content hash, so the wording must not change.
_UNKNOWN = "Not stated"


def read(state: ForeignEntry, draft: Draft) -> list[dict[str, Any]]:
    saved = set(state.texts("saved_apartments"))
    seeds = []
    for key, flat in state.entries("apartments"):
        foreign = flat.text("apartment_id") or key
        if foreign and draft.has(Apartment.table, foreign):
            draft.notes.say(state.app, "an apartment with a duplicate id is shown once")
            continue
        is_saved = flat.flag("saved") or bool({foreign, key} & saved)
        seeds.append({"label": draft.label(Apartment.table, foreign), **_listing(flat), "saved": is_saved})
    return seeds


def _listing(flat: ForeignEntry) -> dict[str, Any]:
    texts = without_blanks({name: flat.text(name) for name in _TEXTS})
    bathrooms, area = flat.whole("bathrooms", 0, MOST_ROOMS), flat.whole("square_footage", 0, LARGEST_AREA)
    return {
        "name": flat.text("name").strip() or _missing(flat, "name"),
        "location": flat.text("location").strip() or _missing(flat, "location"),
        "price": _number(flat, "price", HIGHEST_PRICE),
        "bedrooms": int(_number(flat, "bedrooms", MOST_ROOMS)),
        **({} if bathrooms is None else {"bathrooms": bathrooms}),
        **({} if area is None else {"square_footage": area}),
        **texts,
        "amenities": flat.texts("amenities"),
    }


def _missing(flat: ForeignEntry, name: str) -> str:
    flat.notes.say(flat.app, f"an apartment without a {name} is shown as '{_UNKNOWN}'")
    return _UNKNOWN


def _number(flat: ForeignEntry, name: str, high: float) -> float:
    found = flat.number(name, 0, high)
    if found is None:
        flat.notes.say(flat.app, f"an apartment without {name} is shown with 0")
    return found or 0.0


def write(world: World) -> dict[str, Any]:
    flats = by_name(world)
    return {
        "apartments": {flat.id: _told(flat) for flat in flats},
        "saved_apartments": [flat.id for flat in flats if flat.saved],
    }


def _told(flat: Apartment) -> dict[str, Any]:
    return {
        "name": flat.name,
        "location": flat.location,
        "zip_code": flat.zip_code,
        "price": flat.price,
        "bedrooms": flat.bedrooms,
        "bathrooms": flat.bathrooms,
        "property_type": flat.property_type,
        "square_footage": flat.square_footage,
        "furnished_status": flat.furnished_status,
        "floor_level": flat.floor_level,
        "pet_policy": flat.pet_policy,
        "lease_term": flat.lease_term,
        "apartment_id": flat.id,
        "amenities": list(flat.amenities),
        "saved": flat.saved,
    }
