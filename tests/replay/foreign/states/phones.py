"""Phones to compare: what their records say, ids aside, and without what the foreign format cannot say."""

from __future__ import annotations

import re

from simulator.phone.apps.cab.records import Ride
from simulator.phone.apps.email.records import Mail
from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.records import Message, ReadMark, User
from simulator.phone.apps.shopping.records import Code, Item, Order, Payment, Product
from simulator.phone.registry import all_apps
from simulator.phone.store import Record
from simulator.phone.world import World

UNSAID: dict[str, tuple[str, ...]] = {
    User.table: ("phone",),
    Message.table: ("by_assistant",),
    Ride.table: ("booked_at", "delay", "delay_history", "note"),
    Item.table: ("stock", "available"),
    Product.table: ("description",),
    Code.table: ("expires_at",),
    Order.table: ("discount_code", "discount", "expected_at", "delivered_at", "refunded", "payment", "note"),
    Mail.table: ("state",),
}
"""Fields that a foreign trace has no place for."""
UNSAID_TABLES = (ReadMark.table, Payment.table, File.table)
"""Of files on the phone it has the paths alone; whether an attachment is one of them it does not say."""
_TIME = re.compile(r"\b1[5-9][0-9]{8}\b")
_PREFIXES = {cls.prefix for app in all_apps().values() for cls in app.records if cls.prefix}
_ID = re.compile(rf"\b(?:{'|'.join(sorted(_PREFIXES))})_[a-z]?[0-9a-f]+\b")


def said(world: World) -> dict[str, list[str]]:
    """By table, the records of the apps as sorted texts: names stand for ids, and what the clock shows for times."""
    tables = {name: rows for name, rows in world.store.tables().items() if not name.startswith(("phone.", "meta."))}
    told: dict[str, list[str]] = {}
    for name, rows in tables.items():
        if rows and name not in UNSAID_TABLES:
            told[name] = sorted(_told(world, row) for row in rows.values())
    return told


def _told(world: World, record: Record) -> str:
    unsaid = ("id", *UNSAID.get(record.table, ()))
    fields = [(name, getattr(record, name)) for name in record.__struct_fields__ if name not in unsaid]
    named = _ID.sub(lambda found: _name(world, found[0]), repr(fields))
    return _TIME.sub(lambda found: world.show(int(found[0])), named)


def _name(world: World, record_id: str) -> str:
    for rows in world.store.tables().values():
        if record_id in rows:
            record = rows[record_id]
            return f"<{getattr(record, 'name', None) or getattr(record, 'subject', None) or record.table}>"
    return "<nothing>"
