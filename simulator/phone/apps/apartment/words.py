"""The words of the apartment app: phrases for its actions and records, and labels for the fields of its views."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.apps.apartment.records import Apartment
from simulator.phone.words import Phrases, RecordWords, Words

_DEEDS: Mapping[str, Phrases] = {
    "list_all_apartments": "look through all apartments[, {found:apartment}]",
    "list_apartments": "look through the apartments",
    "get_apartment_details": ("read about the apartment {apartment_id}", "read about an apartment"),
    "save_apartment": ("save the apartment {apartment_id}", "save an apartment"),
    "save": ("save the apartment {apartment_id}", "save the apartment"),
    "remove_saved_apartment": (
        "remove the apartment {apartment_id} from the saved ones",
        "remove an apartment from the saved ones",
    ),
    "unsave": ("remove the apartment {apartment_id} from the saved ones", "remove it from the saved ones"),
    "list_saved_apartments": "look through the saved apartments[, {found:apartment}]",
    "search_apartments": "search the apartments[ in {location}][, {found:apartment}]",
    "search": "search the apartments[ in {location}]",
    "clear_filters": "clear the search",
    "view_apartment": ("open the apartment {apartment_id}", "open an apartment"),
    "open_search": "open the search for apartments",
    "open_favorites": "open the saved apartments",
}
_NEWS: Mapping[str, Phrases] = {
    "add_new_apartment": "New apartment {name}[ in {location}][, {price} a month]",
    "update_apartment": "The apartment {apartment_id} now costs {new_price} a month",
    "delete_apartment": "The apartment {apartment_id} is no longer listed",
}

WORDS = Words(
    deeds=_DEEDS,
    news=_NEWS,
    records={Apartment: RecordWords(noun="apartment", told=("saved",))},
    labels={
        "ApartmentsPage.saved": "saved apartments",
        "FilteredApartmentsPage.of": "without the filters",
        "FilteredApartmentsPage.saved": "saved apartments",
    },
)
