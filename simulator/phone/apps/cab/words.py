"""The words of the cab app: phrases for its actions and records, and labels for the fields of its views."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.apps.cab.records import STATUS_WORDS, Ride, state_of
from simulator.phone.call import Look
from simulator.phone.words import Phrases, RecordWords, Words

_DEEDS: Mapping[str, Phrases] = {
    "get_quotation": (
        "ask what a ride costs from {start_location} to {end_location}",
        "ask what a {service_type} ride costs",
        "ask what a ride costs",
    ),
    "list_rides": ("compare rides from {start_location} to {end_location}[, {ride_time}]", "compare rides"),
    "order_ride": ("book a ride from {start_location} to {end_location}[, {ride_time}]", "book a ride"),
    "user_cancel_ride": ("cancel the {ride_id}", "cancel the ride"),
    "cancel_ride": ("cancel the {ride_id}", "cancel the ride"),
    "get_current_ride_status": ("check on the {ride_id}", "check on the current ride"),
    "get_ride": ("look at the ride to {result.end_location}", "look at a ride"),
    "get_ride_history": "look through the rides",
    "get_ride_history_length": "count the rides",
    "open_ride": ("open the {ride_id}", "open a ride"),
    "open_current_ride": ("open the {ride_id}", "open the current ride"),
    "list_service_types": "look at the kinds of rides",
    "show_quotation": "look at the price of the ride",
}
_NEWS: Mapping[str, Phrases] = {
    "cancel_ride": "The {touched} is cancelled[ by the {who_cancel}]",
    "end_ride": "The {touched} is over",
    "update_ride_status": "The {touched}: {touched.state:plain}",
}


def _state(look: Look, ride: Ride) -> str:
    # Lower case, because the state is part of a sentence: "The ride to Mill Lane: delayed by 6 min".
    state = state_of(ride)
    return state[:1].lower() + state[1:]


WORDS = Words(
    deeds=_DEEDS,
    news=_NEWS,
    records={
        Ride: RecordWords(
            noun="ride",
            name=lambda look, ride: f"ride to {ride.end_location}",
            labels={"pickup_at": "pick-up"},
            told=("status", "delay_history", "note"),
            values={"state": _state},
        )
    },
    codes=dict(STATUS_WORDS.items()),
    labels={
        "CabHomeView.current": "current ride",
        "CabHomeView.open_total": "open rides",
        "CabHomeView.places": "places you may mean",
        "CabHomeView.total": "rides in all",
        "CabHomeView.upcoming": "other open rides",
        "DelayRow.delay": "delay in minutes",
        "QuotationRow.minutes": "duration in minutes",
        "QuotationRow.waiting": "minutes to wait",
        "RideRow.delay": "delay in minutes",
        "RideRow.minutes": "duration in minutes",
    },
    # Left out of texts, because `RideRow.state` has the status in words.
    unsaid=frozenset({"RideRow.status"}),
)
