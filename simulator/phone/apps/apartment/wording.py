"""A listing in words, as the assistant is told and as a reader learns it."""

from __future__ import annotations

from simulator.phone.apps.apartment.records import Apartment, count_text, price_text


def described(flat: Apartment) -> str:
    """All that the listing says; what it does not state is left out."""
    rooms = f"{count_text(flat.bedrooms, 'bedroom')}, {count_text(flat.bathrooms, 'bathroom')}"
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
