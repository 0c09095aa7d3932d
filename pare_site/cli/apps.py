"""`pare apps`: lists the phone's apps, the names that scenario files can use, the screens and the assistant's tools."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from pare_site.cli import app_page
from pare_site.cli.app_page import find_app
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command, add_group, add_json
from pare_site.cli.tables import show_table
from simulator.words.english import counted

if TYPE_CHECKING:
    from simulator.phone.actions import Action
    from simulator.phone.app import App


def add(commands: Commands) -> None:
    """Add `pare apps` with its subcommands to the parser."""
    group = add_group(commands, "apps", "show the apps of the phone: names, screens, tools")
    lists = add_command(group, "list", list_apps, "list the apps", "pare apps list")
    add_json(lists)
    app_page.add(group)
    graph = add_command(
        group,
        "graph",
        show_graph,
        "draw the screens of an app and the taps between them",
        "pare apps graph reminder\npare apps graph email --format json",
    )
    graph.add_argument("app", metavar="APP", help="name of the app, as `pare apps list` shows it")
    graph.add_argument(
        "--format", choices=("mermaid", "json"), default="mermaid", help="format of the graph; default: mermaid"
    )
    tools = add_command(
        group,
        "tools",
        list_tools,
        "list the assistant's tools",
        "pare apps tools\npare apps tools calendar\npare apps tools calendar --json",
    )
    tools.add_argument("app", metavar="APP", nargs="?", help="list only this app, with every argument explained")
    add_json(tools)


def list_apps(args: argparse.Namespace, console: Console) -> int:
    """Run `pare apps list` and return the exit code."""
    from simulator.phone.registry import all_apps

    apps = list(all_apps().values())
    if args.json:
        console.json({"apps": [_summary(app) for app in apps]})
        return OK
    rows = [
        [app.name, app.title, str(len(app.screens)), str(len(app.tools)), str(len(app.events)), _about(app)]
        for app in apps
    ]
    show_table(console, ("app", "title", "screens", "tools", "events", "about"), rows, flexible=5)
    return OK


def show_graph(args: argparse.Namespace, console: Console) -> int:
    """Run `pare apps graph` and return the exit code."""
    from simulator.phone.graph import state_graph, to_json, to_mermaid

    try:
        graph = state_graph(find_app(args.app))
    except ValueError as error:
        raise Trouble(str(error)) from None
    if args.format == "json":
        console.json(to_json(graph))
    else:
        console.raw(to_mermaid(graph))
    return OK


def list_tools(args: argparse.Namespace, console: Console) -> int:
    """Run `pare apps tools` and return the exit code."""
    from simulator.phone.registry import all_apps

    apps = [find_app(args.app)] if args.app is not None else [app for app in all_apps().values() if app.tools]
    if args.json:
        console.json({"tools": [_tool(action) for app in apps for action in app.tools.values()]})
        return OK
    for number, app in enumerate(apps):
        if number:
            console.say()
        console.say(f"{app.title} ({app.name}): {counted(len(app.tools), 'tool')}", style="bold")
        for action in app.tools.values():
            _show_tool(console, action, whole=args.app is not None)
    return OK


def _about(app: App) -> str:
    return f"{app.about} On every phone." if app.system else app.about


def _summary(app: App) -> dict[str, Any]:
    return {
        "name": app.name,
        "title": app.title,
        "prefix": app.prefix,
        "about": app.about,
        "system": app.system,
        "screens": list(app.screen_types),
        "tools": [action.full_name for action in app.tools.values()],
        "events": list(app.events),
    }


def _tool(action: Action) -> dict[str, Any]:
    return {
        "name": action.full_name,
        "app": action.app,
        "write": action.write,
        "ours": action.mark.ours,
        "our_arguments": [param.name for param in action.params.values() if param.role.ours],
        "about": action.about,
        "arguments": action.schema,
    }


def _show_tool(console: Console, action: Action, whole: bool) -> None:
    from pare_site.cli.app_names import type_words

    kind = "write" if action.write else "read "
    names = action.usage if action.params else ""
    console.say(f"{action.full_name}({names})", prefix=f"  {kind}  ", prefix_style="bold" if action.write else "dim")
    about = f"{action.about} (Added by PARE Studio; not in the original PARE.)" if action.mark.ours else action.about
    console.say(about, prefix=" " * 9, style="dim")
    if whole:
        for param in action.params.values():
            need = "required" if param.required else "optional"
            need += ", added by PARE Studio" if param.role.ours else ""
            kind = type_words(action.schema["properties"][param.name])
            console.say(f"{kind}, {need}. {param.role.about}".rstrip(), prefix=f"{' ' * 11}{param.name}: ")
