"""The list of language models that have a short name: the built-in models, and the models in PARE_MODELS_FILE."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, Field, ValidationError, model_validator

from simulator.agents.llm.parameters import wrong_with_parameters
from simulator.language_models import ModelRoute
from simulator.scenario.yaml12 import Document, YamlError, load_yaml
from simulator.trace.exchange import ReplyFormat
from simulator.words.validation import first_finding, unknown_name

BUILT_IN = Path(__file__).with_name("aliases.yaml")
FILE_VARIABLE = "PARE_MODELS_FILE"


class UnknownModel(ValueError):
    """Raised if no model has this name, or if its options can't be used. The message says how to fix the problem."""


class BadModelsFile(UnknownModel):
    """Raised if the list of models can't be used. The message says where the problem is and how to fix it."""


class Alias(ModelRoute):
    """An entry of the list of models: the route to a model, its reply format and its parameters."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1, max_length=200)
    reply_format: ReplyFormat = "tools"
    constrained: bool = False
    parameters: dict[str, Any] = {}
    about: str = Field("", max_length=500)

    @model_validator(mode="after")
    def _is_sound(self) -> Alias:
        if problem := wrong_with_parameters(self.parameters):
            raise ValueError(problem)
        if (self.dollars_per_million_in is None) != (self.dollars_per_million_out is None):
            raise ValueError("give both dollars_per_million_in and dollars_per_million_out, or neither")
        return self

    @property
    def route(self) -> ModelRoute:
        return ModelRoute(**{field: getattr(self, field) for field in ModelRoute.model_fields})


def known_models() -> dict[str, Alias]:
    """Return the models by alias. Raises BadModelsFile.

    Entries of PARE_MODELS_FILE override built-in models field by field.
    """
    named = os.environ.get(FILE_VARIABLE, "").strip()
    return dict(_merged(named, _stamp(named) if named else 0))


def is_listed(route: ModelRoute) -> bool:
    """Return whether an entry of the list has the same provider, address and key variable as this route."""
    wanted = (route.provider, route.endpoint, route.key_variable)
    entries = known_models().values()
    return any((entry.provider, entry.endpoint, entry.key_variable) == wanted for entry in entries)


def lists_model(provider: str, name: str) -> bool:
    """Return whether the list has this model of this provider, under any short name."""
    return any((entry.provider, entry.name) == (provider, name) for entry in known_models().values())


@lru_cache(maxsize=4)
def _merged(named: str, stamp: int) -> dict[str, Alias]:
    entries = _read(BUILT_IN)
    raw = dict(entries.data)
    found = {alias: _checked(BUILT_IN.name, entries, alias, fields) for alias, fields in raw.items()}
    if named:
        own = _read(Path(named))
        for alias, fields in own.data.items():
            before = raw.get(alias, {})
            merged = {**before, **fields} if isinstance(fields, Mapping) else fields
            found[str(alias)] = _checked(named, own, str(alias), merged)
    return found


def _stamp(named: str) -> int:
    # Part of the cache's key: a changed file is read again without a restart.
    try:
        return Path(named).stat().st_mtime_ns
    except (OSError, ValueError):
        return 0


def _read(file: Path) -> Document:
    try:
        document = load_yaml(file.read_text(encoding="utf-8"), str(file))
    except YamlError as error:
        raise BadModelsFile(str(error)) from None
    except UnicodeDecodeError:
        raise BadModelsFile(f"{file} is not UTF-8 text. Save it as UTF-8.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        problem = f"{FILE_VARIABLE}: can't read '{file}': {reason}. Fix the path or unset the variable."
        raise BadModelsFile(problem) from None
    if document.data is None:
        return Document({})
    if not isinstance(document.data, Mapping):
        example = "my-model: {provider: openai, name: gpt-5}"
        raise BadModelsFile(f"{file}: write one entry per model, such as `{example}`.")
    return document


def _checked(file: str, document: Document, alias: str, fields: Any) -> Alias:
    place = f"{file}:{document.line_of([alias])}"
    if not alias or len(alias) > 100:
        raise BadModelsFile(f"{place}: an alias must have 1 to 100 characters.")
    if not isinstance(fields, Mapping):
        raise BadModelsFile(f"{place}: {alias}: give its fields, such as {{provider: openai, name: gpt-5}}.")
    try:
        return Alias.model_validate(dict(fields))
    except ValidationError as error:
        field = str(next(iter(first_finding(error).path), ""))
        place = f"{file}:{document.line_of([alias, field])}"
        raise BadModelsFile(f"{place}: {alias}: {first_problem(error)}.") from None


def first_problem(error: ValidationError) -> str:
    """Return the first problem of an entry, without the wrong value, which may be a key in the wrong field."""
    first = first_finding(error)
    if first.kind == "extra_forbidden":
        fields = Alias.model_fields
        return f"{unknown_name('field', first.place, fields)}; the fields are {', '.join(fields)}"
    missing = "is missing; every model needs a provider and a name"
    said = missing if first.kind == "missing" else first.message
    return f"{first.place}: {said}" if first.place else said
