"""Actions on rides: types of arguments, lookups, and the writes that taps, tools and events share."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec.structs import replace

from simulator.phone import when
from simulator.phone.apps.cab.quotations import (
    PlaceError,
    Quotation,
    Trip,
    check_reach,
    check_time,
    checked_place,
    quotation,
    same_place,
)
from simulator.phone.apps.cab.records import (
    APP,
    CANCELLABLE,
    OPEN,
    STATUS_WORDS,
    Delay,
    Progress,
    Ride,
    ServiceType,
    open_rides,
    overlapping,
    state_of,
)
from simulator.phone.arguments import Arguments, Only
from simulator.phone.call import Call, Look, glance
from simulator.phone.errors import ActionError
from simulator.phone.keyed_random import keyed
from simulator.phone.roles import Amount, Code, Place, Plain, Ref, Text, When
from simulator.words.english import listed

PAGE = 10
FIND_IDS = "Cab__get_ride_history lists the rides with their ids."
PICK_ONE = "Pick one from the list; get_ride_history shows them all."
# Maximum number of minutes by which one event can delay a ride.
LONGEST_DELAY = 24 * 60
_MOST_NAMED = 5
_APOLOGY = "Sorry, I cannot take this ride."
_HEADINGS: dict[Progress, str] = {
    "DELAYED": "Your cab is delayed",
    "IN_PROGRESS": "Your ride is under way",
    "ARRIVED_AT_PICKUP": "Your cab is at the pick-up",
}

StartLocation = Annotated[str, Place("Where the ride starts.")]
EndLocation = Annotated[str, Place("Where the ride ends.")]
Service = Annotated[ServiceType, Code("Default, Premium or Van.")]
RideTime = Annotated[str, When("Local date and time of the pick-up, YYYY-MM-DD HH:MM:SS; leave out for now.")]
RideId = Annotated[str, Ref("Id of the ride.", Ride.table)]
OpenRideId = Annotated[str, Ref("Id of the ride; needed only if several rides are open.", Ride.table, ours=True)]
OtherRideId = Annotated[str, Ref("Id of the ride, if another than the current one is meant.", Ride.table, ours=True)]
RideIndex = Annotated[int, Plain("Place in the history; 0 is the oldest ride.")]
Offset = Annotated[int, Plain("How many rides to pass over.")]
Limit = Annotated[int, Plain("How many rides to give at most.")]
Message = Annotated[str, Text("What the driver writes.")]
Minutes = Annotated[int, Amount("By how many minutes the ride is later than known so far.", ours=True)]
WhoCancels = Annotated[Literal["driver", "user"], Code("driver or user.")]
NewStatus = Annotated[Progress, Code("DELAYED, IN_PROGRESS or ARRIVED_AT_PICKUP.")]


class TripFields(Arguments, frozen=True, kw_only=True):
    """The arguments of a trip. If `ride_time` is None, the ride starts as soon as a car can be there."""

    start_location: StartLocation
    end_location: EndLocation
    ride_time: RideTime | None = None


class OrderFields(TripFields, frozen=True, kw_only=True):
    """The arguments of a trip with a chosen service."""

    service_type: Service


# The published tools take the service before the time.
Order = Annotated[OrderFields, Only("start_location", "end_location", "service_type", "ride_time")]


class RidePage(Arguments, frozen=True, kw_only=True):
    """Offset and limit of a page of the ride history."""

    offset: Offset = 0
    limit: Limit = PAGE


def read_trip(look: Look, fields: TripFields) -> Trip:
    """Return the trip that the arguments describe.

    Raise ActionError if a place or time is invalid, if both places are the same, or if the time has passed.
    """
    start, end = _place(fields.start_location, "start_location"), _place(fields.end_location, "end_location")
    if same_place(start, end):
        raise ActionError("bad_argument", "The ride starts and ends at the same place.", "Give two different places.")
    at = None if fields.ride_time is None else look.parse_time(fields.ride_time, "ride_time")
    trip = Trip(start, end, at)
    check_time(look, trip)
    return trip


def find_ride(look: Look, ride_id: str, remedy: str = FIND_IDS) -> Ride:
    return look.find(Ride, ride_id, "ride", remedy)


def current_ride(look: Look) -> Ride:
    """Return the first open ride whose expected arrival has not passed, or else the last open ride.

    Raise ActionError if no ride is open.
    """
    rides = open_rides(look.store)
    if not rides:
        raise ActionError("not_available", "No ride is open.", "Order one first; past rides are in the history.")
    # Only an event of the scenario ends a ride, so a ride whose time has passed may still be open.
    return next((ride for ride in rides if ride.expected_arrival >= look.now), rides[-1])


def the_open_ride(look: Look, ride_id: str | None) -> Ride:
    """Return the ride with this id, open or not, or the only open ride if no id is given.

    Raise ActionError if there is no such ride, or if no id is given and several rides are open.
    """
    if ride_id is not None:
        return find_ride(look, ride_id)
    ride, rides = current_ride(look), open_rides(look.store)
    if len(rides) > 1:
        named = listed([_brief(look, one) for one in rides], _MOST_NAMED, "; ")
        problem = f"{len(rides)} rides are open: {named}."
        raise ActionError("bad_argument", problem, f"Say which one with ride_id. {FIND_IDS}")
    return ride


def book(call: Call, trip: Trip, service: ServiceType) -> Ride:
    quote = quotation(call, trip, service)
    check_order(call, quote)
    ride = Ride(
        id=call.new_id(Ride),
        service_type=service,
        start_location=trip.start,
        end_location=trip.end,
        price=quote.price,
        duration=quote.duration,
        distance_km=quote.distance_km,
        pickup_at=quote.pickup_at,
        booked_at=call.now,
    )
    call.put(ride)
    return ride


def check_order(look: Look, quote: Quotation) -> None:
    """Raise ActionError for a ride that starts in the past, is too long for its service, or overlaps an open ride."""
    check_time(look, quote.trip)
    check_reach(quote)
    other = overlapping(look.store, quote.pickup_at, quote.arrival)
    if other is not None:
        until = when.show_clock(other.expected_arrival, look.tz)
        problem = f"Another ride takes place at that time: {_brief(look, other)}, until {until}."
        raise ActionError("not_available", problem, "Cancel that ride first, or choose another time.")


def objection(look: Look, quote: Quotation) -> str:
    """Return the reason why the ride can't be ordered now, or an empty text if it can be ordered."""
    try:
        check_order(look, quote)
    except ActionError as error:
        return str(error)
    return ""


