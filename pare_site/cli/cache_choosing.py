"""`pare cache set` and `reset`: which folder shares finished episodes, if any."""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from benchmark.cache_folder import VARIABLE, choose, is_chosen_by_variable
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console
from pare_site.runtime import UnusableFolder, make_folder, var_folder


def set_folder(args: argparse.Namespace, console: Console) -> int:
    folder = _folder(args.folder)
    if not folder.exists():
        if not args.create:
            raise Trouble(f"There is no folder {folder}.", f"Make it with: pare cache set {args.folder} --create")
        _make(folder)
    if not folder.is_dir():
        raise Trouble(f"{folder} is no folder; name one.")
    _try_to_write(folder)
    _keep(folder)
    console.say(f"Finished episodes are shared by {folder} from now on.")
    _warn(console)
    return OK


def reset_folder(args: argparse.Namespace, console: Console) -> int:
    _keep(None)
    console.say("No folder is used any more; the store's own runs are found as before.")
    _warn(console)
    return OK


def _keep(folder: Path | None) -> None:
    var = var_folder()
    try:
        make_folder(var)
        choose(var, folder)
    except OSError as problem:
        raise Trouble(str(UnusableFolder(var, problem))) from None


def _folder(given: str) -> Path:
    try:
        return Path(given).expanduser().absolute()
    except (RuntimeError, ValueError) as error:
        raise Trouble(f"'{given}' is no folder: {error}.") from None


def _make(folder: Path) -> None:
    try:
        make_folder(folder)
    except OSError as error:
        raise Trouble(f"The folder {folder} cannot be made: {error.strerror}.") from None


def _try_to_write(folder: Path) -> None:
    try:
        with tempfile.NamedTemporaryFile(dir=folder):
            return
    except OSError as error:
        raise Trouble(f"The folder {folder} cannot be written: {error.strerror}. Give it rights, or another.") from None


def _warn(console: Console) -> None:
    if is_chosen_by_variable():
        console.remark(f"{VARIABLE} is set and wins over this: {os.environ[VARIABLE]}")
