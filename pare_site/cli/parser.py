"""Parsers of the subcommands: help with examples, a common `--json`, and errors that become exit codes."""

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
JSON_HELP = """print JSON instead of text; if the command fails, the JSON is {"error": "...", "faults": [...]}
with the same exit code"""
# The object that argparse adds subcommands to; its own type is private.
Commands = Any


class _Formatter(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            # argparse indents the names of subcommands but measures them without the indentation, so the longest would
            # wrap.
            self._action_max_length += self._indent_increment


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors raise WrongUse.

    `more` returns text to add to the help. `more` is called only when the help is printed, because it loads the engine.
    """

    def __init__(self, *, more: Callable[[], str] | None = None, **options: Any) -> None:
        # Without abbreviations, a new flag never changes the meaning of a command in somebody's script.
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
    """Return a command that prints the parser's help, for a group that is called without a subcommand."""

    def show_help(args: argparse.Namespace, console: Console) -> int:
        # On standard error, because a missing subcommand is an error: a script that reads the output gets nothing.
        console.remark(parser.format_help().rstrip())
        return BAD_INPUT

    return show_help


def add_group(commands: Commands, name: str, help: str) -> Commands:
    """Add a command that only groups subcommands, such as `pare trace`, and return the object to add them to."""
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
    """Add a command to `commands` and return its parser.

    The first line of `about` appears in the list of commands; `examples` has one example per line.
    """
    lines = "\n".join(f"  {line}" for line in examples.strip().splitlines())
    parser: Parser = commands.add_parser(
        name, help=about.split("\n", 1)[0], description=about, epilog=f"examples:\n{lines}", more=more
    )
    parser.set_defaults(command=command)
    return parser


def help_section(title: str, lines: Mapping[str, str]) -> str:
    """Return a section for the end of a help text: each name on its own line, its explanation below."""
    parts = [f"{title}:"]
    for name, about in lines.items():
        parts += [f"  {name}"] if name else []
        parts += textwrap.wrap(about, HELP_WIDTH, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(parts)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the flag `--json`."""
    parser.add_argument("--json", action="store_true", help=JSON_HELP)
