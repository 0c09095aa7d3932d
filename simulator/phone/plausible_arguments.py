"""Makes up plausible arguments for any action, from the roles and types of its arguments and the data on the phone.

The random assistant and random walks in tests use these arguments.
"""

from __future__ import annotations

import random
import re
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from simulator.phone.actions import Action
from simulator.phone.arguments import Param
from simulator.phone.call import Look
from simulator.phone.roles import Address, Amount, Code, Fields, FilePath, PersonName, Place, Ref, Text, When
from simulator.phone.state import UserNotice
from simulator.phone.store import Record
from simulator.phone.when import DAY, HOUR, MINUTE

# Probability that an argument with a default is left out.
LEFT_OUT = 0.4
# In seconds: the greatest distance of a made-up time from now, the longest time between two made-up times of one call,
# and the step to which times are rounded.
SPREAD = 14 * DAY
LONGEST = 3 * HOUR
STEP = 5 * MINUTE
WORDS = ("lunch", "report", "garden", "ticket", "blue", "train", "work", "home")
FOLDERS = ("INBOX", "SENT", "DRAFT", "TRASH", "Inbox", "Work", "Personal")
# Values for arguments and fields with these names. An app would refuse `WORDS` in them.
FITTING = {
    "phone": ("+352 621 555 014", "+352 621 555 027", "+352 26 550 131"),
    "gender": ("Female", "Male", "Other", "Unknown"),
    "status": ("Student", "Employed", "Unemployed", "Retired"),
}
PLACES = ("Harbour Street 12", "Central Station", "Mill Lane 3", "The Old Bakery")
SENTENCES = (
    "The report is ready.",
    "Lunch at the garden café?",
    "Please bring the blue ticket.",
    "The train home leaves at six.",
    "More about work tomorrow.",
)
_NOTHING: Any = object()
_ADDRESS = re.compile(r"[^@\s,;<>]+@[^@\s,;<>]+")


def plausible(action: Action, look: Look, rng: random.Random) -> dict[str, Any] | None:
    """Return arguments that a player might give, or None if the phone has no value for a required argument."""
    # The random assistant draws from the same `rng`, so adding or moving a draw here changes all its golden traces.
    guess = _Guess(action, look, rng)
    given: dict[str, Any] = {}
    for param in action.params.values():
        if not param.required and rng.random() < LEFT_OUT:
            continue
        value = guess.value(param)
        if value is not _NOTHING:
            given[param.name] = value
        elif param.required:
            return None
    return given


class _Guess:
    """Makes up the arguments of one call."""

    def __init__(self, action: Action, look: Look, rng: random.Random) -> None:
        self.action = action
        self.look = look
        self.rng = rng
        self.last_time: int | None = None

    def value(self, param: Param) -> Any:
        if param.name == "app_name":
            return self._one_of([app.title for app in self.look.apps.values() if app.launchable])
        if param.name == "notification_id":
            return self._one_of(ids_on(self.look, UserNotice.table))
        return self._typed(param.annotation, param)

    def _typed(self, annotation: Any, param: Param) -> Any:
        origin, inner = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            return self._typed(inner[0], param)
        if origin in (Union, types.UnionType):
            return self._one_type_of(inner, param)
        if origin is Literal:
            return self._one_of(inner)
        if annotation in (list, tuple) or origin in (list, tuple):
            return self._several(inner[0] if inner else str, param)
        if isinstance(param.role, Fields):
            return self._fields(param.role.names)
        if annotation is dict or origin is dict:
            value = self._typed(inner[1] if inner else str, param)
            return _NOTHING if value is _NOTHING else {self.rng.choice(WORDS): value}
        if annotation is bool:
            return self.rng.random() < 0.5
        if annotation in (int, float):
            return self._number(annotation, param)
        return self._text(param)

    def _one_type_of(self, choices: tuple[Any, ...], param: Param) -> Any:
        kinds = [kind for kind in choices if kind is not types.NoneType]
        if len(kinds) < len(choices) and self.rng.random() < 0.2:
            return None
        return self._typed(self.rng.choice(kinds), param)

    def _several(self, kind: Any, param: Param) -> Any:
        values = [self._typed(kind, param) for _ in range(self.rng.randint(1, 3))]
        return _NOTHING if _NOTHING in values else values

    def _fields(self, names: Sequence[str]) -> dict[str, Any]:
        return {name: self._field(name) for name in self.rng.sample(names, self.rng.randint(1, 2))}

    def _field(self, name: str) -> Any:
        if name == "age":
            return self.rng.randint(1, 100)
        if name == "email":
            return self._one_of([*addresses_on(self.look), self.look.owner.email])
        return self._word(name)

    def _number(self, kind: type, param: Param) -> int | float:
        lowest, highest = (1, 5) if isinstance(param.role, Amount) else (0, 3)
        if kind is int:
            return self.rng.randint(lowest, highest)
        return round(self.rng.uniform(lowest, highest * 10), 2)

    def _text(self, param: Param) -> Any:
        role, look = param.role, self.look
        if isinstance(role, Ref):
            return self._one_of(ids_on(look, role.table))
        if isinstance(role, Address):
            return self._one_of([*addresses_on(look), look.owner.email])
        if isinstance(role, PersonName):
            return self._one_of([*names_on(look), look.owner.name])
        if isinstance(role, FilePath):
            return self._one_of(paths_on(look))
        if isinstance(role, When):
            return self._time()
        if isinstance(role, Amount):
            return str(self.rng.randint(1, 5))
        if isinstance(role, Text):
            return self.rng.choice(SENTENCES)
        if isinstance(role, Place):
            return self.rng.choice(PLACES)
        return self._word(param.name, FOLDERS if isinstance(role, Code) and "folder" in param.name else WORDS)

    def _word(self, name: str, words: Sequence[str] = WORDS) -> str:
        """Return a text that a record has in a field of this name, or a made-up text.

        If records have such texts, one of them is chosen with a probability of 0.5.
        """
        used = values_on(self.look, self.action.app, name)
        return self.rng.choice(used if used and self.rng.random() < 0.5 else FITTING.get(name, words))

    def _time(self) -> str:
        """Return a local time within 14 days of now or, after the first call, up to 3 hours after the previous time."""
        if self.last_time is None:
            at = self.look.now + self.rng.randint(-SPREAD + STEP, SPREAD - LONGEST)
        else:
            at = self.last_time + self.rng.randint(STEP, LONGEST)
        self.last_time = at - at % STEP
        return self.look.show(self.last_time)

    def _one_of(self, candidates: Sequence[Any]) -> Any:
        return self.rng.choice(candidates) if candidates else _NOTHING