def cancel(call: Call, ride: Ride, note: str = "") -> Ride:
    """Cancel a ride and return the changed ride. Raise ActionError if the ride is under way or over.

    `note`: a message from the driver; if it is empty, the ride keeps its last message.
    """
    if ride.status == "IN_PROGRESS":
        problem = f"The ride {ride.id} is under way and can no longer be cancelled."
        raise ActionError("not_available", problem, "It is over when it arrives.")
    if ride.status not in CANCELLABLE:
        problem = f"The ride {ride.id} is {STATUS_WORDS[ride.status].lower()} already."
        raise ActionError("not_available", problem, "Only a ride that has not begun can be cancelled.")
    changed = replace(ride, status="CANCELLED", note=note or ride.note)
    call.put(changed)
    return changed


def cancelled_by(call: Call, who: Literal["driver", "user"], message: str | None, ride_id: str | None) -> Ride:
    """Cancel a ride because of the event `cancel_ride`, notify the user and the assistant, and return the ride."""
    text = _said(message) or (_APOLOGY if who == "driver" else "")
    # The note of a ride is the driver's last message, so a message of the user must not replace it.
    ride = cancel(call, _ride_of_event(call, ride_id), text if who == "driver" else "")
    name = "The driver" if who == "driver" else "You"
    _notify(call, "ride_cancelled", f"{name} cancelled your ride", ride, f"cancelled by the {who}", text)
    return ride


def end(call: Call, ride_id: str | None) -> Ride:
    """Complete an open ride, notify the user and the assistant, and return the ride."""
    ride = replace(_ride_of_event(call, ride_id), status="COMPLETED")
    call.put(ride)
    _notify(call, "ride_ended", "Your ride is completed", ride, "COMPLETED", "")
    return ride


def update(call: Call, status: Progress, message: str | None, ride_id: str | None, delay_minutes: int) -> Ride:
    """Change the status, message and delay of an open ride, notify the user and the assistant, and return the ride.

    Raise ActionError if there is no such open ride, if the delay or status is invalid, or if nothing would change.
    """
    if not 0 <= delay_minutes <= LONGEST_DELAY:
        raise ActionError("bad_argument", "delay_minutes is out of range.", f"Give 0 to {LONGEST_DELAY}.")
    old = _ride_of_event(call, ride_id)
    _check_turn(old, status)
    # If the status becomes DELAYED without a number of minutes, a delay of usual length is made up.
    minutes = delay_minutes or (_usual_delay(old) if status == "DELAYED" and old.status != "DELAYED" else 0)
    ride = _later(replace(old, status=status, note=_said(message) or old.note), minutes, call.now)
    if ride == old:
        raise ActionError("bad_argument", f"The ride {old.id} has this status already.", "Give a message or a delay.")
    call.put(ride)
    _notify(call, "ride_status", _HEADINGS[status], ride, status, _said(message))
    return ride


def summary(look: Look, ride: Ride) -> str:
    """Return a sentence about a ride for the owner: service, route, pick-up, price and status."""
    route = f"{ride.service_type} from {ride.start_location} to {ride.end_location}"
    return f"{route}, pick-up {clock(look, ride.expected_pickup)}, {ride.price:.2f}: {state_of(ride).lower()}."


