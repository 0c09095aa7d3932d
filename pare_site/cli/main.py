"""The `pare` command: runs a subcommand and turns every error into a message and an exit code."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
import traceback
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pare_site import dotenv
from pare_site.cli import (
    annotation,
    apps,
    benchmark,
    cache,
    fidelity,
    models,
    policies,
    reading,
    rejudge,
    run,
    scenarios,
    sign_in,
    trace,
    up,
    worker,
)
from pare_site.cli.exits import BAD_INPUT, CRASHED, EXPLAINED, INTERRUPTED, PIPE_CLOSED, Trouble, WrongUse
from pare_site.cli.output import Console, Unwritable
from pare_site.cli.parser import Parser, with_help_of
from pare_site.cli.scenario_lookup import fault_json

if TYPE_CHECKING:
    from simulator.scenario.load import ScenarioFault

ABOUT = "A simulated user taps through a mock phone while a proactive assistant watches and may offer help."
EXAMPLES = """\
examples:
  pare up
  pare scenarios list
  pare run email_reminder_batch_cancellation
  pare run my_scenario.yaml --assistant silent --out var/run.jsonl
  pare trace show var/run.jsonl
  pare benchmark sweep --split all -om oracle -em oracle"""
ENVIRONMENT = """\
environment variables, exported or in the file .env (.env.example explains most of them):
  PARE_VAR_DIR               folder for the database, the logs and other files of the site
  PARE_SCENARIOS_DIR         folders with scenario files, separated by commas
  PARE_BENCHMARK_SPLITS_DIR  folders with split files, separated by commas
  PARE_DEBUG=1               print the traceback of an unexpected error
  NO_COLOR=1                 print without colours"""


# In the order of the help.
_GROUPS = (
    up,
    sign_in,
    worker,
    scenarios,
    run,
    benchmark,
    annotation,
    trace,
    rejudge,
    fidelity,
    cache,
    reading,
    policies,
    models,
    apps,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _prepare_streams()
    try:
        code = _run(argv)
        # A full disk or a closed pipe is noticed only when the buffer is written. Here it can still set the exit code.
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _forget_stdout()
        return PIPE_CLOSED
    except Unwritable as problem:
        _forget_stdout()
        return _tell_unwritable(str(problem))
    except OSError as problem:
        _forget_stdout()
        return _tell_unwritable(problem.strerror or str(problem))
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(argv: Sequence[str] | None) -> int:
    """Run the command and print its errors, except errors of standard output, which `main` handles."""
    console = Console()
    given = sys.argv[1:] if argv is None else argv
    # `--json` is looked for before parsing, so that wrong arguments are reported as JSON too.
    for_programs = "--json" in given
    try:
        # `.env` is read before parsing, because it may name folders whose splits are listed in help texts.
        _read_env_file()
        args = _parser().parse_args(given)
        code: int = args.command(args, console)
        return code
    except WrongUse as wrong:
        _tell_programs(console, for_programs, wrong.message)
        return BAD_INPUT
    except SystemExit as stop:
        # argparse exits like this after --help and --version.
        return stop.code if isinstance(stop.code, int) else BAD_INPUT
    except Trouble as trouble:
        for line in trouble.lines:
            console.remark(line)
        _tell_programs(console, for_programs, str(trouble), trouble.faults)
        return trouble.code
    except (BrokenPipeError, Unwritable):
        raise
    except Exception as problem:
        _tell_crash(console, problem)
        _tell_programs(console, for_programs, f"{type(problem).__name__}: {problem}")
        return CRASHED


def _read_env_file() -> None:
    try:
        dotenv.load()
    except dotenv.BadEnvFile as problem:
        raise Trouble(str(problem)) from None


def _parser() -> Parser:
    parser = Parser(prog="pare", description=ABOUT, epilog="\n\n".join((EXAMPLES, ENVIRONMENT, EXPLAINED)))
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="show the version and exit")
    parser.set_defaults(command=with_help_of(parser))
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=Parser)
    for group in _GROUPS:
        group.add(commands)
    return parser


class _ShowVersion(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *ignored: Any) -> None:
        # Imported late: looking the version up takes longer than all the rest of `pare --help`.
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("pare-studio")
        except PackageNotFoundError:
            found = "(not installed)"
        print(f"pare {found}")
        parser.exit()


def _tell_programs(console: Console, wanted: bool, error: str, faults: Iterable[ScenarioFault] = ()) -> None:
    if wanted:
        console.json({"error": error, "faults": list(map(fault_json, faults))})


def _tell_crash(console: Console, problem: Exception) -> None:
    if os.environ.get("PARE_DEBUG", "") not in ("", "0"):
        console.remark(traceback.format_exc().rstrip())
        return
    console.remark(f"pare: unexpected error: {type(problem).__name__}: {problem}")
    console.remark("Set PARE_DEBUG=1 and run the command again to see the traceback.")


def _tell_unwritable(reason: str) -> int:
    sys.stderr.write(f"pare: standard output cannot be written: {reason}\n")
    return CRASHED


def _prepare_streams() -> None:
    """Replace closed streams, and make streams write characters that their encoding lacks as escapes."""
    # Python sets a stream to None if the process was started with it closed, as by `pare ... >&-`.
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_stdout() -> None:
    """Point standard output to the null device: Python flushes it once more at exit, which would fail again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
