"""`pare apps show`: prints the names in an app that scenario files can use, as text, JSON or Markdown."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.parser import JSON_HELP, Commands, add_command

if TYPE_CHECKING:
    from pare_site.cli.app_names import AppAction, AppNames, Kind, Seeds, Value
    from simulator.phone.app import App

ALL = "all"
_ABOUT = """\
show the names of an app that a scenario file can use

Prints the records with their fields for goals, the entries of `world`, the events for the timeline, the taps for the
user's path, and the assistant's calls for the solution."""


def add(group: Commands) -> None:
    """Add `pare apps show` to the parser."""
    shows = add_command(
        group, "show", show_app, _ABOUT, "pare apps show cab\npare apps show cab --json\npare apps show all --markdown"
    )
    shows.add_argument("app", metavar="APP", help="name of the app, as `pare apps list` shows it, or `all`")
    forms = shows.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help=JSON_HELP)
    forms.add_argument(
        "--markdown", action="store_true", help="print world, goals and events only, as in docs/scenarios.md"
    )


def find_app(name: str) -> App:
    """Return the app with this name, title or prefix. Raises Trouble for an unknown app."""
    from simulator.phone.registry import all_apps
    from simulator.scenario.problems import close_to

    apps = all_apps()
    wanted = name.casefold()
    for app in apps.values():
        # The published names of an app's tools start with its prefix, so people may know only the prefix.
        if wanted in (app.name, app.title.casefold(), app.prefix.casefold()):
            return app
    raise Trouble(f"Unknown app '{name}'{close_to(wanted, apps)}. Known apps: {', '.join(apps)}.")


def show_app(args: argparse.Namespace, console: Console) -> int:
    """Run `pare apps show` and return the exit code."""
    import msgspec

    from pare_site.cli.app_markdown import markdown
    from pare_site.cli.app_names import names_of

    apps = [names_of(app) for app in _wanted(args.app, args.markdown)]
    if args.json:
        console.json({"apps": msgspec.to_builtins(apps)})
    elif args.markdown:
        console.raw(markdown(apps))
    else:
        for number, app in enumerate(apps):
            if number:
                console.say()
            show_page(console, app)
    return OK


def show_page(console: Console, app: AppNames) -> None:
    """Print the names of one app: records, world, events, taps and calls."""
    console.say(f"{app.title} ({app.name}): {app.about}", style="bold")
    if app.records:
        console.heading("Records, for goals")
        for kind in app.records:
            _show_kind(console, kind)
        console.say(
            "In goals, `text` means all readable text of a record; only `say` and `mentions` can check it.",
            prefix="  ",
            style="dim",
        )
    if app.world is not None:
        _show_world(console, app.name, app.world)
    if app.events:
        console.heading("Events, for the timeline")
        _show_actions(console, app.events)
    for taps in app.taps:
        console.heading(f"Taps on {taps.screen}, for the user's path")
        _show_actions(console, taps.actions, told=True)
    if app.calls:
        console.heading("The assistant's calls, for the solution")
        _show_actions(console, app.calls, told=True)
    if not (app.records or app.world or app.events or app.taps or app.calls):
        console.say("Scenario files cannot refer to anything in this app.")


def _wanted(name: str, for_docs: bool) -> list[App]:
    from simulator.phone.registry import all_apps

    if name.casefold() != ALL:
        return [find_app(name)]
    # The docs leave out system apps: files cannot use their records and events.
    return [app for app in all_apps().values() if not (for_docs and app.system)]


def _show_kind(console: Console, kind: Kind) -> None:
    also = f", or {kind.short} alone" if kind.short else ""
    console.say(f"{kind.name}{also}", prefix="  ")
    width = max((len(field.name) for field in kind.fields), default=0)
    for field in kind.fields:
        console.say(field.type, prefix=f"    {field.name:{width}}  ")


def _show_world(console: Console, app: str, seeds: Seeds) -> None:
    console.heading(f"An entry of world.{app}")
    if seeds.about:
        console.say(seeds.about, prefix="  ", style="dim")
    _show_values(console, seeds.fields, "  ")


def _show_actions(console: Console, actions: Sequence[AppAction], told: bool = False) -> None:
    """Print actions. With `told`, also print whether each action reads or writes."""
    for action in actions:
        label = ("write  " if action.write else "read   ") if told else ""
        arguments = ", ".join(value.name for value in action.arguments)
        written = f"{action.name}: {{{arguments}}}" if arguments else action.name
        console.say(written, prefix=f"  {label}", prefix_style="bold" if action.write else "dim")
        inner = " " * (4 + len(label))
        console.say(action.about, prefix=inner, style="dim")
        _show_values(console, action.arguments, inner)


def _show_values(console: Console, values: Sequence[Value], indent: str) -> None:
    width = max((len(value.name) for value in values), default=0)
    for value in values:
        console.say(_value_words(value), prefix=f"{indent}{value.name:{width}}  ")
        _show_values(console, value.fields, f"{indent}{' ' * width}  ")


def _value_words(value: Value) -> str:
    from simulator.words.english import spoken

    # Some descriptions only list the choices, which the type already lists.
    about = "" if value.about.rstrip(".") == spoken(value.choices, "or") else value.about
    # A type such as "a, b or c" has commas of its own.
    stop = ";" if "," in value.type else ","
    return f"{value.type}{stop} {_need(value)}. {about}".rstrip()


def _need(value: Value) -> str:
    if value.required:
        return "required"
    return f"{_spelled(value.default)} by default" if value.default not in (None, "", [], {}) else "optional"


def _spelled(default: Any) -> str:
    return default if isinstance(default, str) else json.dumps(default, ensure_ascii=False)