def ids_on(look: Look, table: str) -> list[str]:
    """Return the sorted ids in a table, or an empty list if the phone has no such table."""
    if table not in look.store.tables():
        return []
    return _gathered(look, table, "id", lambda record: (record.id,))


def addresses_on(look: Look) -> list[str]:
    """Return the e-mail addresses in the records of all apps, sorted."""
    return _everywhere(look, "address", lambda record: (text for text in _texts(record) if _ADDRESS.fullmatch(text)))


def names_on(look: Look) -> list[str]:
    """Return the names of people in the records of all apps, sorted."""
    return _everywhere(look, "name", _people_in)


def paths_on(look: Look) -> list[str]:
    """Return the sorted paths of the files on the phone, or an empty list if the phone has no files app."""
    if "files.file" not in look.store.tables():
        return []
    return _gathered(look, "files.file", "path", lambda record: _texts(record, ("path",)))


def values_on(look: Look, app: str, field: str) -> list[str]:
    """Return the texts in fields of this name in the app's records or, if there are none, in those of all apps."""
    for apps in ((look.apps[app],), look.apps.values()):
        tables = [cls.table for one in apps for cls in one.records if field in cls.__struct_fields__]
        texts = [text for table in tables for text in _gathered(look, table, field, lambda r: _texts(r, (field,)))]
        if texts:
            return texts
    return []


def _everywhere(look: Look, what: str, read: Callable[[Record], Iterable[str]]) -> list[str]:
    tables = [cls.table for app in look.apps.values() for cls in app.records]
    return sorted({text for table in tables for text in _gathered(look, table, what, read)})


def _gathered(look: Look, table: str, what: str, read: Callable[[Record], Iterable[str]]) -> list[str]:
    store = look.store
    # Sorted, because a table has no order, and the same seed must always choose the same value.
    return store.derived(
        f"arguments.{table}.{what}",
        store.type_of(table),
        lambda: sorted({text for record in store.tables()[table].values() for text in read(record)}),
    )


def _people_in(record: Record) -> Iterable[str]:
    """Yield the names of people in a record, from the fields for first and last name, `name` and `attendees`.

    `name` is used only if the record has an e-mail address, a phone number or a user id.
    """
    fields = record.__struct_fields__
    if "first_name" in fields:
        yield " ".join(_texts(record, ("first_name", "last_name")))
    elif {"email", "phone", "user_id"}.intersection(fields):
        yield from _texts(record, ("name",))
    yield from _texts(record, ("attendees",))


def _texts(record: Record, names: tuple[str, ...] | None = None) -> Iterable[str]:
    """Yield the non-empty texts in the fields `names` (all fields if it is None), including texts inside tuples."""
    for name in names or record.__struct_fields__:
        value = getattr(record, name, "")
        for text in value if isinstance(value, tuple) else (value,):
            if isinstance(text, str) and text:
                yield text
