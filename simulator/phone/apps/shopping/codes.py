"""Discount codes: which items they cover, and until when."""

from __future__ import annotations

from collections.abc import Collection

from simulator.phone.apps.shopping.catalogue import item_name
from simulator.phone.apps.shopping.records import Code
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.grouping import grouped
from simulator.phone.store import Store
from simulator.words.english import listed

_MOST_NAMED = 5


def code_key(code: str) -> str:
    """Codes are typed by hand: capitals and spaces around them do not matter."""
    return code.strip().casefold()


def all_codes(store: Store) -> list[Code]:
    return store.derived(
        "shopping.codes",
        Code,
        lambda: sorted(store.all(Code).values(), key=lambda one: (code_key(one.code), one.item_id, one.id)),
    )


def by_code(store: Store) -> dict[str, list[Code]]:
    """Each code with an entry for every item that it covers."""
    return store.derived(
        "shopping.codes_by_code", Code, lambda: grouped(all_codes(store), lambda one: code_key(one.code))
    )


def codes_for(store: Store, item_id: str) -> list[Code]:
    items = store.derived("shopping.codes_by_item", Code, lambda: grouped(all_codes(store), lambda one: one.item_id))
    return items.get(item_id, [])


def expired(code: Code, now: int) -> bool:
    return code.expires_at is not None and now > code.expires_at


def find_codes(call: Call, discount_code: str) -> list[Code]:
    """What is known of a code, an entry for each item."""
    found = by_code(call.store).get(code_key(discount_code))
    if found is None:
        shown, listed = "The shop's list of codes shows them.", "Shopping__get_all_discount_codes lists them."
        remedy = shown if call.actor == "user" else listed
        raise ActionError("unknown_record", f"There is no discount code '{discount_code.strip()}'.", remedy)
    return found


def percents(call: Call, discount_code: str, item_ids: Collection[str]) -> dict[str, float]:
    """How much a code takes off each of these items; refused if it does nothing for any of them."""
    found = find_codes(call, discount_code)
    covering = [code for code in found if code.item_id in item_ids]
    if not covering:
        names = listed([item_name(call.store, code.item_id) for code in found], _MOST_NAMED)
        raise ActionError(
            "not_available",
            f"{found[0].code} covers nothing in the cart. It covers: {names}.",
            "Put one of these into the cart, or check out without the code.",
        )
    valid = {code.item_id: code.percent for code in covering if not expired(code, call.now)}
    if not valid:
        last = max(code.expires_at or 0 for code in covering)
        problem = f"{found[0].code} expired at {call.show(last)}."
        raise ActionError("not_available", problem, "Use another code, or check out without one.")
    return valid
