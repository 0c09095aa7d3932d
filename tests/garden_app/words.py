"""Phrases that describe the garden and actions in it."""

from __future__ import annotations

from simulator.phone.words import RecordWords, Words
from tests.garden_app.records import Bed

WORDS = Words(
    deeds={
        "open_bed": ("look at the bed {bed_id}", "look at a bed"),
        "water": ("water the bed {bed_id}", "water the bed"),
        "water_bed": ("water the bed {bed_id}", "water a bed"),
    },
    news={"dry_out": "The bed {bed_id} has dried out"},
    records={Bed: RecordWords(noun="flower bed", labels={"dry": "thirsty"}, told=("dry",))},
    labels={"BedPage.dry": "needs water"},
)
