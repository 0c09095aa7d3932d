"""The screens of rides that were ordered: one ride, and all of them."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.actions import ROOT, push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.cab.booking import cancelled
from simulator.phone.apps.cab.records import APP, PREFIX, Limit, Offset, Ride, RideId
from simulator.phone.apps.cab.ride_texts import summary
from simulator.phone.apps.cab.rides import clock, newest_first
from simulator.phone.apps.cab.views import CabHistoryView, CabRideView, delay_rows, ride_row
from simulator.phone.call import Call, Look
from simulator.phone.paging import page_left, page_of
from simulator.phone.screens import GoneView, Screen, Step, View, go, swap, to_root

PAGE = 10
MOST_ROWS = 20
PICK_ONE = "Pick one from the list; get_ride_history shows them all."


class CabRideDetail(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    ride_id: str

    @tap(ROOT, write=True)
    def cancel_ride(self, call: Call) -> Step:
        """Cancel this ride."""
        ride = call.find(Ride, self.ride_id, "ride", "It is gone; go back.")
        call.put(cancelled(ride))
        return to_root(f"The ride to {ride.end_location} at {clock(call, ride.pickup_at)} is cancelled.")

    def view(self, look: Look) -> View:
        ride = look.store.get(Ride, self.ride_id)
        if ride is None:
            return GoneView(title="Your ride", text="This ride is no longer there.")
        return CabRideView(title="Your ride", ride=ride_row(look, ride), delays=delay_rows(look, ride))


class CabHistory(Screen, frozen=True):
    """Rides of all times, the newest first; `offset` is how many are passed over."""

    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    offset: int = 0
    limit: int = PAGE

    # Ours: not in the published list.
    @tap(push("CabRideDetail"))
    def open_ride(self, call: Call, ride_id: RideId) -> Step:
        """Open a ride."""
        return opened(call, call.find(Ride, ride_id, "ride", PICK_ONE))

    # Ours: not in the published list, which has it on the first screen only.
    @tap(swap_to("CabHistory"))
    def get_ride_history(self, call: Call, offset: Offset = 0, limit: Limit = PAGE) -> Step:
        """Page through your rides."""
        return swap(CabHistory(offset=offset, limit=limit), page_text(call, offset, limit))

    def view(self, look: Look) -> View:
        page = page_left(newest_first(look.store), self.offset, self.limit)
        rows = tuple(ride_row(look, ride) for ride in page.rows)
        return CabHistoryView(title="Your rides", rows=rows, offset=page.offset, limit=self.limit, total=page.total)


def opened(look: Look, ride: Ride) -> Step:
    return go(CabRideDetail(ride_id=ride.id), summary(look, ride))


def page_text(look: Look, offset: int, limit: int) -> str:
    """What a page of the history shows, in a sentence; it is an error if there is no such page."""
    page = page_of(newest_first(look.store), offset, limit, "ride", MOST_ROWS)
    return f"Rides {page.span} are shown." if page.rows else "There are no rides yet."
