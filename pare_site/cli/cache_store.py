"""`pare cache status`, `invalidate` and `show`: the finished episodes of the store, and of a folder if one is set."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from benchmark.cache_folder import VARIABLE, CacheFolder, chosen_folder, is_chosen_by_variable
from pare_site.cli.benchmark_ground import store
from pare_site.cli.exits import INTERRUPTED, OK, Trouble
from pare_site.cli.output import Console, counted
from pare_site.runtime import var_folder

_MOST_SHOWN = 10
_KILO = 1000


def status(args: argparse.Namespace, console: Console) -> int:
    with store():
        from django.conf import settings

        from benchmark.jobs.cache import status as store_status

        found = store_status()
        place = str(settings.DATABASES["default"]["NAME"])
    folder = chosen_folder(var_folder())
    if args.json:
        console.json({"store": place, **found._asdict(), "folder": _folder_json(folder)})
        return OK
    console.line(place, prefix="store     ")
    console.line(f"{found.entries} ({counted(found.runs, 'run')}, {_size(found.bytes)})", prefix="episodes  ")
    for name, counts in (("engine", found.by_engine), ("players", found.by_players), ("scenario", found.by_scenario)):
        _show_counts(console, name, counts)
    console.line(_folder_words(folder), prefix="folder    ")
    return OK


def invalidate(args: argparse.Namespace, console: Console) -> int:
    with store():
        from benchmark.jobs.cache import invalidate as forget
        from benchmark.jobs.finding import usable

        folder = chosen_folder(var_folder())
        files = 0 if folder is None else len(folder.keys())
        found = usable().count()
        if not found and not files:
            console.say("The cache is empty already.")
            return OK
        what = f"{counted(found, 'episode')} of the store"
        what += f" and {counted(files, 'file')} of {folder.path}" if folder is not None and files else ""
        if not args.yes:
            _ask(console, what)
        forget()
        try:
            removed = 0 if folder is None else folder.clear()
        except OSError as error:
            raise Trouble(f"A file of the folder cannot be removed: {error.strerror}.") from None
    console.say(
        f"Forgotten: {counted(found, 'episode')}, {counted(removed, 'file')} removed. The runs themselves stay."
    )
    return OK


def show(args: argparse.Namespace, console: Console) -> int:
    with store():
        from benchmark.jobs.cache import inspect

        found = inspect(_key_of(args.key))
    if found is None:
        raise Trouble(f"Nothing is kept under '{args.key}'.", "`pare cache status` shows how much there is.")
    if args.json:
        console.json(found._asdict())
        return OK
    console.line(found.key, prefix="key       ")
    console.line(found.scenario, prefix="scenario  ")
    console.line(", ".join(map(str, found.runs)), prefix="runs      ")
    console.line("yes" if found.is_current else "no: the engine or a policy is another one by now", prefix="current   ")
    console.line("the hash of this:", prefix="made of   ")
    console.raw(json.dumps(found.material, indent=2) + "\n")
    return OK


def _key_of(given: str) -> str:
    """A number of few digits is that of a run; keys are looked up by more of them."""
    from simulator.models import Episode

    if given.isdecimal() and len(given) < 19:
        row = Episode.objects.filter(pk=int(given)).only("result_key").first()
        if row is not None and row.result_key:
            return row.result_key
    return given.lower()


def _ask(console: Console, what: str) -> None:
    if not (console.on_terminal and sys.stdin is not None and sys.stdin.isatty()):
        raise Trouble(f"This forgets {what}. Add --yes to do it.")
    try:
        answer = input(f"Forget {what}? They would be played anew. [y/N] ").strip().lower()
    except (EOFError, KeyboardInterrupt):
        raise Trouble("", "Nothing was forgotten.", code=INTERRUPTED) from None
    if answer not in ("y", "yes"):
        raise Trouble("Nothing was forgotten.")


def _show_counts(console: Console, name: str, counts: dict[str, int]) -> None:
    shown = [f"{key} {count}" for key, count in list(counts.items())[:_MOST_SHOWN]]
    more = len(counts) - len(shown)
    if shown:
        console.line("; ".join([*shown, *([f"and {more} more"] if more else [])]), prefix=f"by {name}".ljust(13))


def _folder_words(folder: CacheFolder | None) -> str:
    if folder is None:
        return "none; `pare cache set DIR` shares results by one"
    by = f" (by {VARIABLE})" if is_chosen_by_variable() else ""
    if not folder.path.is_dir():
        return f"{folder.path}{by}: not there yet"
    return f"{folder.path}{by}: {counted(len(folder.keys()), 'file')}, {_size(folder.size())}"


def _folder_json(folder: CacheFolder | None) -> dict[str, Any] | None:
    if folder is None:
        return None
    about = {"path": str(folder.path), "by_variable": is_chosen_by_variable()}
    return {**about, "files": len(folder.keys()), "bytes": folder.size()}


def _size(size: int) -> str:
    amount, units = float(size), ["bytes", "kB", "MB", "GB"]
    while amount >= _KILO and len(units) > 1:
        amount, units = amount / _KILO, units[1:]
    return f"{amount:.0f} {units[0]}" if amount >= 10 or units[0] == "bytes" else f"{amount:.1f} {units[0]}"
