"""Actions of apps, declared by decorators on methods: taps, tools and events.

A method's signature determines the checks of its arguments, the JSON schema for models, and the form for people.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from simulator.phone.arguments import Param, Parameters, bundled, parameters_of
from simulator.phone.errors import ActionError
from simulator.phone.writable import spelled, writable_text

Move = Literal["stay", "push", "replace", "pop", "root", "root_push"]
Side = Literal["user", "assistant", "environment"]
F = TypeVar("F", bound=Callable[..., Any])
_MARK = "__action__"
# Value of `makes` for an event that only changes or removes records.
NOTHING = "nothing"


class Lead(NamedTuple):
    """A declared result of a tap: the move on the back stack, and the name of the screen that opens, if any.

    `root` closes all screens but the first or, if `screen` is given, replaces all screens with `screen`. `root_push`
    closes all screens but the first and opens `screen` on top of it.
    """

    move: Move
    screen: str = ""


STAY, POP, ROOT = Lead("stay"), Lead("pop"), Lead("root")


def push(*screens: str) -> tuple[Lead, ...]:
    return tuple(Lead("push", screen) for screen in screens)


def replace(*screens: str) -> tuple[Lead, ...]:
    return tuple(Lead("replace", screen) for screen in screens)


def root(*screens: str) -> tuple[Lead, ...]:
    return tuple(Lead("root", screen) for screen in screens)


def root_push(*screens: str) -> tuple[Lead, ...]:
    return tuple(Lead("root_push", screen) for screen in screens)


class ToolAct(NamedTuple):
    """The act that a writing tool performs, such as `send`; checks compare it with the acts that an offer names."""

    act: str
    """A name from `simulator.reading.language.lexicon.ACTS`."""
    on: str = ""
    """Name of the argument that holds the id of the affected record; empty if there is no such argument."""
    to: str = ""
    """Name of the argument that lists the people the act reaches; empty if there is no such argument."""


@dataclass(frozen=True)
class Mark:
    """The declaration of an action, which `tap`, `tool` or `event` stores on the method."""

    side: Side
    write: bool
    marks: bool = False
    """For a tap: True if it changes the record that it shows, as opening a mail marks the mail as read."""
    leads: tuple[Lead, ...] = (STAY,)
    """For a tap: its possible results."""
    name: str = ""
    """The action's name if it differs from the method's, for example because a tool and an event share the name."""
    makes: str = ""
    """For an event: the table of the record that it adds, or `NOTHING`; empty for the app's first table."""
    wakes: bool = True
    """For an event: True if it ends the wait of a user who has put the phone down. Noise never ends the user's wait."""
    ours: bool = False
    """For a tool: True if the tool is not one of the published tools of PARE."""
    act: ToolAct | None = None
    """For a tool that writes: the act that it performs."""


def tap(*leads: Lead | tuple[Lead, ...], write: bool = False, marks: bool = False) -> Callable[[F], F]:
    """Declare a tap of the user and its possible results (`leads`); by default, the tap stays on its screen."""
    flat = tuple(one for lead in leads for one in ((lead,) if isinstance(lead, Lead) else lead)) or (STAY,)
    return _marked(Mark("user", write, marks, flat))


def tool(*, write: bool, ours: bool = False, act: ToolAct | None = None) -> Callable[[F], F]:
    """Declare a tool of the assistant and, if the tool writes, the act that it performs."""
    # `write` has no default because consent and the list of tools for observing depend on it: forgetting it on a tool
    # that writes would let the assistant act unasked.
    return _marked(Mark("assistant", write, ours=ours, act=act))


def event(name: str = "", makes: str = "", wakes: bool = True) -> Callable[[F], F]:
    """Declare an event: something that happens on the phone because of the scenario, noise or an alarm of an app."""
    return _marked(Mark("environment", True, name=name, makes=makes, wakes=wakes))


def _marked(mark: Mark) -> Callable[[F], F]:
    def decorate(method: F) -> F:
        setattr(method, _MARK, mark)
        return method

    return decorate


class Validated(NamedTuple):
    """Checked arguments: `call` holds all keyword arguments of the method, `given` those that the player passed."""

    call: dict[str, Any]
    given: dict[str, Any]


