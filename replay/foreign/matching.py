"""Matches events with the model calls that caused them, and finds events that are only a part of another event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from replay.foreign.calls import ModelCall
from replay.foreign.events import ForeignEvent

# Maximum number of seconds between an event and its inner events. No model answers so fast.
AT_ONCE = 0.1
# Longest time in seconds between a call in the logs and its event.
_CLOSE = 2.0
# Calls that an app makes to itself, by the user's action. The app notes these calls as if someone else had made them.
_INSIDE: dict[str, tuple[str, ...]] = {
    "add_to_cart": ("add_to_cart",),
    "checkout": ("checkout",),
    "create_contact": ("add_new_contact",),
    "forward_email": ("get_email_by_id",),
    "list_contacts": ("get_contacts",),
    "list_orders": ("list_orders",),
    "list_products": ("list_all_products",),
    "list_recent_conversations": ("list_recent_conversations",),
    "open_contact": ("get_contact",),
    "open_conversation": ("read_conversation",),
    "open_email_by_id": ("get_email_by_id",),
    "open_email_by_index": ("get_email_by_id", "get_email_by_index"),
    "read_messages": ("read_conversation",),
    "refresh": ("get_email_by_id", "get_calendar_event"),
    "remove_item": ("remove_from_cart",),
    "save": ("add_calendar_event", "edit_calendar_event", "add_reminder", "update_reminder"),
    "save_draft": ("create_and_add_email",),
    "search_contacts": ("search_contacts",),
    "search_conversations": ("search",),
    "search_emails": ("search_emails",),
    "send_composed_email": ("send_email", "reply_to_email"),
    "send_message": ("send_message_to_group_conversation",),
    "update_contact": ("edit_contact",),
    "view_cart": ("list_cart",),
    "view_current_user": ("get_current_user_details",),
    "view_order": ("get_order_details",),
    "view_product": ("get_product_details",),
}


class Matched(NamedTuple):
    """Results of matching; events are given by their numbers in the file."""

    calls: dict[int, ModelCall]
    inside: dict[int, int]
    """Numbers of inner events, each with the number of its outer event."""
    lost: list[ModelCall]
    """Calls without an event: they failed before an app could note them."""


def matched(events: Sequence[ForeignEvent], calls: Sequence[ModelCall]) -> Matched:
    """Match calls with events by the event ids in the logs, else by name and time; then find more inner events."""
    found = Matched({}, {}, [])
    by_id = {event.id: event for event in events if event.id}
    waiting = [call for call in calls if not _by_note(call, by_id, found)]
    by_name: dict[str, list[ForeignEvent]] = {}
    # Reversed, so that the earliest event of a name is at the end and is popped first.
    for event in reversed(events):
        if event.kind != "ENV" and event.number not in found.calls and event.number not in found.inside:
            by_name.setdefault(event.called, []).append(event)
    for call in waiting:
        if not _by_name(call, by_name.get(call.name, []), found) and call.error:
            found.lost.append(call)
    _by_time(events, found)
    return found


def _by_note(call: ModelCall, by_id: Mapping[str, ForeignEvent], found: Matched) -> bool:
    """Match a call with its event by the event ids that the log notes within the call; return whether that worked.

    The last noted event with the call's name is the call itself, the others are inner events.
    """
    noted = [by_id[action.event] for action in call.actions if action.event in by_id]
    outer = next((event for event in reversed(noted) if event.called == call.name), None)
    if outer is None or outer.number in found.calls:
        return False
    found.calls[outer.number] = call
    for event in noted:
        if event.number != outer.number:
            found.inside.setdefault(event.number, outer.number)
    return True


def _by_name(call: ModelCall, waiting: list[ForeignEvent], found: Matched) -> bool:
    """Match a call with the next event of the same name if it is close in time; return whether that worked.

    Used for calls without event ids in the logs. `waiting`: events of this name, latest first.
    """
    while waiting and waiting[-1].time is not None and waiting[-1].time < call.at - AT_ONCE:
        waiting.pop()
    if not waiting or (waiting[-1].time is not None and waiting[-1].time > call.at + _CLOSE):
        return False
    found.calls[waiting.pop().number] = call
    return True


def _by_time(events: Sequence[ForeignEvent], found: Matched) -> None:
    """Find inner events that the logs do not mention: they follow their outer event at once, in the same app."""
    outer: ForeignEvent | None = None
    for event in events:
        if event.number in found.inside:
            continue
        if outer is not None and event.number not in found.calls and _is_inside(event, outer):
            found.inside[event.number] = outer.number
        elif event.kind != "ENV":
            outer = event


def _is_inside(event: ForeignEvent, outer: ForeignEvent) -> bool:
    if event.app != outer.app or event.function not in _INSIDE.get(outer.function, ()):
        return False
    if event.kind == "ENV" and outer.function != "save_draft":
        return False
    if event.function == outer.function and event.kind == outer.kind:
        return False
    return event.time is not None and outer.time is not None and 0 <= event.time - outer.time <= AT_ONCE
