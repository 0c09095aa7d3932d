"""The shape of every command: a parser with examples below its options, and the function that carries it out."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from pare_site.cli.exits import BAD_INPUT, WrongUse
from pare_site.cli.output import Console

Command = Callable[[argparse.Namespace, Console], int]
HELP_WIDTH = 100
JSON_HELP = """print JSON for programs instead of text; if the command cannot be carried out, that is
{"error": "...", "faults": [...]}, with the same exit code"""
# What argparse gives for adding subcommands; its own type is private.
Commands = Any


class _Formatter(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)


class Parser(argparse.ArgumentParser):
    """`more` adds to the help what takes time to find out, and only when help is asked for."""

    def __init__(self, *, more: Callable[[], str] | None = None, **options: Any) -> None:
        super().__init__(**{"formatter_class": _Formatter, "allow_abbrev": False, **options})
        self._more = more

    def format_help(self) -> str:
        text = super().format_help()
        return f"{text}\n{self._more()}\n" if self._more is not None else text

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        sys.stderr.write(f"{self.prog}: error: {message}\n")
        raise WrongUse(message)


def with_help_of(parser: argparse.ArgumentParser) -> Command:
    """Return the command of a group without a subcommand: it shows the group's help."""

    def show_help(args: argparse.Namespace, console: Console) -> int:
        console.remark(parser.format_help().rstrip())
        return BAD_INPUT

    return show_help


def add_group(commands: Commands, name: str, help: str) -> Commands:
    """A command that only holds others, such as `pare trace`."""
    group = commands.add_parser(name, help=help, description=help)
    group.set_defaults(command=with_help_of(group))
    return group.add_subparsers(metavar="COMMAND", title="commands", parser_class=Parser)


def add_command(
    commands: Commands,
    name: str,
    command: Command,
    about: str,
    examples: str,
    more: Callable[[], str] | None = None,
) -> Parser:
    """`about`: its first line stands in the list of commands. `examples`: one a line."""
    lines = "\n".join(f"  {line}" for line in examples.strip().splitlines())
    parser: Parser = commands.add_parser(
        name, help=about.split("\n", 1)[0], description=about, epilog=f"examples:\n{lines}", more=more
    )
    parser.set_defaults(command=command)
    return parser


def help_section(title: str, lines: Mapping[str, str]) -> str:
    """A part of a help text like argparse's own: names, and beside or below each what it is."""
    parts = [f"{title}:"]
    for name, about in lines.items():
        parts += [f"  {name}"] if name else []
        parts += textwrap.wrap(about, HELP_WIDTH, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(parts)


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=JSON_HELP)