def booked_text(look: Look, ride: Ride) -> str:
    """Return the sentence that confirms a new ride to the assistant: id, service, route, pick-up and price."""
    route = f"{ride.service_type} from {ride.start_location} to {ride.end_location}"
    return f"Ride {ride.id} is booked: {route}, pick-up {day_and_clock(look, ride.pickup_at)}, {ride.price:.2f}."


def quoted(look: Look, quote: Quotation) -> str:
    """Return a sentence about a quotation: service, price, pick-up and duration in minutes."""
    pickup = f"in {quote.waiting} min" if quote.trip.at is None else clock(look, quote.pickup_at)
    return f"{quote.service} for {quote.price:.2f}: pick-up {pickup}, {quote.duration} min ride."


def day_and_clock(look: Look, at: int) -> str:
    return f"{when.weekday(at, look.tz)} {look.show(at)[:16]}"


def clock(look: Look, at: int) -> str:
    """Return the time of day as HH:MM, preceded by weekday and date unless the day is today."""
    today = when.show_day(at, look.tz) == when.show_day(look.now, look.tz)
    return when.show_clock(at, look.tz) if today else day_and_clock(look, at)


def _place(text: str, argument: str) -> str:
    try:
        return checked_place(text)
    except PlaceError as error:
        raise ActionError("bad_argument", f"{argument}: {error}.", error.remedy) from None


def _ride_of_event(look: Look, ride_id: str | None) -> Ride:
    """Return the open ride with this id or, without an id, the current ride. Raise ActionError if none is open."""
    if ride_id is None:
        return current_ride(look)
    ride = find_ride(look, ride_id)
    if ride.status not in OPEN:
        state = STATUS_WORDS[ride.status].lower()
        raise ActionError("not_available", f"The ride {ride.id} is {state} already.", "Name a ride that is open.")
    return ride


def _brief(look: Look, ride: Ride) -> str:
    """Return the id, agreed pick-up and destination of a ride, for error texts."""
    # The destination is cut, because a place may have 200 characters, and an error may name several rides.
    return f"{ride.id} on {day_and_clock(look, ride.pickup_at)} to {glance(ride.end_location)}"


def _usual_delay(ride: Ride) -> int:
    # 5 to 15 minutes. The delay follows from the ride's id, not from the run's seed, so it is the same in every run.
    return keyed(0, "cab.delay", ride.id).randint(5, 15)


def _check_turn(ride: Ride, status: Progress) -> None:
    """Raise ActionError for a status that can't follow the ride's current status."""
    # Only authors of scenarios see these errors, so the remedies say how to write the event.
    if ride.status == "IN_PROGRESS" and status != "IN_PROGRESS":
        problem = f"The ride {ride.id} is under way, so it cannot become {status}."
        raise ActionError("not_available", problem, "For a hold-up on the way, give IN_PROGRESS with delay_minutes.")
    if ride.status == "ARRIVED_AT_PICKUP" and status == "DELAYED":
        problem = f"The car of the ride {ride.id} is at the pick-up, so it cannot be late for it."
        raise ActionError("not_available", problem, "Give IN_PROGRESS, with delay_minutes for a hold-up on the way.")


def _later(ride: Ride, minutes: int, now: int) -> Ride:
    if not minutes:
        return ride
    delay = ride.delay + minutes
    return replace(ride, delay=delay, delay_history=(*ride.delay_history, Delay(delay, now)))


def _said(message: str | None) -> str:
    return (message or "").strip()


def _notify(call: Call, kind: str, heading: str, ride: Ride, news: str, message: str) -> None:
    """Notify the user briefly (delay, route, time, beginning of the message) and the assistant with all details."""
    where = f"{ride.start_location} to {ride.end_location}, {_time_shown(call, ride)}."
    late = f"{state_of(ride)}." if ride.status == "DELAYED" and ride.delay else ""
    short = " ".join(filter(None, (late, where, glance(message))))
    said = f"Message: {message}" if message else ""
    full = " ".join(filter(None, (f"Ride {ride.id} is {news}: {_in_full(call, ride)}", said)))
    call.notify(kind, APP, heading, short, full, ride)


def _time_shown(look: Look, ride: Ride) -> str:
    """Return the expected arrival of a ride under way, or the pick-up time of any other ride, as text."""
    if ride.status == "IN_PROGRESS":
        return f"arrival {clock(look, ride.expected_arrival)}"
    if ride.status == "DELAYED":
        return f"pick-up now {clock(look, ride.expected_pickup)}"
    return f"pick-up {clock(look, ride.pickup_at)}"


def _in_full(look: Look, ride: Ride) -> str:
    parts = [
        f"{ride.service_type} from {ride.start_location} to {ride.end_location}",
        f"agreed pick-up {day_and_clock(look, ride.pickup_at)}",
        f"{ride.delay} min late, expected pick-up {day_and_clock(look, ride.expected_pickup)}" if ride.delay else "",
        f"expected arrival {day_and_clock(look, ride.expected_arrival)}" if ride.status in OPEN else "",
        f"price {ride.price:.2f}",
    ]
    return ", ".join(filter(None, parts)) + "."
