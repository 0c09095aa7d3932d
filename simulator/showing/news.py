"""What the world does, in a headline for each event."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.apps.cab.records import Ride
from simulator.phone.apps.cab.words import state_of
from simulator.phone.state import AssistantNotice, UserNotice
from simulator.showing.parts import Parts, plain, strong
from simulator.showing.phrases import Phrases
from simulator.showing.phrasing import filled
from simulator.showing.scene import Scene
from simulator.showing.values import Values
from simulator.showing.verbs import capital
from simulator.trace.moments import Acted

NEWS: Mapping[str, Phrases] = {
    "email.send_email_to_user_only": "E-mail from {sender}[, {subject!q}]",
    "email.send_email_to_user_with_id": "E-mail from {sender}[, {subject!q}]",
    "email.reply_to_email_from_user": ("E-mail from {sender} in reply to {email_id!q}", "E-mail from {sender}"),
    "email.create_and_add_email": "E-mail from {sender}[, {subject!q}][, into {folder_name}]",
    "messaging.create_and_add_message": (
        "Message from {sender_id} in {conversation_id:group}",
        "Message from {sender_id}",
    ),
    "messaging.create_group_conversation": ("New group chat {title} with {user_ids}", "New group chat[ {title}]"),
    "messaging.bring_conversation": ("New chat {title} with {people}", "New chat with {people}", "New chat"),
    "messaging.add_participant_to_conversation": "{user_id} joins {conversation_id:chat}",
    "messaging.remove_participant_from_conversation": "{user_id} leaves {conversation_id:chat}",
    "messaging.change_conversation_title": (
        "The chat {conversation_id} is now called {title}",
        "New chat name {title}",
    ),
    "calendar.add_calendar_event_by_attendee": "{who_add} adds {title} to the calendar[, {start_datetime}]",
    "calendar.edit_calendar_event_by_attendee": (
        "{who_edit} moves {event_id} to {start_datetime}",
        "{who_edit} changes {event_id}",
    ),
    "calendar.delete_calendar_event_by_attendee": "{who_delete} deletes {event_id}",
    "cab.cancel_ride": "The {touched} is cancelled[ by the {who_cancel}]",
    "cab.end_ride": "The {touched} is over",
    "apartment.add_new_apartment": "New apartment {name}[ in {location}][, {price} a month]",
    "apartment.update_apartment": "The apartment {apartment_id} now costs {new_price} a month",
    "apartment.delete_apartment": "The apartment {apartment_id} is no longer listed",
    "shopping.add_product": "New in the shop: {name}",
    "shopping.add_item_to_product": "New variant of {product_id}[ for {price}]",
    "shopping.update_item": "The shop changes {item_id}",
    "shopping.add_discount_code": "New discount for {item_id}",
    "shopping.update_order_status": "The order of {order_id} is {status}",
    "shopping.cancel_order": "The shop cancels the order of {order_id}",
    "shopping.refund_order": "Refund for the order of {order_id}[: {amount}]",
    "shopping.update_payment": "News about {payment_id}",
    "note.delete_folder": "The folder {folder_name} is deleted",
    "reminder.fall_due": "Reminder: {reminder_id}",
    "home.time_out": "The assistant's wait is over",
}
SPOKEN = ("content", "message", "body", "text")
"""Arguments that hold somebody's words."""


def news(scene: Scene, moment: Acted) -> Parts:
    """An event in words: ours, else as the phone announced it, else by its name."""
    return worded(scene, moment) or _announced(moment) or (plain(capital(moment.name.replace("_", " "))),)


def worded(scene: Scene, moment: Acted) -> Parts | None:
    """An event in our words, if all is known that they need."""
    if moment.app == "cab" and moment.name == "update_ride_status" and isinstance(scene.touched, Ride):
        return (
            plain("The "),
            strong(f"ride to {scene.touched.end_location}"),
            plain(f": {_ride_state(scene.touched)}"),
        )
    phrase = NEWS.get(f"{moment.app}.{moment.name}")
    return filled(phrase, Values(scene, moment)) if phrase is not None else None


def _ride_state(ride: Ride) -> str:
    state = state_of(ride)
    return state[:1].lower() + state[1:]


def _announced(moment: Acted) -> Parts:
    for table in (UserNotice.table, AssistantNotice.table):
        for patch in moment.patches:
            title = patch.fields.get("title") if patch.table == table else None
            if title:
                return (strong(str(title)),)
    return ()
