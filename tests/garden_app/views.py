"""What the screens of the garden show."""

from __future__ import annotations

import msgspec

from simulator.phone.call import Look
from simulator.phone.screens import View
from tests.garden_app.records import Bed


class BedRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    dry: bool = False

    @property
    def mood(self) -> str:
        return "Thirsty" if self.dry else "Content"


class BedsPage(View, frozen=True):
    rows: tuple[BedRow, ...]


class BedPage(View, frozen=True):
    """Has no template: the plain one shows it."""

    plants: tuple[str, ...]
    dry: bool
    watered: str = ""


def beds_page(look: Look) -> BedsPage:
    beds = sorted(look.store.all(Bed).values(), key=lambda bed: bed.name)
    return BedsPage(title="Garden", rows=tuple(BedRow(bed.id, bed.name, bed.dry) for bed in beds))


def bed_page(look: Look, bed: Bed) -> BedPage:
    watered = "" if bed.watered_at is None else look.show(bed.watered_at)
    return BedPage(title=bed.name, plants=bed.plants, dry=bed.dry, watered=watered)
