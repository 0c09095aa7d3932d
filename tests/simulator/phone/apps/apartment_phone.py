"""A phone with a few listings, and short ways to act on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from simulator.phone.apps.apartment import Apartment
from tests.simulator.phone.apps.app_phone import AppPhone

FLATS: tuple[dict[str, Any], ...] = (
    {
        "label": "alder",
        "name": "Alder Court 4B",
        "location": "Fen Road 6, Fenside",
        "zip_code": "40213",
        "price": 1380,
        "bedrooms": 2,
        "bathrooms": 1,
        "property_type": "Apartment",
        "square_footage": 730,
        "furnished_status": "Unfurnished",
        "floor_level": "4th",
        "pet_policy": "Cats allowed",
        "lease_term": "12 months",
        "amenities": ["Lift", "Balcony", "Bike store"],
        "saved": True,
    },
    {
        "label": "loft",
        "name": "the Old Mill, loft 2",
        "location": "Lower Fenside",
        "zip_code": "40215",
        "price": 1495.5,
        "bedrooms": 2,
        "bathrooms": 2,
        "property_type": "Loft",
        "square_footage": 870,
        "pet_policy": "No pets",
        "amenities": ["Balcony"],
    },
    {
        "label": "studio",
        "name": "Café Zoë studio",
        "location": "Orléans Quay",
        "zip_code": "L-2163",
        "price": 0,
        "bedrooms": 0,
        "property_type": "Apartment",
        "furnished_status": "Furnished",
        "floor_level": "Ground",
        "lease_term": "6 months",
    },
    {"label": "row", "name": "Weaver's Row 9", "location": "Fenside", "price": 1450, "bedrooms": 3, "saved": True},
)
"""Sorted by name as the app lists them: alder, studio, loft, row."""
BY_NAME = ("alder", "studio", "loft", "row")
NEW_FLAT: dict[str, Any] = {
    "name": "Quayside 11",
    "location": "Fenside Docks",
    "zip_code": "40219",
    "price": 1290,
    "number_of_bedrooms": 2,
    "number_of_bathrooms": 1,
    "square_footage": 635,
}


class ApartmentPhone(AppPhone):
    of = "apartment"

    def __init__(self, flats: Iterable[Mapping[str, Any]] = FLATS) -> None:
        super().__init__(flats)
        self.taps("open_app", app_name="Apartment")

    def flat(self, label_or_id: str) -> Apartment:
        return self.get(Apartment, label_or_id)

    def found(self, **filters: Any) -> tuple[str, ...]:
        """Labels of the flats that the assistant's search gives."""
        return self.labels(self.tool("search_apartments", **filters))


def many(count: int, **fields: Any) -> list[dict[str, Any]]:
    """Flats named Flat 00, Flat 01 and so on, labelled by number."""
    return [
        {"label": str(n), "name": f"Flat {n:02}", "location": "Fenside", "price": 100 + n, "bedrooms": 1, **fields}
        for n in range(count)
    ]
