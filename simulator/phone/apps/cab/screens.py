"""The screens of the cab app and their taps: the first screen, services, a quotation, one ride, and all rides."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.actions import ROOT, push, root_push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.cab import actions
from simulator.phone.apps.cab.actions import PAGE, PICK_ONE, RideId, RidePage, Service, TripFields
from simulator.phone.apps.cab.quotations import Quotation, Trip, check_reach, check_time, offers, quotation
from simulator.phone.apps.cab.records import (
    APP,
    PREFIX,
    SERVICES,
    Ride,
    ServiceType,
    in_order,
    newest_first,
    open_rides,
)
from simulator.phone.apps.cab.views import (
    CabHistoryView,
    CabHomeView,
    CabRideView,
    CabServiceOptionsView,
    delay_rows,
    likely_places,
    quotation_row,
    quotation_view,
    ride_row,
)
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.paging import page_left, page_of
from simulator.phone.screens import GoneView, Screen, Step, View, go, go_from_root, stay, swap, to_root

MOST_ROWS = 20


class CabHome(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    @tap(push("CabServiceOptions"))
    def list_rides(self, call: Call, fields: TripFields) -> Step:
        """See what a ride would cost, now or at a time."""
        trip = actions.read_trip(call, fields)
        found = offers(call, trip)
        cheapest = min(quote.price for quote in found)
        shown = CabServiceOptions(
            start_location=trip.start,
            end_location=trip.end,
            ride_time="" if trip.at is None else call.show(trip.at),
        )
        return go(shown, f"{len(found)} services to {trip.end}, from {cheapest:.2f}.")

    # Our addition: not among PARE's published actions. Declared before `open_current_ride`, because the scripted user
    # takes the first tap that leads to the wanted screen, and this tap can open any ride.
    @tap(push("CabRideDetail"))
    def open_ride(self, call: Call, ride_id: RideId) -> Step:
        """Open one of your rides."""
        return _opened(call, actions.find_ride(call, ride_id, PICK_ONE))

    @tap(push("CabRideDetail"))
    def open_current_ride(self, call: Call) -> Step:
        """Open the ride that is under way or comes next."""
        return _opened(call, actions.current_ride(call))

    @tap(push("CabHistory"))
    def get_ride_history(self, call: Call, page: RidePage) -> Step:
        """See all your rides, the newest first."""
        return go(CabHistory(offset=page.offset, limit=page.limit), _page_text(call, page))

    def view(self, look: Look) -> View:
        found = open_rides(look.store)
        return CabHomeView(
            title="Cab",
            current=ride_row(look, found[0]) if found else None,
            upcoming=tuple(ride_row(look, ride) for ride in found[1 : 1 + PAGE]),
            open_total=len(found),
            total=len(in_order(look.store)),
            places=likely_places(look),
        )


class CabServiceOptions(Screen, frozen=True):
    """The services for a trip. `ride_time` is a local time; an empty text means as soon as possible."""

    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    start_location: str
    end_location: str
    ride_time: str = ""

    @tap()
    def list_service_types(self, call: Call) -> Step:
        """See which services there are."""
        return stay(f"Services: {', '.join(sorted(SERVICES))}.")

    @tap(push("CabQuotationDetail"))
    def get_quotation(self, call: Call, service_type: Service) -> Step:
        """See the whole quotation of a service."""
        quote = quotation(call, self._trip(call), service_type)
        # The screen may have been open so long that the pick-up time has passed.
        check_time(call, quote.trip)
        check_reach(quote)
        shown = CabQuotationDetail(
            start_location=self.start_location,
            end_location=self.end_location,
            ride_time=self.ride_time,
            service_type=service_type,
        )
        return go(shown, actions.quoted(call, quote))

    def view(self, look: Look) -> View:
        trip, problem = self._trip(look), ""
        # If the pick-up time passes while the screen is open, the screen shows all services and the problem.
        try:
            check_time(look, trip)
            found = offers(look, trip)
        except ActionError as error:
            found, problem = [quotation(look, trip, service) for service in SERVICES], str(error)
        return CabServiceOptionsView(
            title="Choose a service",
            start_location=trip.start,
            end_location=trip.end,
            distance_km=found[0].distance_km,
            rows=tuple(quotation_row(look, quote) for quote in found),
            ride_time=self.ride_time,
            problem=problem,
        )

    def _trip(self, look: Look) -> Trip:
        return _trip(look, self.start_location, self.end_location, self.ride_time)


class CabQuotationDetail(Screen, frozen=True):
    """The quotation of one service. `ride_time` is a local time; an empty text means as soon as possible."""

    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    start_location: str
    end_location: str
    ride_time: str = ""
    service_type: ServiceType = "Default"

    @tap()
    def show_quotation(self, call: Call) -> Step:
        """Read the quotation again."""
        return stay(actions.quoted(call, self._quotation(call)))

    @tap(root_push("CabRideDetail"), write=True)
    def order_ride(self, call: Call) -> Step:
        """Order this ride."""
        ride = actions.book(call, self._quotation(call).trip, self.service_type)
        return go_from_root(CabRideDetail(ride_id=ride.id), f"Ordered: {actions.summary(call, ride)}")

    def view(self, look: Look) -> View:
        return quotation_view(look, self._quotation(look))

    def _quotation(self, look: Look) -> Quotation:
        trip = _trip(look, self.start_location, self.end_location, self.ride_time)
        return quotation(look, trip, self.service_type)


class CabRideDetail(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    ride_id: str

    @tap(ROOT, write=True)
    def cancel_ride(self, call: Call) -> Step:
        """Cancel this ride."""
        ride = actions.cancel(call, actions.find_ride(call, self.ride_id, "It is gone; go back."))
        return to_root(f"The ride to {ride.end_location} at {actions.clock(call, ride.pickup_at)} is cancelled.")

    def view(self, look: Look) -> View:
        ride = look.store.get(Ride, self.ride_id)
        if ride is None:
            return GoneView(title="Your ride", text="This ride is no longer there.")
        return CabRideView(title="Your ride", ride=ride_row(look, ride), delays=delay_rows(look, ride))


class CabHistory(Screen, frozen=True):
    """A page of all rides, the latest pick-up first: at most `limit` rides after the first `offset` rides."""

    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    offset: int = 0
    limit: int = PAGE

    # Our addition: not among PARE's published actions.
    @tap(push("CabRideDetail"))
    def open_ride(self, call: Call, ride_id: RideId) -> Step:
        """Open a ride."""
        return _opened(call, actions.find_ride(call, ride_id, PICK_ONE))

    # Our addition: PARE publishes this action on the first screen only.
    @tap(swap_to("CabHistory"))
    def get_ride_history(self, call: Call, page: RidePage) -> Step:
        """Page through your rides."""
        return swap(CabHistory(offset=page.offset, limit=page.limit), _page_text(call, page))

    def view(self, look: Look) -> View:
        page = page_left(newest_first(look.store), self.offset, self.limit)
        rows = tuple(ride_row(look, ride) for ride in page.rows)
        return CabHistoryView(title="Your rides", rows=rows, offset=page.offset, limit=self.limit, total=page.total)


def _trip(look: Look, start: str, end: str, ride_time: str) -> Trip:
    return Trip(start, end, look.parse_time(ride_time, "ride_time") if ride_time else None)


def _opened(look: Look, ride: Ride) -> Step:
    return go(CabRideDetail(ride_id=ride.id), actions.summary(look, ride))


def _page_text(look: Look, page: RidePage) -> str:
    """Return a sentence about a page of the history. Raise ActionError if the page is out of range."""
    found = page_of(newest_first(look.store), page.offset, page.limit, "ride", MOST_ROWS)
    return f"Rides {found.span} are shown." if found.rows else "There are no rides yet."
