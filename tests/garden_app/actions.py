"""Arguments of actions in the garden, and the writes behind taps, tools and events."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from simulator.phone.arguments import Arguments
from simulator.phone.call import Call, Look
from simulator.phone.roles import Code, Ref, Text
from tests.garden_app.records import Bed

BedId = Annotated[str, Ref("Id of the bed.", Bed.table)]


class BedFields(Arguments, frozen=True, kw_only=True):
    name: Annotated[str, Text("What the bed is called.")]
    plants: list[Annotated[str, Code("A plant.")]] | None = None


def find_bed(look: Look, bed_id: str) -> Bed:
    return look.find(Bed, bed_id, "bed", "Garden__list_beds gives the ids.")


def dig(call: Call, fields: BedFields) -> Bed:
    bed = Bed(id=call.new_id(Bed), name=fields.name, plants=tuple(fields.plants or ()))
    call.put(bed)
    return bed


def water(call: Call, bed: Bed) -> Bed:
    wet = replace(bed, dry=False, watered_at=call.now)
    call.put(wet)
    return wet
