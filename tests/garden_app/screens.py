"""The screens of the garden and their taps."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.actions import push, tap
from simulator.phone.call import Call, Look
from simulator.phone.screens import Screen, Step, View, go, stay
from tests.garden_app.actions import BedFields, BedId, dig, find_bed, water
from tests.garden_app.records import APP, PREFIX
from tests.garden_app.views import bed_page, beds_page


class BedList(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    @tap(push("BedDetail"))
    def open_bed(self, call: Call, bed_id: BedId) -> Step:
        """Look at a bed."""
        bed = find_bed(call, bed_id)
        return go(BedDetail(bed_id=bed.id), f"{bed.name} is shown.")

    @tap(push("BedDetail"), write=True)
    def dig_bed(self, call: Call, fields: BedFields) -> Step:
        """Dig a new bed."""
        bed = dig(call, fields)
        return go(BedDetail(bed_id=bed.id), f"{bed.name} is dug.")

    def view(self, look: Look) -> View:
        return beds_page(look)


class BedDetail(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    bed_id: str

    @tap(write=True)
    def water(self, call: Call) -> Step:
        """Water this bed."""
        return stay(f"{water(call, find_bed(call, self.bed_id)).name} is watered.")

    def view(self, look: Look) -> View:
        return bed_page(look, find_bed(look, self.bed_id))
