"""Maps classes of the original PARE to our apps."""

from __future__ import annotations

import re

HOME, ASSISTANT = "home", "assistant"
# Classes in the traces that we write.
APP_CLASSES = {
    "contacts": "StatefulContactsApp",
    "email": "StatefulEmailApp",
    "messaging": "StatefulMessagingApp",
    "calendar": "StatefulCalendarApp",
    "note": "StatefulNotesApp",
    "reminder": "StatefulReminderApp",
    "cab": "StatefulCabApp",
    "apartment": "StatefulApartmentApp",
    "shopping": "StatefulShoppingApp",
    "files": "SandboxLocalFileSystem",
    HOME: "HomeScreenSystemApp",
    ASSISTANT: "PAREAgentUserInterface",
}
HOME_NAME = "System"
_DECORATION = re.compile(r"^(?:Stateful|Internal)|(?:App)?(?:V\d+)?$")
_ROOTS = {
    "Contacts": "contacts",
    "Email": "email",
    "EmailClient": "email",
    "Mail": "email",
    "Messaging": "messaging",
    "Messages": "messaging",
    "Chats": "messaging",
    "WhatsApp": "messaging",
    "Calendar": "calendar",
    "Notes": "note",
    "Note": "note",
    "Reminder": "reminder",
    "Reminders": "reminder",
    "Cab": "cab",
    "Cabs": "cab",
    "Apartment": "apartment",
    "ApartmentListing": "apartment",
    "RentAFlat": "apartment",
    "Shopping": "shopping",
    "SandboxLocalFileSystem": "files",
    "VirtualFileSystem": "files",
    "Files": "files",
    HOME_NAME: HOME,
}


def app_of(class_name: str) -> str:
    """Return our name for an app, `home`, `assistant`, or "" for an app that this phone does not have."""
    if class_name.endswith("AgentUserInterface"):
        return ASSISTANT
    if class_name.endswith("SystemApp"):
        return HOME
    return _ROOTS.get(class_name) or _ROOTS.get(_DECORATION.sub("", class_name), "")
