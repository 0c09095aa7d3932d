"""Checks of every field of a card, and when two names or numbers are the same; every write goes through here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from simulator.phone.apps.contacts.records import EDITABLE, GENDERS, OLDEST, STATUSES, UNKNOWN, YOUNGEST
from simulator.phone.errors import ActionError
from simulator.phone.writable import spelled

_PHONE = re.compile(r"[+(]{0,2}[0-9][0-9 ()./-]*(?:(?:x|ext\.?) ?[0-9]+)?")
_NUMBER = re.compile(r"[0-9]{1,9}")
_NOT_DIGITS = re.compile("[^0-9]+")
_DIALLED = re.compile(r"[0-9+()./ -]+")
_FEWEST_DIGITS, _MOST_DIGITS = 3, 20
_LONG_TEXTS = ("description", "address")


def checked(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as a card keeps them. None and empty text clear a field."""
    return {name: _check_of(name)(name, value) for name, value in fields.items()}


def check_name(first_name: str, last_name: str) -> None:
    if not first_name and not last_name:
        raise ActionError("bad_argument", "The contact has no name.", "Give a first_name or a last_name.")


def spelled_as_listed(value: Any) -> Any:
    """A choice in any case as the list spells it; an empty one is none."""
    return (value.strip().capitalize() or None) if isinstance(value, str) else value


def is_address(text: str) -> bool:
    name, at, place = text.partition("@")
    return bool(name and at and place) and "@" not in place and not any(letter.isspace() for letter in text)


def is_phone(text: str) -> bool:
    return _PHONE.fullmatch(text) is not None and _FEWEST_DIGITS <= len(digits(text)) <= _MOST_DIGITS


def same_name_key(name: str) -> str:
    """Equal for names that differ in case or spaces only: an accent may tell two people apart."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def digits(text: str) -> str:
    return _NOT_DIGITS.sub("", text)


def dialled(text: str) -> str:
    """The digits of a text that is nothing but a piece of a phone number; otherwise empty."""
    return digits(text) if _DIALLED.fullmatch(text) else ""


def _check_of(name: str) -> Callable[[str, Any], Any]:
    if name not in EDITABLE:
        raise ActionError("bad_argument", f"A contact has no field '{name}' to write.", f"Fields: {_listed(EDITABLE)}.")
    return _SPECIAL.get(name, _line)


def _text(name: str, value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        remedy = "Give it in quotes; null or empty text clears the field."
        raise ActionError("bad_argument", f"{name} must be text, not {spelled(value)}.", remedy)
    return value.strip()


def _line(name: str, value: Any) -> str:
    return " ".join(_text(name, value).split())


def _phone(name: str, value: Any) -> str:
    phone = _line(name, value)
    if phone and not is_phone(phone):
        raise ActionError("bad_argument", f"'{phone}' is not a phone number.", "Write it like +352 621 555 014.")
    return phone


def _email(name: str, value: Any) -> str:
    email = _text(name, value)
    if email and not is_address(email):
        raise ActionError("bad_argument", f"'{email}' is not an e-mail address.", "Write it like name@place.example.")
    return email


def _age(name: str, value: Any) -> int | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    number = _whole(value)
    if number is None or not YOUNGEST <= number <= OLDEST:
        remedy = f"Give a whole number from {YOUNGEST} to {OLDEST}, or null for none."
        raise ActionError("bad_argument", f"{name} cannot be {spelled(value)}.", remedy)
    return number


def _whole(value: Any) -> int | None:
    """A number, also one written as text or with a decimal point."""
    if isinstance(value, str):
        return int(value) if _NUMBER.fullmatch(value.strip()) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        return None
    return int(value)


def _choice(name: str, value: Any) -> str:
    choices = GENDERS if name == "gender" else STATUSES
    text = _line(name, value)
    wanted = text.capitalize() or UNKNOWN
    if wanted not in choices:
        raise ActionError("bad_argument", f"{name} cannot be '{text}'.", f"Values: {_listed(choices)}.")
    return wanted


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)


_SPECIAL: dict[str, Callable[[str, Any], Any]] = {
    "gender": _choice,
    "age": _age,
    "status": _choice,
    "phone": _phone,
    "email": _email,
    **dict.fromkeys(_LONG_TEXTS, _text),
}
