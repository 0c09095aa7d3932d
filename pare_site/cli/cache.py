"""`pare cache`: defines the arguments and help of its commands. The cache holds the finished runs that sweeps reuse."""

from __future__ import annotations

import argparse

from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command, add_group, add_json

STATUS_ABOUT = """\
show how many finished runs sweeps can reuse, and where they are

The cache consists of the finished runs in the database. A run is found by a hash of everything its outcome depends on:
scenario, configuration, prompts, models, noise, seed and engine version. So the cache is never stale. You can also set
a folder to share results between databases and machines."""
INVALIDATE_ABOUT = """\
stop reusing the runs that are finished now

The runs are kept and can be viewed, but no sweep reuses them. Files in the shared folder are deleted."""
SET_ABOUT = """\
set a shared folder for finished runs

Sweeps write their finished runs into the folder as trace files, and import runs from the folder that this database
lacks. The environment variable PARE_CACHE_DIR overrides this setting."""
SHOW_ABOUT = """\
show the run under a key, and everything its outcome depends on

KEY is the beginning of a key, or the number of a run."""


def add(commands: Commands) -> None:
    group = add_group(commands, "cache", "show, share or invalidate the finished runs that sweeps reuse")
    add_json(add_command(group, "status", _status, STATUS_ABOUT, "pare cache status\npare cache status --json"))
    invalidate = add_command(group, "invalidate", _invalidate, INVALIDATE_ABOUT, "pare cache invalidate --yes")
    invalidate.add_argument("-y", "--yes", action="store_true", help="invalidate without asking")
    sets = add_command(group, "set", _set, SET_ABOUT, "pare cache set /mnt/lab/pare-cache --create")
    sets.add_argument("folder", metavar="DIR", help="the shared folder")
    sets.add_argument("-c", "--create", action="store_true", help="create the folder if it is missing")
    add_command(group, "reset", _reset, "stop using the shared folder; its files are kept", "pare cache reset")
    show = add_command(group, "show", _show, SHOW_ABOUT, "pare cache show 3f9a\npare cache show 214 --json")
    show.add_argument("key", metavar="KEY", help="the beginning of a key, or the number of a run")
    add_json(show)


# Each command imports its module when it runs: `pare --help` must not load Django.


def _status(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.cache_commands import status

    return status(args, console)


def _invalidate(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.cache_commands import invalidate

    return invalidate(args, console)


def _set(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.cache_commands import set_folder

    return set_folder(args, console)


def _reset(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.cache_commands import reset_folder

    return reset_folder(args, console)


def _show(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.cache_commands import show

    return show(args, console)
