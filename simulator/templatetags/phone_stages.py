"""How far a ride or an order has come, as a list of stages of which one is the present one."""

from __future__ import annotations

from collections.abc import Callable

from django import template
from django.template import Context

from simulator.phone.apps.cab.records import Status
from simulator.phone.apps.cab.ride_texts import STATUS_WORDS
from simulator.phone.apps.cab.views import CabRideView, RideRow
from simulator.phone.apps.shopping.views import OrderPage
from simulator.phone.stages import DONE, HERE, HERE_CANCELLED, HERE_LATE, TODO, Stage, tag_classes
from simulator.templatetags.phone_times import at_time

register = template.Library()
_ORDER_TAGS = {"delivered": "good", "delayed": "warn", "cancelled": "bad", "shipped": "app"}
_RIDE_TAGS = {"COMPLETED": "good", "DELAYED": "warn", "CANCELLED": "bad", "IN_PROGRESS": "app"}
_WAY: tuple[Status, ...] = ("ARRIVED_AT_PICKUP", "IN_PROGRESS", "COMPLETED")


@register.simple_tag(takes_context=True)
def ride_stages(context: Context, view: CabRideView) -> list[Stage]:
    ride = view.ride

    def at(local: str) -> str:
        return str(at_time(context, local))

    booked = Stage("Booked", at(ride.booked), HERE if ride.status == "BOOKED" else DONE)
    late = [Stage(f"Delayed by {one.delay} min", at(one.at), DONE) for one in view.delays]
    if ride.status == "DELAYED":
        late = [*late[:-1], Stage(ride.state, late[-1].when if late else "", HERE_LATE)]
    if ride.status == "CANCELLED":
        return [booked, *late, Stage("Cancelled", "", HERE_CANCELLED)]
    return [booked, *late, *_rest_of_ride(ride, at)]


def _rest_of_ride(ride: RideRow, at: Callable[[str], str]) -> list[Stage]:
    """The stages that every ride goes through, with the times that are expected."""
    reached = _WAY.index(ride.status) if ride.status in _WAY else -1
    times = (f"about {at(ride.expected_pickup)}", "", f"about {at(ride.arrival)}")
    last = len(_WAY) - 1
    return [
        Stage(STATUS_WORDS[status], "", DONE if place < reached or place == reached == last else HERE)
        if place <= reached
        else Stage(STATUS_WORDS[status], times[place], TODO)
        for place, status in enumerate(_WAY)
    ]


@register.simple_tag(takes_context=True)
def order_stages(context: Context, view: OrderPage) -> list[Stage]:
    def at(local: str) -> str:
        return str(at_time(context, local)) if local else ""

    ordered = Stage("Ordered", at(view.ordered), DONE)
    arrived = Stage("Delivered", at(view.delivered), DONE)
    expected = Stage("Delivered", f"by {at(view.expected)}" if view.expected else "", TODO)
    match view.status:
        case "processed":
            return [ordered, Stage("Processed", "", HERE), Stage("Shipped", "", TODO), expected]
        case "shipped":
            return [ordered, Stage("Shipped", "", HERE), expected]
        case "delayed":
            return [ordered, Stage("Delayed", "", HERE_LATE), expected]
        case "delivered":
            return [ordered, arrived]
        case "cancelled":
            return [ordered, Stage("Cancelled", "", HERE_CANCELLED)]
        case _:
            return [ordered, *([arrived] if view.delivered else []), Stage("Refunded", "", HERE)]


@register.filter
def order_tag(status: str) -> str:
    return tag_classes(_ORDER_TAGS.get(status))


@register.filter
def ride_tag(status: str) -> str:
    return tag_classes(_RIDE_TAGS.get(status))
