"""The views of the apartment app, the values that its templates need, and its screens with their taps."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace

from simulator.phone.actions import STAY, push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.apartment import actions
from simulator.phone.apps.apartment.actions import ApartmentFilters, ApartmentId, Offset, price_text
from simulator.phone.apps.apartment.records import APP, PREFIX, Apartment
from simulator.phone.call import Call, Look
from simulator.phone.paging import page_left, page_of
from simulator.phone.screens import GoneView, Screen, Step, TypedText, View, go, stay, swap
from simulator.words.english import counted

PAGE = 10
FILTER_LABELS = {
    "name": "Name",
    "location": "Place",
    "zip_code": "Zip code",
    "min_price": "Price from",
    "max_price": "Price up to",
    "number_of_bedrooms": "Bedrooms",
    "number_of_bathrooms": "Bathrooms",
    "property_type": "Type",
    "square_footage": "At least, square feet",
    "furnished_status": "Furnished",
    "floor_level": "Floor",
    "pet_policy": "Pets",
    "lease_term": "Lease",
    "amenities": "Amenities",
    "saved_only": "Only saved ones",
}
# Text on the chip of each text filter; `{}` stands for the filter's value.
_TEXT_CHIPS = {
    "name": "named '{}'",
    "location": "in '{}'",
    "zip_code": "zip code {}",
    "property_type": "{}",
    "furnished_status": "{}",
    "floor_level": "floor {}",
    "pet_policy": "{}",
    "lease_term": "{}",
}
# Names of drawings in static/phone/icons.svg.
FLATS = ("h-block", "h-rows", "h-tower")
STREET = (*FLATS, "h-mill")
HOUSES = {"cabin": "h-cabin", "casita": "h-cabin", "cottage": "h-cabin", "house": "h-rows", "loft": "h-mill"}


class FilledFilter(NamedTuple):
    """A field of the search form with its label and the text in it."""

    name: str
    label: str
    value: str

    @property
    def wide(self) -> bool:
        return self.name == "name"


class ApartmentRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    location: str
    price: float
    bedrooms: int
    bathrooms: int
    zip_code: str = ""
    square_footage: int = 0
    property_type: str = ""
    pet_policy: str = ""
    saved: bool = False

    @property
    def house(self) -> str:
        return house(self.id, self.property_type)


class ApartmentsPage(View, frozen=True):
    rows: tuple[ApartmentRow, ...]
    total: int
    """Number of apartments on all pages."""
    offset: int
    limit: int
    saved: int
    """Number of saved apartments on the phone."""


class FilterChip(msgspec.Struct, frozen=True):
    """One filter in use: the name of the argument, its value as text, and the text on the chip."""

    field: str
    value: str
    text: str


class FilteredApartmentsPage(ApartmentsPage, frozen=True):
    filters: tuple[FilterChip, ...]
    of: int
    """Number of apartments that a search without filters finds."""

    def form(self, text: TypedText) -> tuple[FilledFilter, ...]:
        """Return the fields of the search form; no fields unless a search by more than a name is being typed."""
        searched = text.given("search")
        # A search by name alone is typed into the bar above the list, not into the form.
        if searched is None or not set(searched) - {"name"}:
            return ()
        # Filters of the previous search are not filled in, because a new search replaces all of them.
        return tuple(
            FilledFilter(name, label, _typed(text.typed(name, None, "search"))) for name, label in FILTER_LABELS.items()
        )

    def searched_name(self, text: TypedText) -> str:
        """Return the text of the search bar: the name that is being typed, or else the name in the current filters."""
        if text.given("search") is not None:
            return _typed(text.typed("name", None, "search"))
        return next((chip.value for chip in self.filters if chip.field == "name"), "")


class ApartmentPage(View, frozen=True):
    """One listing. Models read the fields in this order, which differs from the order in `Apartment`."""

    id: str
    name: str
    location: str
    price: float
    bedrooms: int
    bathrooms: int
    zip_code: str = ""
    property_type: str = ""
    square_footage: int = 0
    furnished_status: str = ""
    floor_level: str = ""
    pet_policy: str = ""
    lease_term: str = ""
    amenities: tuple[str, ...] = ()
    saved: bool = False

    @property
    def house(self) -> str:
        return house(self.id, self.property_type)

    @property
    def neighbours(self) -> tuple[str, str]:
        """Return the names of two drawings: the houses to the left and to the right of this apartment."""
        at = _hashed(self.id)
        return STREET[(at + 1) % len(STREET)], STREET[(at + 2) % len(STREET)]


def house(apartment_id: str, property_type: str) -> str:
    """Return the name of an apartment's drawing: the one for its type or, if there is none, one chosen by its id."""
    return HOUSES.get(property_type.strip().lower()) or FLATS[_hashed(apartment_id) % len(FLATS)]


