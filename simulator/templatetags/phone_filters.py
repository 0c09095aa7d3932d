"""The filters of the apartment search: the form while it is filled in, and what each of its fields shows."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import template
from django.template import Context

from simulator.phone.apps.apartment.wording import price_text
from simulator.showing.tap_highlight import TapHighlight, UserTap

register = template.Library()


class Field(NamedTuple):
    name: str
    label: str
    wide: bool = False


_FIELDS = (
    Field("name", "Name", wide=True),
    Field("location", "Place"),
    Field("zip_code", "Zip code"),
    Field("min_price", "Price from"),
    Field("max_price", "Price up to"),
    Field("number_of_bedrooms", "Bedrooms"),
    Field("number_of_bathrooms", "Bathrooms"),
    Field("property_type", "Type"),
    Field("square_footage", "At least, square feet"),
    Field("furnished_status", "Furnished"),
    Field("floor_level", "Floor"),
    Field("pet_policy", "Pets"),
    Field("lease_term", "Lease"),
    Field("amenities", "Amenities"),
    Field("saved_only", "Only saved ones"),
)


@register.simple_tag
def filter_fields() -> tuple[Field, ...]:
    return _FIELDS


@register.filter
def fills_form(tapped: UserTap | None) -> bool:
    """Whether a search was tapped for which the form is needed: by more than a name."""
    return tapped is not None and tapped.name == "search" and bool(set(tapped.args) - {"name"})


@register.simple_tag(takes_context=True)
def filter_value(context: Context, name: str) -> str:
    """What was just typed into a field; until then, the filter that is set."""
    highlight: TapHighlight = context["highlight"]
    if highlight.tapped is not None and highlight.tapped.name == "search":
        return _written(highlight.typed(name, None, "search"))
    return ", ".join(chip.value for chip in context["view"].filters if chip.field == name)


def _written(value: Any) -> str:
    match value:
        case None | False:
            return ""
        case True:
            return "yes"
        case float():
            return price_text(value)
        case list() | tuple():
            return ", ".join(map(str, value))
        case _:
            return str(value)
