"""What drivers do: they come late, arrive, set off, get there, or cancel."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec.structs import replace

from simulator.phone.actions import NOTHING, event
from simulator.phone.apps.cab.booking import cancelled
from simulator.phone.apps.cab.records import APP, OPEN, Delay, Message, Minutes, OtherRideId, Progress, Ride
from simulator.phone.apps.cab.ride_texts import STATUS_WORDS, in_full, state_of
from simulator.phone.apps.cab.rides import FIND_IDS, clock, current_ride
from simulator.phone.call import Call, Look, glance
from simulator.phone.errors import ActionError
from simulator.phone.keyed import keyed
from simulator.phone.roles import Code

WhoCancels = Annotated[Literal["driver", "user"], Code("driver or user.")]
NewStatus = Annotated[Progress, Code("DELAYED, IN_PROGRESS or ARRIVED_AT_PICKUP.")]
LONGEST_DELAY = 24 * 60
_APOLOGY = "Sorry, I cannot take this ride."
_HEADINGS: dict[Progress, str] = {
    "DELAYED": "Your cab is delayed",
    "IN_PROGRESS": "Your ride is under way",
    "ARRIVED_AT_PICKUP": "Your cab is at the pick-up",
}


class DriversActs:
    """The events of the cab app; without `ride_id` they happen to the current ride."""

    @event(makes=NOTHING)
    def cancel_ride(
        self,
        call: Call,
        who_cancel: WhoCancels = "driver",
        message: Message | None = None,
        ride_id: OtherRideId | None = None,
    ) -> str:
        """The ride is cancelled, by the driver or on the user's own call."""
        text = _said(message) or (_APOLOGY if who_cancel == "driver" else "")
        ride = cancelled(_ride_of_event(call, ride_id), text if who_cancel == "driver" else "")
        call.put(ride)
        who = "The driver" if who_cancel == "driver" else "You"
        _notify(call, "ride_cancelled", f"{who} cancelled your ride", ride, f"cancelled by the {who_cancel}", text)
        return f"The ride {ride.id} is cancelled by the {who_cancel}."

    @event(makes=NOTHING)
    def end_ride(self, call: Call, ride_id: OtherRideId | None = None) -> str:
        """The ride arrives."""
        ride = replace(_ride_of_event(call, ride_id), status="COMPLETED")
        call.put(ride)
        _notify(call, "ride_ended", "Your ride is completed", ride, "COMPLETED", "")
        return f"The ride {ride.id} is completed."

    @event(makes=NOTHING)
    def update_ride_status(
        self,
        call: Call,
        status: NewStatus,
        message: Message | None = None,
        ride_id: OtherRideId | None = None,
        delay_minutes: Minutes = 0,
    ) -> str:
        """The driver comes late, is at the pick-up, or sets off."""
        if not 0 <= delay_minutes <= LONGEST_DELAY:
            raise ActionError("bad_argument", "delay_minutes is out of range.", f"Give 0 to {LONGEST_DELAY}.")
        old = _ride_of_event(call, ride_id)
        _check_turn(old, status)
        minutes = delay_minutes or (_usual_delay(old) if status == "DELAYED" and old.status != "DELAYED" else 0)
        ride = _later(replace(old, status=status, note=_said(message) or old.note), minutes, call.now)
        if ride == old:
            raise ActionError("bad_argument", f"The ride {old.id} is so already.", "Give a message or a delay.")
        call.put(ride)
        _notify(call, "ride_status", _HEADINGS[status], ride, status, _said(message))
        return f"The ride {ride.id} is now {status}."


def _ride_of_event(look: Look, ride_id: str | None) -> Ride:
    if ride_id is None:
        return current_ride(look)
    ride = look.find(Ride, ride_id, "ride", FIND_IDS)
    if ride.status not in OPEN:
        state = STATUS_WORDS[ride.status].lower()
        raise ActionError("not_available", f"The ride {ride.id} is {state} already.", "Name a ride that is open.")
    return ride


def _usual_delay(ride: Ride) -> int:
    """Minutes by which a driver is late who does not say by how much."""
    return keyed(0, "cab.delay", ride.id).randint(5, 15)


def _check_turn(ride: Ride, status: Progress) -> None:
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
    """A lock screen shows the ride, when it comes, and how the message begins; the assistant is told all."""
    where = f"{ride.start_location} to {ride.end_location}, {_time_shown(call, ride)}."
    late = f"{state_of(ride)}." if ride.status == "DELAYED" and ride.delay else ""
    short = " ".join(filter(None, (late, where, glance(message))))
    said = f"Message: {message}" if message else ""
    full = " ".join(filter(None, (f"Ride {ride.id} is {news}: {in_full(call, ride)}", said)))
    call.notify(kind, APP, heading, short, full, ride)


def _time_shown(look: Look, ride: Ride) -> str:
    """The time that matters now: of the pick-up until one sits in the car, then of the arrival."""
    if ride.status == "IN_PROGRESS":
        return f"arrival {clock(look, ride.expected_arrival)}"
    if ride.status == "DELAYED":
        return f"pick-up now {clock(look, ride.expected_pickup)}"
    return f"pick-up {clock(look, ride.pickup_at)}"