def apartment_rows(flats: Iterable[Apartment]) -> tuple[ApartmentRow, ...]:
    return tuple(
        ApartmentRow(**{name: getattr(flat, name) for name in ApartmentRow.__struct_fields__}) for flat in flats
    )


def apartment_page(flat: Apartment) -> ApartmentPage:
    return ApartmentPage(title=flat.name, **msgspec.structs.asdict(flat))


def filter_chips(wanted: ApartmentFilters) -> tuple[FilterChip, ...]:
    return (*_text_chips(wanted), *_number_chips(wanted), *_other_chips(wanted))


def _text_chips(wanted: ApartmentFilters) -> Iterator[FilterChip]:
    for field, words in _TEXT_CHIPS.items():
        if value := getattr(wanted, field):
            yield FilterChip(field, value, words.format(value))


def _number_chips(wanted: ApartmentFilters) -> Iterator[FilterChip]:
    if wanted.min_price is not None:
        yield FilterChip("min_price", price_text(wanted.min_price), f"from {price_text(wanted.min_price)}")
    if wanted.max_price is not None:
        yield FilterChip("max_price", price_text(wanted.max_price), f"up to {price_text(wanted.max_price)}")
    for noun in ("bedroom", "bathroom"):
        field = f"number_of_{noun}s"
        number: int | None = getattr(wanted, field)
        if number is not None:
            yield FilterChip(field, str(number), counted(number, noun))
    if wanted.square_footage is not None:
        area = str(wanted.square_footage)
        yield FilterChip("square_footage", area, f"at least {area} square feet")


def _other_chips(wanted: ApartmentFilters) -> Iterator[FilterChip]:
    for amenity in wanted.amenities or ():
        yield FilterChip("amenities", amenity, f"with {amenity}")
    if wanted.saved_only:
        yield FilterChip("saved_only", "true", "saved")


def _typed(value: Any) -> str:
    """Return an argument, which may be wrong and thus have any type, as text for a form field."""
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


def _hashed(text: str) -> int:
    # Not Python's hash(), which differs between processes: an apartment must look the same in every process.
    return hashlib.sha256(text.encode()).digest()[1]


