"""Problems in a scenario file: the place, and one sentence about what is wrong and how to fix it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from simulator.phone.registry import written_name
from simulator.words.english import close_to

__all__ = ["Path", "ScenarioProblem", "close_to", "listed", "not_on_phone", "place_in"]

Path = tuple[str | int, ...]
_MOST_LISTED = 40


class ScenarioProblem(NamedTuple):
    """One problem in a file: the path of the wrong value, and a sentence about what is wrong and how to fix it."""

    path: Path
    text: str


def not_on_phone(action: str, apps: Iterable[str]) -> str:
    """Return why an action is wrong: the file uses the name that models see, or the app is not on the phone."""
    written = written_name(action)
    if written:
        return f"write the action as {written}"
    return f"'{action}' names an app that is not on this phone; apps on it: {listed(apps, action.partition('.')[0])}"


def listed(words: Iterable[str], near: str = "") -> str:
    """Return up to 40 names separated by commas, with names similar to `near` first; "none" if there are no names."""
    known = list(dict.fromkeys(words))
    close = difflib.get_close_matches(near, known, n=3) if near else []
    ordered = [*close, *(word for word in known if word not in close)]
    shown = ", ".join(ordered[:_MOST_LISTED]) or "none"
    return f"{shown}, ..." if len(ordered) > _MOST_LISTED else shown


def place_in(data: Any, path: Iterable[str | int], *, keep_last: bool = True) -> Path:
    """Return the path as the file has it: without parts that the file leaves out because it uses a short form.

    With `keep_last`, the last name stays even if the file lacks it, because it may be a missing field.
    """
    place: list[str | int] = []
    here, missing = data, None
    for part in path:
        step = _step(here, part)
        missing = part if step is None else None
        if step is not None:
            place.append(step)
            here = here[step]
    if keep_last and isinstance(missing, str) and isinstance(here, Mapping):
        place.append(missing)
    return tuple(place)


def _step(here: Any, part: str | int) -> Any:
    if isinstance(here, Mapping):
        if part in here:
            return part
        # In the short form `email.send_email: {...}` the call is the key, and its arguments are not under `with`.
        calls = [key for key in here if "." in str(key)]
        return calls[0] if part in ("with", "call") and len(calls) == 1 else None
    if isinstance(here, Sequence) and not isinstance(here, str) and isinstance(part, int) and 0 <= part < len(here):
        return part
    return None
