"""Files of noise in the published layout, as small as a test needs them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

MAIL = {"sender": "clock@tower.example", "recipients": [], "subject": "Chimes", "content": "It struck thirteen."}
PRODUCT = {
    "name": "Tuning fork",
    "product_id": "p1",
    "variants": {
        "v1": {"item_id": "v1", "price": 12.5, "available": True, "options": {"pitch": "A"}},
        "v2": {"item_id": "v2", "price": 13.5, "available": False, "options": {"pitch": "C"}},
        "v3": {"item_id": "v3", "price": 14.5, "available": True, "options": {"pitch": "E"}},
    },
}


def chat(*said: tuple[str, str], **more: Any) -> dict[str, Any]:
    """A conversation of these people and what they say."""
    messages = [
        {"sender_id": who, "message_id": f"m{number}", "timestamp": 0.0, "content": text}
        for number, (who, text) in enumerate(said)
    ]
    return {"participant_ids": sorted({who for who, _ in said}), "messages": messages, "title": "Choir", **more}


DUET = chat(("Mara Lind", "La."), ("Jonas Weber", "Lala."), ("Mara Lind", "Lalala."), ("Jonas Weber", "Hm."))
SOLO = chat(("Mara Lind", "I sing alone."), ("Mara Lind", "Still alone."), title="Mara Lind")


def augmentation(
    mails: Iterable[Mapping[str, Any]] = (),
    chats: Iterable[Mapping[str, Any]] = (),
    products: Iterable[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    return {
        "apps": [
            {"name": "Messages", "app_state": {"conversations": {str(n): chat for n, chat in enumerate(chats)}}},
            {"name": "Emails", "app_state": {"folders": {"INBOX": {"emails": list(mails)}}}},
            {"name": "RentAFlat", "app_state": {}},
            {"name": "Shopping", "app_state": {"products": {str(n): one for n, one in enumerate(products)}}},
        ]
    }


def written(folder: Path, data: Any = None, name: str = "noise.json") -> Path:
    """The file with this content; without any, one of each kind."""
    file = folder / name
    file.write_text(json.dumps(augmentation([MAIL], [DUET], [PRODUCT]) if data is None else data), encoding="utf-8")
    return file
