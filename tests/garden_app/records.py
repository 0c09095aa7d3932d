"""A flower bed as the phone keeps it."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.store import Record

APP = "garden"
PREFIX = "Garden"


class Bed(Record, frozen=True):
    table: ClassVar[str] = "garden.bed"
    prefix: ClassVar[str] = "bed"
    along: ClassVar[tuple[str, ...]] = ("watered_at",)

    name: str
    plants: tuple[str, ...] = ()
    dry: bool = False
    watered_at: int | None = None