@dataclass(frozen=True)
class Action:
    """One action of an app: its actor, its arguments, and the screens that it can lead to."""

    app: str
    name: str
    full_name: str
    mark: Mark
    method: Callable[..., Any]
    wording: str = ""
    """A description to use in place of the method's docstring; if empty, the docstring is used."""

    @property
    def write(self) -> bool:
        return self.mark.write

    @cached_property
    def about(self) -> str:
        """Return the description that models and people read."""
        return self.wording or inspect.cleandoc(self.method.__doc__ or "")

    @property
    def params(self) -> dict[str, Param]:
        """Return the arguments by name, as callers pass them; each field of an argument struct is one argument."""
        return self._parameters.flat

    @cached_property
    def _parameters(self) -> Parameters:
        return parameters_of(self.method)

    @cached_property
    def model(self) -> type[BaseModel]:
        """Return a pydantic model that validates the arguments and gives their JSON schema."""
        fields: dict[str, Any] = {}
        for param in self.params.values():
            default = ... if param.required else param.default
            fields[param.name] = (param.annotation, Field(default, description=param.role.about or None))
        # JSON has no infinity or NaN, so a moment could not store them.
        config = ConfigDict(extra="forbid", allow_inf_nan=False)
        return create_model(self.name, __config__=config, **fields)

    @cached_property
    def schema(self) -> dict[str, Any]:
        schema = self.model.model_json_schema()
        schema.pop("title", None)
        return schema

    def validate(self, args: Mapping[str, Any]) -> Validated:
        """Check a player's arguments and return them. If one is invalid, raise ActionError with an explanation."""
        # Many taps take no arguments; they need no pydantic model, which is slow to build.
        if not args and not self.params:
            return Validated({}, {})
        try:
            checked = self.model.__pydantic_validator__.validate_python(dict(args))
        except ValidationError as error:
            raise ActionError("bad_argument", _explain(self, error), f"Arguments: {self.usage}.") from None
        # Numbers with thousands of digits and very deeply nested lists fail before pydantic can say what is wrong.
        except (ValueError, OverflowError, RecursionError):
            problem = f"An argument of {self.full_name} is too large or too deep to be read."
            raise ActionError("bad_argument", problem, f"Arguments: {self.usage}.") from None
        values = checked.__dict__
        given = {name: values[name] for name in self.params if name in checked.model_fields_set}
        _refuse_unwritable(self, given)
        groups = self._parameters.groups
        return Validated(bundled(values, groups) if groups else values, given)

    @cached_property
    def usage(self) -> str:
        """Return the arguments in one line for error texts, such as `email_id, folder_name='INBOX'`, or `none`."""
        parts = [p.name if p.required else f"{p.name}={p.default!r}" for p in self.params.values()]
        return ", ".join(parts) or "none"


def actions_of(owner: type, app: str, prefix: str, side: Side) -> dict[str, Action]:
    """Return the actions that a screen or app class declares for one actor (`side`), by name, in source order."""
    found: dict[str, Action] = {}
    # Base classes first, so that an overriding method keeps the position of the method that it overrides.
    for cls in reversed(owner.__mro__):
        for attribute, method in vars(cls).items():
            mark: Mark | None = getattr(method, _MARK, None)
            if mark is not None and mark.side == side:
                name = mark.name or attribute
                found[name] = Action(app, name, f"{prefix}__{name}", mark, method)
    return found


def _refuse_unwritable(action: Action, given: dict[str, Any]) -> None:
    """Raise ActionError if an argument can't be written as JSON, because moments are stored as JSON."""
    for name, value in given.items():
        try:
            msgspec.json.encode(value)
        except (ValueError, OverflowError, RecursionError):
            problem = f"The argument '{name}' of {action.full_name} cannot be written down: broken characters, "
            problem += f"too large a number or lists too deep, got {spelled(value)}."
            raise ActionError("bad_argument", problem, f"Arguments: {action.usage}.") from None


def _explain(action: Action, error: ValidationError) -> str:
    """Return one sentence for each of the first three wrong arguments, without pydantic's jargon."""
    sentences = []
    for item in error.errors(include_url=False, include_context=False)[:3]:
        place = writable_text(".".join(str(part)[:60] for part in item["loc"])) or "arguments"
        if item["type"] == "extra_forbidden":
            sentences.append(f"{action.full_name} has no argument '{place}'.")
        elif item["type"] == "missing":
            sentences.append(f"{action.full_name} needs the argument '{place}'.")
        else:
            message = item["msg"][:1].lower() + item["msg"][1:]
            shown = spelled(item["input"])
            sentences.append(f"The argument '{place}' of {action.full_name} is wrong: {message}, got {shown}.")
    return " ".join(sentences)