class ApartmentDetail(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    apartment_id: str

    @tap(STAY, write=True)
    def save(self, call: Call) -> Step:
        """Save this apartment."""
        return stay(actions.save(call, actions.still_listed(call, self.apartment_id)))

    @tap(STAY, write=True)
    def unsave(self, call: Call) -> Step:
        """Remove this apartment from the saved apartments."""
        flat = actions.still_listed(call, self.apartment_id)
        return stay(actions.unsave(call, flat, "Only a saved apartment can be taken off."))

    def view(self, look: Look) -> View:
        flat = look.store.get(Apartment, self.apartment_id)
        if flat is None:
            return GoneView(title="Apartment", text="This apartment is no longer listed.")
        return apartment_page(flat)


class ApartmentList(Screen, frozen=True):
    """The base of the screens that list apartments page by page."""

    # Each subclass declares the field `offset`: a struct can inherit fields from one base class only, and the search
    # screen already inherits its filters.
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    @tap(push("ApartmentDetail"))
    def view_apartment(self, call: Call, apartment_id: ApartmentId) -> Step:
        """Open an apartment."""
        flat = actions.find_apartment(call, apartment_id, "Pick one from the list.")
        return go(ApartmentDetail(apartment_id=flat.id), f"'{flat.name}' is open.")

    def listed(self, look: Look) -> Sequence[Apartment]:
        """Return the apartments on all pages of the list."""
        raise NotImplementedError

    def turned_to(self, call: Call, offset: int) -> Step:
        """Return a `Step` to the page that begins at `offset`. Raise ActionError if the list has no such page."""
        page = page_of(self.listed(call), offset, PAGE, "apartment")
        result = f"Apartments {page.span} are shown." if page.rows else "There are no apartments here."
        return swap(replace(self, offset=offset), result)


class ApartmentHome(ApartmentList, frozen=True):
    offset: int = 0

    # Our addition: PARE's published action has no offset.
    @tap(swap_to("ApartmentHome"))
    def list_apartments(self, call: Call, offset: Offset = 0) -> Step:
        """Show a page of all apartments."""
        return self.turned_to(call, offset)

    @tap(push("ApartmentSearch"))
    def open_search(self, call: Call) -> Step:
        """Search the apartments."""
        return go(ApartmentSearch(), "The search is open.")

    @tap(push("ApartmentFavorites"))
    def open_favorites(self, call: Call) -> Step:
        """See the saved apartments."""
        return go(ApartmentFavorites(), f"{counted(len(actions.saved_by_name(call)), 'saved apartment')}.")

    def listed(self, look: Look) -> Sequence[Apartment]:
        return actions.by_name(look)

    def view(self, look: Look) -> View:
        return _page("Apartments", look, self.listed(look), self.offset)


class ApartmentFavorites(ApartmentList, frozen=True):
    offset: int = 0

    # Our addition: not among PARE's published actions.
    @tap(swap_to("ApartmentFavorites"))
    def list_apartments(self, call: Call, offset: Offset = 0) -> Step:
        """Show another page of the saved apartments."""
        return self.turned_to(call, offset)

    def listed(self, look: Look) -> Sequence[Apartment]:
        return actions.saved_by_name(look)

    def view(self, look: Look) -> View:
        return _page("Saved", look, self.listed(look), self.offset)


class ApartmentSearch(ApartmentList, ApartmentFilters, frozen=True, omit_defaults=True):
    """The list of apartments that pass the filters; the filters are fields of this screen."""

    offset: int = 0

    @tap(swap_to("ApartmentSearch"))
    def search(self, call: Call, filters: ApartmentFilters) -> Step:
        """Show the apartments that pass all given filters."""
        found = ApartmentSearch(**actions.asked_for(filters))
        count, everything = len(found.listed(call)), counted(len(actions.by_name(call)), "apartment")
        return swap(found, f"{count} of {everything} {'fits' if count == 1 else 'fit'}.")

    # Our addition: not among PARE's published actions.
    @tap(swap_to("ApartmentSearch"))
    def clear_filters(self, call: Call) -> Step:
        """Show all apartments again."""
        return swap(ApartmentSearch(), "The filters are cleared.")

    # Our addition: not among PARE's published actions.
    @tap(swap_to("ApartmentSearch"))
    def list_apartments(self, call: Call, offset: Offset = 0) -> Step:
        """Show another page of the apartments found."""
        return self.turned_to(call, offset)

    def listed(self, look: Look) -> Sequence[Apartment]:
        return actions.matching(look, self)

    def view(self, look: Look) -> View:
        page = page_left(self.listed(look), self.offset, PAGE)
        return FilteredApartmentsPage(
            title="Search",
            rows=apartment_rows(page.rows),
            total=page.total,
            offset=page.offset,
            limit=PAGE,
            saved=len(actions.saved_by_name(look)),
            filters=filter_chips(self),
            of=len(actions.by_name(look)),
        )


def _page(title: str, look: Look, flats: Sequence[Apartment], offset: int) -> ApartmentsPage:
    page = page_left(flats, offset, PAGE)
    return ApartmentsPage(
        title=title,
        rows=apartment_rows(page.rows),
        total=page.total,
        offset=page.offset,
        limit=PAGE,
        saved=len(actions.saved_by_name(look)),
    )
