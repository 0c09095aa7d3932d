"""`pare cache`: the finished episodes that sweeps take instead of playing them again."""

from __future__ import annotations

import argparse

from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command, add_group, add_json

STATUS_ABOUT = """\
show how many finished episodes sweeps can take, and where they are

The cache is nothing but the finished runs of the studio's store, each found by a hash of all that its outcome follows
from: scenario, config, prompts, models, noise, seed, and the version of the engine. So it is never stale. A folder can
be set in addition, to share results between stores and machines."""
INVALIDATE_ABOUT = """\
have everything played anew from now on

The runs stay and can be looked at; no sweep takes them any more. Files of a folder that was set are removed."""
SET_ABOUT = """\
set a folder that finished episodes are shared by

What sweeps of this store finish is put there as trace files too, and what this store lacks is taken from there. The
environment variable PARE_CACHE_DIR wins over it."""
SHOW_ABOUT = """\
show what is kept under a key: the run, and all that its outcome follows from

KEY is the beginning of a key, or the number of a run."""


def add(commands: Commands) -> None:
    group = add_group(commands, "cache", "finished episodes that sweeps take again: status, folder, removal")
    add_json(add_command(group, "status", _status, STATUS_ABOUT, "pare cache status\npare cache status --json"))
    invalidate = add_command(group, "invalidate", _invalidate, INVALIDATE_ABOUT, "pare cache invalidate --yes")
    invalidate.add_argument("-y", "--yes", action="store_true", help="do it without asking")
    sets = add_command(group, "set", _set, SET_ABOUT, "pare cache set /mnt/lab/pare-cache --create")
    sets.add_argument("folder", metavar="DIR", help="the folder")
    sets.add_argument("-c", "--create", action="store_true", help="make it if it is not there")
    add_command(group, "reset", _reset, "use no folder any more; its files stay", "pare cache reset")
    show = add_command(group, "show", _show, SHOW_ABOUT, "pare cache show 3f9a\npare cache show 214 --json")
    show.add_argument("key", metavar="KEY", help="the beginning of a key, or the number of a run")
    add_json(show)


def _status(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.cache_store import status

    return status(args, console)


def _invalidate(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.cache_store import invalidate

    return invalidate(args, console)


def _set(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.cache_choosing import set_folder

    return set_folder(args, console)


def _reset(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.cache_choosing import reset_folder

    return reset_folder(args, console)


def _show(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.cache_store import show

    return show(args, console)
