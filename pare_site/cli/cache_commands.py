"""Runs the commands of `pare cache` on the finished runs in the database and in the shared folder, if one is set."""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from benchmark.cache_folder import VARIABLE, CacheFolder, choose, chosen_folder, is_chosen_by_variable
from pare_site.cli.benchmark_host import store
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.terminal_questions import can_ask, confirm
from pare_site.runtime import UnusableFolder, make_folder, var_folder
from simulator.words.english import counted

_MOST_SHOWN = 10
# The longest name is "shared folder", and two spaces follow it.
_NAME_WIDTH = 15
_KILO = 1000


def status(args: argparse.Namespace, console: Console) -> int:
    """Run `pare cache status` and return the exit code."""
    with store():
        from django.conf import settings

        from benchmark.jobs.result_cache import status as store_status

        found = store_status()
        place = str(settings.DATABASES["default"]["NAME"])
    folder = chosen_folder(var_folder())
    if args.json:
        console.json({"store": place, **found._asdict(), "folder": _folder_json(folder)})
        return OK
    _show_fact(console, "database", place)
    _show_fact(console, "runs", f"{found.runs} with {counted(found.entries, 'key')}, {_size(found.bytes)}")
    for name, counts in (("engine", found.by_engine), ("players", found.by_players), ("scenario", found.by_scenario)):
        _show_counts(console, name, counts)
    _show_fact(console, "shared folder", _folder_words(folder))
    return OK


def invalidate(args: argparse.Namespace, console: Console) -> int:
    """Run `pare cache invalidate` and return the exit code."""
    with store():
        from benchmark.jobs.result_cache import cached_runs
        from benchmark.jobs.result_cache import invalidate as forget

        folder = chosen_folder(var_folder())
        files = 0 if folder is None else len(folder.keys())
        found = cached_runs().count()
        if not found and not files:
            console.say("The cache is already empty.")
            return OK
        what = f"{counted(found, 'run')} in the database"
        what += f" and {counted(files, 'file')} in {folder.path}" if folder is not None and files else ""
        if not args.yes and not can_ask(console):
            raise Trouble(f"This invalidates {what}. Add --yes to confirm.")
        if not args.yes:
            confirm(f"Invalidate {what}? Sweeps will play these runs again.", "Nothing was invalidated.")
        forget()
        try:
            removed = 0 if folder is None else folder.clear()
        except OSError as error:
            raise Trouble(
                f"A file in {folder and folder.path} cannot be deleted: {error.strerror}.",
                "Change the permissions of the folder, then run this command again.",
            ) from None
    console.say(
        f"Invalidated {counted(found, 'run')} and deleted {counted(removed, 'file')}. The runs themselves are kept."
    )
    return OK


def show(args: argparse.Namespace, console: Console) -> int:
    """Run `pare cache show` and return the exit code."""
    with store():
        from benchmark.jobs.result_cache import inspect

        found = inspect(_key_of(args.key))
    if found is None:
        remedy = "Give the number of a finished run, or the beginning of its key."
        raise Trouble(f"No run has the key '{args.key}'.", remedy)
    if args.json:
        console.json(found._asdict())
        return OK
    console.line(found.key, prefix="key       ")
    console.line(found.scenario, prefix="scenario  ")
    console.line(", ".join(map(str, found.runs)), prefix="runs      ")
    console.line("yes" if found.is_current else "no: the engine or a policy has changed", prefix="current   ")
    console.line("the hash of:", prefix="key is    ")
    console.raw(json.dumps(found.material, indent=2) + "\n")
    return OK


def _key_of(given: str) -> str:
    """Return the key of the run with this number. If there is no such run, return the text, which may begin a key."""
    from simulator.models import Episode

    # Longer numbers exceed the database's integers: the query would fail instead of finding nothing.
    if given.isdecimal() and len(given) < 19:
        row = Episode.objects.filter(pk=int(given)).only("result_key").first()
        if row is not None and row.result_key:
            return row.result_key
    return given.lower()


def _show_fact(console: Console, name: str, text: str) -> None:
    console.line(text, prefix=name.ljust(_NAME_WIDTH))


def _show_counts(console: Console, name: str, counts: dict[str, int]) -> None:
    shown = [f"{key}: {count}" for key, count in list(counts.items())[:_MOST_SHOWN]]
    more = len(counts) - len(shown)
    if shown:
        _show_fact(console, f"by {name}", "; ".join([*shown, *([f"and {more} more"] if more else [])]))


def _folder_words(folder: CacheFolder | None) -> str:
    if folder is None:
        return "none; share results with `pare cache set DIR`"
    by = f" (set by {VARIABLE})" if is_chosen_by_variable() else ""
    if not folder.path.is_dir():
        return f"{folder.path}{by}: does not exist yet"
    return f"{folder.path}{by}: {counted(len(folder.keys()), 'file')}, {_size(folder.size())}"


def _folder_json(folder: CacheFolder | None) -> dict[str, Any] | None:
    if folder is None:
        return None
    about = {"path": str(folder.path), "by_variable": is_chosen_by_variable()}
    return {**about, "files": len(folder.keys()), "bytes": folder.size()}


def _size(size: int) -> str:
    """Return a number of bytes as text, such as `3.2 MB`."""
    amount, units = float(size), ["bytes", "kB", "MB", "GB"]
    while amount >= _KILO and len(units) > 1:
        amount, units = amount / _KILO, units[1:]
    return f"{amount:.0f} {units[0]}" if amount >= 10 or units[0] == "bytes" else f"{amount:.1f} {units[0]}"


def set_folder(args: argparse.Namespace, console: Console) -> int:
    """Run `pare cache set` and return the exit code."""
    folder = _folder(args.folder)
    if not folder.exists():
        if not args.create:
            raise Trouble(f"There is no folder {folder}.", f"Create it with: pare cache set {args.folder} --create")
        _make(folder)
    if not folder.is_dir():
        raise Trouble(f"{folder} is not a folder. Give a folder.")
    # Without this test, a sweep would find an unwritable folder only after its runs are played and paid for.
    _try_to_write(folder)
    _keep(folder)
    console.say(f"Finished runs are now shared in {folder}.")
    _warn(console)
    return OK


def reset_folder(args: argparse.Namespace, console: Console) -> int:
    """Run `pare cache reset` and return the exit code."""
    _keep(None)
    console.say("The shared folder is no longer used. Runs in the database are still reused.")
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
        raise Trouble(f"'{given}' is not a folder: {error}. Give a different folder.") from None


def _make(folder: Path) -> None:
    try:
        make_folder(folder)
    except OSError as error:
        raise Trouble(f"{folder} cannot be created: {error.strerror}. Choose a different folder.") from None


def _try_to_write(folder: Path) -> None:
    try:
        with tempfile.NamedTemporaryFile(dir=folder):
            return
    except OSError as error:
        reason = error.strerror
        raise Trouble(
            f"{folder} is not writable: {reason}. Change its permissions, or give a different folder."
        ) from None


def _warn(console: Console) -> None:
    if is_chosen_by_variable():
        console.remark(f"{VARIABLE} is set and overrides this folder: {os.environ[VARIABLE]}")
