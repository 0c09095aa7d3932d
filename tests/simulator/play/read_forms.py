"""Reads the forms of actions on the page on which a person plays the user, as a browser would."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any, NamedTuple

from django.http import QueryDict
from django.template.loader import render_to_string

from simulator.phone.actions import Action
from simulator.phone.call import Look
from simulator.phone.perform import user_actions
from simulator.phone.plausible_arguments import plausible
from simulator.views.action_fields import forms_of

TRIES = 12


class ShownField(NamedTuple):
    name: str
    kind: str
    options: list[str]


class ShownForms(HTMLParser):
    """The forms by the action that they are for; each with its fields."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, ShownField]] = {}
        self._fields: dict[str, ShownField] = {}
        self._field: ShownField | None = None
        self.named: set[str] = set()
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._fields = self.forms.setdefault(given["data-action"], {})
        elif "data-field" in given:
            self._field = ShownField(given["data-field"], given["data-kind"], [])
            self._fields[self._field.name] = self._field
        elif tag == "option" and self._field is not None and given.get("value"):
            self._field.options.append(given["value"])
        if "name" in given and tag in ("input", "select", "textarea"):
            assert given["name"] == f"arg.{self._field.name if self._field else ''}"
            self.named.add(given["name"])


def shown_forms(look: Look) -> dict[str, dict[str, ShownField]]:
    """Return the forms that the page shows for this phone."""
    forms = forms_of(look, look.screen.view(look), user_actions(look))
    return ShownForms("".join(render_to_string("play/_action.html", {"form": form}) for form in forms)).forms


def filled(action: Action, fields: Mapping[str, ShownField], look: Look, rng: random.Random) -> dict[str, Any] | None:
    """Return what a person could enter, by argument; None if the phone has no value for a required argument."""
    args = plausible(action, look, rng)
    if args is None:
        return None
    for name, value in list(args.items()):
        field = fields[name]
        if value is None:
            del args[name]
        elif field.kind == "choice" and not isinstance(value, bool) and str(value) not in field.options:
            # A list that holds all possible values lets nobody enter another.
            args[name] = rng.choice(field.options)
    return args


def submitted(args: Mapping[str, Any]) -> QueryDict:
    """Return arguments as the page's script sends them: texts, lists with one item per line, records as JSON."""
    form = QueryDict(mutable=True)
    for name, value in args.items():
        form[f"arg.{name}"] = entered(value)
    return form


def entered(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "\n".join(str(one) for one in value)
    return json.dumps(value) if isinstance(value, dict) else str(value)
