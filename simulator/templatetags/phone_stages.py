"""How far an order has come, as a list of stages of which one is the present one."""

from __future__ import annotations

from django import template
from django.template import Context

from simulator.phone.apps.shopping.views import OrderPage
from simulator.phone.stages import DONE, HERE, HERE_CANCELLED, HERE_LATE, TODO, Stage, tag_classes
from simulator.templatetags.phone_times import at_time

register = template.Library()
_ORDER_TAGS = {"delivered": "good", "delayed": "warn", "cancelled": "bad", "shipped": "app"}


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
