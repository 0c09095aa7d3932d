"""The content of noise: mails, chats and products, from the built-in file or from a file that the settings name."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

VARIABLE = "ENV_AUGMENTATION_DATA_PATH"
# In bytes; limited because the whole file is read into memory.
LARGEST_FILE = 64 * 1024 * 1024
Filled = Annotated[str, Meta(min_length=1)]
_INBOX = "INBOX"


class NoiseMail(msgspec.Struct, frozen=True):
    sender: Filled
    subject: str = ""
    content: str = ""


class NoiseMessage(msgspec.Struct, frozen=True):
    sender_id: Filled
    content: Filled


class NoiseChat(msgspec.Struct, frozen=True):
    participant_ids: list[str] = []
    messages: list[NoiseMessage] = []
    title: str | None = None

    @property
    def people(self) -> tuple[str, ...]:
        """Return the ids of all senders, in the order of their first messages."""
        return tuple(dict.fromkeys(message.sender_id for message in self.messages))


class NoiseItem(msgspec.Struct, frozen=True):
    price: Annotated[float, Meta(ge=0, le=1e6)]
    available: bool = True
    options: dict[str, Any] = {}


class NoiseProduct(msgspec.Struct, frozen=True):
    name: Filled
    variants: dict[str, NoiseItem] = {}


class NoiseContent(msgspec.Struct, frozen=True):
    mails: tuple[NoiseMail, ...] = ()
    chats: tuple[NoiseChat, ...] = ()
    products: tuple[NoiseProduct, ...] = ()


class _Folder(msgspec.Struct):
    emails: list[NoiseMail] = []


class _AppState(msgspec.Struct):
    conversations: dict[str, NoiseChat] = {}
    folders: dict[str, _Folder] = {}
    products: dict[str, NoiseProduct] = {}


class _AppPart(msgspec.Struct):
    name: str
    app_state: _AppState | None = None


class _File(msgspec.Struct):
    apps: list[_AppPart]


class NoiseError(Exception):
    """A noise file or a file of tool names can't be used; the message says what to do."""


def content_for(digest: str, environ: Mapping[str, str] = os.environ) -> NoiseContent:
    """Return the content of the file that ENV_AUGMENTATION_DATA_PATH names; if `digest` is empty, the built-in content.

    Raise NoiseError if the hash of the file is not `digest`.
    """
    if not digest:
        return _built_in()
    found, content = own_file(environ)
    if found != digest:
        is_set = environ.get(VARIABLE, "").strip()
        other = f"{is_set} has the hash {found[:12]}" if is_set else f"{VARIABLE} is not set"
        raise NoiseError(
            f"The noise comes from a file with the hash {digest[:12]}, but {other}. Set {VARIABLE} to the right file."
        )
    return content


def own_file(environ: Mapping[str, str] = os.environ) -> tuple[str, NoiseContent]:
    """Return hash and content of the file that ENV_AUGMENTATION_DATA_PATH names; both are empty if it is not set."""
    name = environ.get(VARIABLE, "").strip()
    if not name:
        return "", NoiseContent()
    data = _read(name)
    return hashlib.sha256(data).hexdigest(), _parsed(data, f"{VARIABLE}: {name}")


def _read(name: str) -> bytes:
    try:
        path = Path(name).expanduser()
        # A device or a pipe might never end.
        if path.exists() and not path.is_file():
            raise NoiseError(f"{VARIABLE}: {name} is not a file. Name a readable JSON file.")
        if path.stat().st_size > LARGEST_FILE:
            raise NoiseError(f"{VARIABLE}: {name} is larger than {LARGEST_FILE >> 20} MB; give a smaller file.")
        return path.read_bytes()
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error).rstrip(".")
        raise NoiseError(f"{VARIABLE}: {name} cannot be read: {reason}. Name a readable JSON file.") from None


@lru_cache(maxsize=1)
def _built_in() -> NoiseContent:
    file = files(__package__) / "content.json"
    return _parsed(file.read_bytes(), "the built-in noise")


@lru_cache(maxsize=2)
def _parsed(data: bytes, called: str) -> NoiseContent:
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        wanted = "a JSON object with `apps`, each with `name` and `app_state`"
        raise NoiseError(f"{called} is not augmentation data: {error}. It should be {wanted}.") from None
    states = [part.app_state for part in file.apps if part.app_state is not None]
    chats = [_without_blanks(chat) for state in states for chat in state.conversations.values()]
    products = [product for state in states for product in state.products.values()]
    content = NoiseContent(
        mails=tuple(mail for state in states for mail in state.folders.get(_INBOX, _Folder()).emails),
        chats=tuple(chat for chat in chats if chat.messages),
        products=tuple(product for product in products if product.variants and product.name.strip()),
    )
    if not content.mails and not content.chats and not content.products:
        raise NoiseError(f"{called} contains no mail, conversation or product with variants; add at least one.")
    return content


def _without_blanks(chat: NoiseChat) -> NoiseChat:
    # The messaging app refuses messages that contain only blanks.
    return msgspec.structs.replace(chat, messages=[one for one in chat.messages if one.content.strip()])
