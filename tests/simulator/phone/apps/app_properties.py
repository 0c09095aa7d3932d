"""How apps are tried with anything that somebody may type: where it begins, and what may be right among it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hypothesis import strategies as st

from simulator.phone.actions import Action
from simulator.phone.apps.note import Folder, Note
from simulator.phone.apps.note.records import FIXED_FOLDERS
from tests.simulator.phone.apps.apartment_phone import FLATS, NEW_FLAT, ApartmentPhone
from tests.simulator.phone.apps.app_phone import AppPhone
from tests.simulator.phone.apps.email_phone import BO, CY, MailPhone
from tests.simulator.phone.apps.messaging_phone import MessagingPhone
from tests.simulator.phone.apps.note_phone import DEEPEST, NotePhone
from tests.simulator.phone.apps.shopping_phone import ShoppingPhone


class Tried(NamedTuple):
    """How an app is tried: on which phone, beginning where, and with what among the absurd so that some calls work."""

    phone: Callable[[], AppPhone]
    begin: Callable[[st.DataObject], AppPhone]
    values: tuple[Any, ...]
    labels: Mapping[str, tuple[str, ...]]
    """Whose ids are right for an argument."""
    right: Mapping[str, tuple[Any, ...]] = {}
    """What else is right for an argument."""
    holds: Callable[[AppPhone], None] = lambda phone: None
    """What must hold after everything."""
    tells: bool = False
    """Whether each event is told to both sides."""


def notes_are_in_order(phone: AppPhone) -> None:
    folders = [folder.name for folder in phone.all(Folder)]
    assert len(folders) == len({name.casefold() for name in folders})
    assert set(FIXED_FOLDERS) <= set(folders)
    for note in phone.all(Note):
        assert note.folder in folders
        assert note.title.strip()
        assert note.created_at <= note.updated_at
    assert len(phone.stack) <= DEEPEST


def one_of(data: st.DataObject, *choices: str) -> str:
    return data.draw(st.sampled_from(choices))


FOLDERS = ("Inbox", "Recipes", "Work", "Attic")
TRIED = {
    "apartment": Tried(
        ApartmentPhone,
        lambda data: ApartmentPhone().taps_all((one_of(data, "open_search", "open_favorites", "list_apartments"), {})),
        (0, -0.0, 0.0, 1, 1.0, 2, 1380, 1380.0, 1e308, 2**64 - 1, "fenside", "Apartment", "Lift"),
        {"apartment_id": tuple(flat["label"] for flat in FLATS)},
        {name: (value,) for name, value in NEW_FLAT.items()},
        tells=True,
    ),
    "email": Tried(
        MailPhone,
        lambda data: MailPhone().open_mailbox(one_of(data, "INBOX", "SENT", "DRAFT", "TRASH")),
        (BO, CY, "INBOX", "trash", "Documents/lease.pdf", "2026-03-05", "sink.jpg", "room", "asked"),
        {"email_id": ("room", "asked", "photos", "begun", "old")},
        {"recipients": ([BO],)},
    ),
    "messaging": Tried(
        MessagingPhone,
        lambda data: MessagingPhone(),
        ("user_od", "user_to", "user_be", "user_me", "Documents/lease.pdf", "2026-03-05 08:00", "Odile"),
        {"conversation_id": ("lunch", "dinner"), "message_id": ("book", "menu")},
        {"user_ids": (["user_to", "user_be"],)},
    ),
    "note": Tried(
        NotePhone,
        lambda data: NotePhone().open_folder(one_of(data, "Inbox", "Personal", "Recipes")),
        ("Inbox", "Recipes", "recipes ", "Attic", "Documents/lease.pdf", "plan.txt", "the", ""),
        {"note_id": ("keys", "gift", "bread")},
        {"folder": FOLDERS, "folder_name": FOLDERS, "dest_folder_name": FOLDERS},
        holds=notes_are_in_order,
    ),
    "shopping": Tried(
        ShoppingPhone,
        lambda data: ShoppingPhone().filled(red=1).opened(),
        ("SPRING10", "OLD20", "Gift card", "shipped", "delayed", "2026-03-09 10:00:00", "kettle"),
        {
            "item_id": ("red", "sage", "cream", "apron_item", "mug_item"),
            "product_id": ("kettle", "tray"),
            "order_id": ("coming", "came"),
            "payment_id": ("visa",),
        },
        tells=True,
    ),
}


def json_with(values: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    """Anything JSON can say, with these values among it."""
    numbers = st.integers(-(10**25), 10**25) | st.floats()
    return st.recursive(
        st.none() | st.booleans() | numbers | st.text(max_size=20) | st.sampled_from(values),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=6,
    )


ANYTHING = {app: json_with(tried.values) for app, tried in TRIED.items()}


def arguments(data: st.DataObject, app: str, phone: AppPhone, action: Action) -> dict[str, Any]:
    args = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys((*action.params, "extra"), ANYTHING[app])))
    tried = TRIED[app]
    right = {**tried.right, **{name: [phone.id(one) for one in labels] for name, labels in tried.labels.items()}}
    for name, values in right.items():
        if name in action.params and data.draw(st.booleans()):
            args[name] = data.draw(st.sampled_from(values))
    return args
