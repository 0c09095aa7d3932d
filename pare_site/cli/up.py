"""`pare up`: starts the site with everything it needs, and keeps it running until Ctrl-C."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from pare_site.cli.exits import Trouble
from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command
from pare_site.environment import BadSetting, Environment, refuse_public_debug, unknown_names
from pare_site.runtime import UnusableFolder
from simulator.words.numbers import whole_number

ABOUT = """\
start PARE Studio: the web pages and the workers

Prints a link that signs you in once. The database and the logs are in the folder `var`, or in the folder that
PARE_VAR_DIR names. Settings come from the environment and from the file .env; .env.example explains all of them.
Ctrl-C stops everything."""
EXAMPLES = """\
pare up
pare up --port 8123
pare up --host 0.0.0.0 --workers 4"""
HOST, PORT, WORKERS = "127.0.0.1", 8000, 1
PORTS, NUMBERS_OF_WORKERS = (0, 65_535), (1, 64)


def add(commands: Commands) -> None:
    """Add `pare up` to the parser."""
    parser = add_command(commands, "up", up, ABOUT, EXAMPLES)
    parser.add_argument(
        "--port",
        type=_number(*PORTS),
        metavar="N",
        help=f"port to listen on, 0 for any free port; default: PARE_PORT, or {PORT}",
    )
    parser.add_argument(
        "--host",
        metavar="H",
        help=f"address to listen on, 0.0.0.0 for the whole network; default: PARE_HOST, or {HOST}, this machine only",
    )
    parser.add_argument(
        "--workers",
        type=_number(*NUMBERS_OF_WORKERS),
        metavar="N",
        help=f"number of workers for sweeps; default: PARE_WORKERS, or {WORKERS}",
    )


def up(args: argparse.Namespace, console: Console) -> int:
    """Run `pare up`, and return the exit code when the site is stopped."""
    from pare_site.supervisor.announcer import Announcer
    from pare_site.supervisor.requirements import Options
    from pare_site.supervisor.supervisor import Supervisor

    env = Environment()
    try:
        options = Options(
            args.host or env.text("PARE_HOST", HOST),
            env.number("PARE_PORT", PORT, *PORTS) if args.port is None else args.port,
            env.number("PARE_WORKERS", WORKERS, *NUMBERS_OF_WORKERS) if args.workers is None else args.workers,
        )
        # Django's settings refuse debug mode on a public address too, but only after folder, port and Redis are taken.
        refuse_public_debug(env, args.host or "")
        for remark in unknown_names(os.environ):
            console.remark(remark)
        return Supervisor(options, Announcer()).run()
    except (BadSetting, UnusableFolder) as problem:
        raise Trouble(str(problem)) from None


def _number(smallest: int, largest: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        found = whole_number(text, largest)
        if found is None or found < smallest:
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {smallest} to {largest}")
        return found

    return number
