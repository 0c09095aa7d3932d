"""The screens on the way to a ride: the services to choose from, and the quotation of one."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.actions import push, root_push, tap
from simulator.phone.apps.cab.booking import book
from simulator.phone.apps.cab.quotations import Quotation, Trip, check_reach, check_time, offers, quotation
from simulator.phone.apps.cab.records import APP, PREFIX, SERVICES, Service, ServiceType
from simulator.phone.apps.cab.ride_screens import CabRideDetail
from simulator.phone.apps.cab.ride_texts import quoted, summary
from simulator.phone.apps.cab.views import CabServiceOptionsView, quotation_row, quotation_view
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.screens import Screen, Step, View, go, go_from_root, stay


class CabServiceOptions(Screen, frozen=True):
    """`ride_time` is a local time, empty for now."""

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
        check_time(call, quote.trip)
        check_reach(quote)
        shown = CabQuotationDetail(
            start_location=self.start_location,
            end_location=self.end_location,
            ride_time=self.ride_time,
            service_type=service_type,
        )
        return go(shown, quoted(call, quote))

    def view(self, look: Look) -> View:
        trip, problem = self._trip(look), ""
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
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    start_location: str
    end_location: str
    ride_time: str = ""
    service_type: ServiceType = "Default"

    @tap()
    def show_quotation(self, call: Call) -> Step:
        """Read the quotation again."""
        return stay(quoted(call, self._quotation(call)))

    @tap(root_push("CabRideDetail"), write=True)
    def order_ride(self, call: Call) -> Step:
        """Order this ride."""
        ride = book(call, self._quotation(call).trip, self.service_type)
        return go_from_root(CabRideDetail(ride_id=ride.id), f"Ordered: {summary(call, ride)}")

    def view(self, look: Look) -> View:
        return quotation_view(look, self._quotation(look))

    def _quotation(self, look: Look) -> Quotation:
        trip = _trip(look, self.start_location, self.end_location, self.ride_time)
        return quotation(look, trip, self.service_type)


def _trip(look: Look, start: str, end: str, ride_time: str) -> Trip:
    return Trip(start, end, look.parse_time(ride_time, "ride_time") if ride_time else None)
