"""Looks for items of made-up studies, so that their pages can be asked for without a run that was played."""

from __future__ import annotations

import gzip
from collections.abc import Iterable

import msgspec

from annotation.models import Item, ItemShow
from annotation.showing.item_view import ItemLine, ItemView
from simulator.showing.sentence_parts import plain

PHONE = "<p>A phone.</p>"


def with_looks(items: Iterable[Item]) -> list[Item]:
    """The same items; Leila Haddad's phone belongs to each of them."""
    found = list(items)
    ItemShow.objects.bulk_create(
        ItemShow(item=item, body=_body(item), phone=PHONE, frames=gzip.compress(msgspec.json.encode([PHONE])))
        for item in found
    )
    return found


def _body(item: Item) -> dict[str, object]:
    here = ItemLine(
        clock="18:42",
        lane="assistant",
        shape="proposal",
        parts=(plain("The assistant asks you something"),),
        frame=0,
        is_here=True,
    )
    view = ItemView(
        kind="silence" if item.kind == "silence" else "offer",
        name="Leila Haddad",
        clock="18:42",
        day="Friday 13 November 2026",
        offer=item.offer,
        happened=(here,),
    )
    body: dict[str, object] = msgspec.to_builtins(view)
    return body
