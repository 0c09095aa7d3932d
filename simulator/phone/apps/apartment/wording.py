"""Listings and prices in words."""

from __future__ import annotations

from simulator.phone.apps.apartment.records import Apartment
from simulator.words.english import counted


def price_text(price: float) -> str:
    return f"{price:.2f}".removesuffix(".00")


def described(flat: Apartment) -> str:
    """All that a listing says to the assistant or a reader; what it does not state is left out."""
    rooms = f"{counted(flat.bedrooms, 'bedroom')}, {counted(flat.bathrooms, 'bathroom')}"
    facts = {
        "Location": flat.location,
        "Zip code": flat.zip_code,
        "Price a month": price_text(flat.price),
        "Rooms": rooms,
        "Area in square feet": str(flat.square_footage or ""),
        "Type": flat.property_type,
        "Furnished": flat.furnished_status,
        "Floor": flat.floor_level,
        "Pets": flat.pet_policy,
        "Lease": flat.lease_term,
        "Amenities": ", ".join(flat.amenities),
    }
    lines = (f"{label}: {fact}" for label, fact in facts.items() if fact)
    return "\n".join((f"{flat.name} (apartment {flat.id})", *lines))
