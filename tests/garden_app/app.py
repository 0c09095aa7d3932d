"""The garden as the phone knows it."""

from __future__ import annotations

from msgspec.structs import replace
from pydantic import Field

from simulator.phone.actions import NOTHING, event, tool
from simulator.phone.app import App, Seed
from simulator.phone.call import Call, Look
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record
from tests.garden_app.actions import BedFields, BedId, dig, find_bed, water
from tests.garden_app.records import APP, PREFIX, Bed
from tests.garden_app.screens import BedDetail, BedList
from tests.garden_app.words import WORDS


class BedSeed(Seed):
    name: str
    plants: list[str] = Field([], description="What grows there.")


class Garden(App):
    name = APP
    prefix = PREFIX
    title = "Garden"
    about = "Flower beds and when they were watered."
    records = (Bed,)
    screens = (BedList, BedDetail)
    seed = BedSeed
    words = WORDS

    @tool(write=False)
    def list_beds(self, call: Call) -> list[dict[str, object]]:
        """List the beds."""
        return [{"bed_id": bed.id, "name": bed.name, "dry": bed.dry} for bed in call.store.all(Bed).values()]

    @tool(write=True)
    def dig_bed(self, call: Call, fields: BedFields) -> str:
        """Dig a new bed and give its id."""
        return dig(call, fields).id

    @tool(write=True)
    def water_bed(self, call: Call, bed_id: BedId) -> str:
        """Water a bed."""
        return f"{water(call, find_bed(call, bed_id)).name} is watered."

    @event(makes=NOTHING)
    def dry_out(self, call: Call, bed_id: BedId) -> str:
        """A bed dries out."""
        bed = replace(find_bed(call, bed_id), dry=True)
        call.put(bed)
        call.notify("dry", APP, f"{bed.name} is dry", "It needs water.", f"{bed.name} ({bed.id}) needs water.", bed)
        return f"{bed.name} is dry."

    @event()
    def bring_bed(self, call: Call, fields: BedFields) -> str:
        """Somebody digs a bed."""
        return dig(call, fields).id

    def plant(self, plot: Plot, seed: BedSeed) -> None:
        plot.add(Bed(id=plot.new_id(Bed), name=seed.name, plants=tuple(seed.plants)), seed.label)

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        return (BedList(), BedDetail(bed_id=record.id))
