"""Finds an example record for an app: tries values for the fields of its seed until the app accepts the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from simulator.phone.errors import ActionError
from simulator.phone.plot import SeedError
from simulator.scenario.template.examples import TrialPhone
from simulator.scenario.template.fillers import TIMES_AHEAD, Filler, Hole, bared, fillers

# Fields with their fillers; a list of entries for a field that contains records.
Entry = dict[str, Any]
Place = tuple[str, ...]
MOST_EXTRAS = 3
# The part of a place that stands for a list's only item.
_FIRST = "0"


class Example(NamedTuple):
    """An example record, with the names of fields that it leaves out."""

    entry: Entry
    others: list[str]
    """Names of further fields that the record may have."""


class _Blank(NamedTuple):
    place: Place
    options: list[Filler]


def example_of(app: str, before: dict[str, list[Entry]], stage: TrialPhone) -> Example | None:
    """Return an example record for an app, with a few optional fields; None if the app accepts none.

    `before`: example records of other apps, which are on the phone already.
    """
    return _Search(app, before, stage).found()


def plain(value: Any) -> Any:
    """Return an entry as the file's data, without notes."""
    if isinstance(value, Filler):
        return value.value
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


class _Search:
    def __init__(self, app: str, before: dict[str, list[Entry]], stage: TrialPhone) -> None:
        seed = stage.apps[app].seed
        assert seed is not None
        self.app = app
        self.stage = stage
        self.seed = seed
        self.before = {name: plain(entries) for name, entries in before.items()}
        self.fields = _fields(seed)

    def found(self) -> Example | None:
        for names in self._smallest_sets():
            entry = self._planted(names)
            if entry is not None:
                return self._enriched(names, entry)
        return None

    def _smallest_sets(self) -> Iterator[list[str]]:
        """Yield the required fields alone, then with one or two optional fields, in the order of the seed's fields."""
        # Some seeds have several forms and require no field. The fields of an app's main form come first.
        required = [name for name, field in self.fields.items() if field.is_required()]
        optional = [name for name in self.fields if name not in required and name != "label"]
        yield required
        for index, first in enumerate(optional):
            yield [*required, first]
            yield from ([*required, first, second] for second in optional[index + 1 :])

    def _enriched(self, names: list[str], entry: Entry) -> Example:
        telling = [name for name, field in self.fields.items() if name not in (*names, "label") and _is_telling(field)]
        added = 0
        for name in telling:
            richer = self._planted([*names, name]) if added < MOST_EXTRAS else None
            if richer is not None:
                names, entry, added = [*names, name], richer, added + 1
        return Example(entry, [name for name in self.fields if name not in entry])

    def _planted(self, names: Sequence[str]) -> Entry | None:
        """Return a record with these fields, each with the first value that the app accepts; None if there is none."""
        blanks = list(self._blanks(self.fields, names, (), f"{self.app}_1"))
        picks = [0] * len(blanks)
        if not all(blank.options for blank in blanks):
            return None
        while True:
            entry = _assembled((blank.place, blank.options[pick]) for blank, pick in zip(blanks, picks, strict=True))
            wrong = self._mistake(entry)
            if wrong is None:
                return entry
            # The app's error names a field, so only that field's next value is tried, not every combination.
            index = _blank_at(wrong, blanks)
            if index is None or picks[index] + 1 == len(blanks[index].options):
                return None
            picks[index] += 1

    def _blanks(self, fields: dict[str, FieldInfo], names: Sequence[str], at: Place, label: str) -> Iterator[_Blank]:
        times = 0
        for name, field in fields.items():
            if name == "label":
                yield _Blank((*at, name), [Filler(label)])
            elif name in names:
                several, single = _model_in_list(field), _model(bared(Hole("", field.annotation)).kind)
                inner = several or single
                if inner is not None:
                    place = (*at, name, _FIRST) if several else (*at, name)
                    yield from self._inside(inner, place, f"{self.app}_{name.removesuffix('s')}_1")
                    continue
                known = [self.stage.person.label, self.stage.person.email, *self.stage.names.labels]
                hole = Hole(name, field.annotation, tuple(field.metadata))
                yield _Blank((*at, name), options := fillers(hole, known, times))
                times += bool(options) and options[0].value in TIMES_AHEAD

    def _inside(self, model: type[BaseModel], at: Place, label: str) -> Iterator[_Blank]:
        fields = _fields(model)
        names = [name for name, field in fields.items() if field.is_required() or _is_text(field)]
        return self._blanks(fields, names, at, label)

    def _mistake(self, entry: Entry) -> Place | None:
        """Return the place of a mistake in the record; empty if unknown, None if the app accepts the record."""
        try:
            self.stage.plant({**self.before, self.app: [plain(entry)]})
        except ValidationError as error:
            return tuple(map(str, error.errors(include_url=False)[0]["loc"]))
        except SeedError as error:
            return tuple(error.field.split("."))
        except ActionError:
            return ()
        return None


def _fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """Return the fields of a model by the names that files use."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def _is_text(field: FieldInfo) -> bool:
    return field.annotation is str and field.default == ""


def _is_telling(field: FieldInfo) -> bool:
    return _is_text(field) or _model_in_list(field) is not None


def _model_in_list(field: FieldInfo) -> type[BaseModel] | None:
    """Return the model of the items if a field is a list of models, otherwise None; for a union, its first type."""
    kind = bared(Hole("", field.annotation)).kind
    inner = get_args(kind)[0] if get_origin(kind) is list else None
    return _model(get_args(inner)[0] if get_origin(inner) in (Union, UnionType) else inner)


def _model(kind: Any) -> type[BaseModel] | None:
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def _blank_at(place: Place, blanks: Sequence[_Blank]) -> int | None:
    """Return the index of the blank with a mistake: the blank at the mistake's place, around it, or else below it."""
    # Where a value may be one of several models, the validator puts the model's name into the place.
    steps = {step for blank in blanks for step in blank.place}
    place = tuple(step for step in place if step in steps)
    around = (index for index, blank in enumerate(blanks) if place[: len(blank.place)] == blank.place)
    below = (index for index, blank in enumerate(blanks) if place and blank.place[: len(place)] == place)
    return next(around, next(below, None))


def _assembled(filled: Iterable[tuple[Place, Filler]]) -> Entry:
    entry: Entry = {}
    for place, filler in filled:
        here = entry
        for name, after in pairwise(place):
            if after == _FIRST:
                here = here.setdefault(name, [{}])[0]
            elif name != _FIRST:
                here = here.setdefault(name, {})
        here[place[-1]] = filler
    return entry
