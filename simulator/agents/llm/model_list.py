"""The list of language models with a short name: the built-in one, and the one in PARE_MODELS_FILE."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails

from simulator.agents.llm.parameters import wrong_with_parameters
from simulator.language_models import ModelRoute
from simulator.phone.wording import close_to
from simulator.scenario.yaml12 import Document, YamlError, load_yaml
from simulator.trace.exchange import ReplyFormat

BUILT_IN = Path(__file__).with_name("aliases.yaml")
FILE_VARIABLE = "PARE_MODELS_FILE"


class UnknownModel(ValueError):
    """No model goes by this name, or it cannot be taken as asked; says what to do."""


class BadModelsFile(UnknownModel):
    """The list of models cannot be used; says where and what to do."""


class Alias(ModelRoute):
    """An entry of the list: how a model is reached, and how it is asked."""

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
            raise ValueError("give dollars_per_million_in and dollars_per_million_out, or neither")
        return self

    @property
    def route(self) -> ModelRoute:
        return ModelRoute(**{field: getattr(self, field) for field in ModelRoute.model_fields})


def known_models() -> dict[str, Alias]:
    """By alias; what PARE_MODELS_FILE says of one replaces what is built in, field by field."""
    named = os.environ.get(FILE_VARIABLE, "").strip()
    return dict(_merged(named, _stamp(named) if named else 0))


def is_listed(route: ModelRoute) -> bool:
    """Whether the list of models sends this key to this provider at this address."""
    wanted = (route.provider, route.endpoint, route.key_variable)
    entries = known_models().values()
    return any((entry.provider, entry.endpoint, entry.key_variable) == wanted for entry in entries)


def lists_model(provider: str, name: str) -> bool:
    """Return whether the list of models has this model at this provider, under whatever short name."""
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
        raise BadModelsFile(f"{file} is not UTF-8 text; save it as UTF-8.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadModelsFile(f"{FILE_VARIABLE}: '{file}' cannot be read: {reason}. Correct it or unset it.") from None
    if document.data is None:
        return Document({})
    if not isinstance(document.data, Mapping):
        raise BadModelsFile(f"{file}: write one entry a model, such as `my-model: {{provider: openai, name: gpt-5}}`.")
    return document


def _checked(file: str, document: Document, alias: str, fields: Any) -> Alias:
    place = f"{file}:{document.line_of([alias])}"
    if not alias or len(alias) > 100:
        raise BadModelsFile(f"{place}: an alias has 1 to 100 characters. Shorten it.")
    if not isinstance(fields, Mapping):
        raise BadModelsFile(f"{place}: {alias}: give its fields, such as {{provider: openai, name: gpt-5}}.")
    try:
        return Alias.model_validate(dict(fields))
    except ValidationError as error:
        field = str(next(iter(_first(error)["loc"]), ""))
        place = f"{file}:{document.line_of([alias, field])}"
        raise BadModelsFile(f"{place}: {alias}: {first_problem(error)}.") from None


def _first(error: ValidationError) -> ErrorDetails:
    """A misspelt field goes before the one that is missing because of it."""
    found = error.errors(include_input=False, include_url=False)
    return next((one for one in found if one["type"] == "extra_forbidden"), found[0])


def first_problem(error: ValidationError) -> str:
    """In our words, and never with the value: somebody may have put a key into it."""
    first = _first(error)
    field = ".".join(map(str, first["loc"]))
    if first["type"] == "extra_forbidden":
        hint = close_to(field, Alias.model_fields)
        return f"there is no field '{field}'{hint}; the fields are {', '.join(Alias.model_fields)}"
    said = first["msg"].removeprefix("Value error, ")
    if first["type"] == "missing":
        said = "is missing; every model has a provider and a name"
    return f"{field}: {said}" if field else said
