"""`pare scenarios new`: writes the file that an author starts from."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from pare_site.cli.asking import Interview
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.finding import library
from pare_site.cli.output import Console, safe
from pare_site.cli.parser import Commands, add_command, help_section

if TYPE_CHECKING:
    from simulator.scenario.template import Wanted

ABOUT = """\
start a new scenario

Writes a file that loads, with every part in its place, a word about what each is for, and FILL IN wherever its
author has to write. On a terminal, what is not given is asked for. Nothing is ever overwritten."""
EXAMPLES = """\
pare scenarios new
pare scenarios new late_train --apps email,calendar --category scheduling
pare scenarios new late_train --apps messaging --category communication --folder my_scenarios"""
SCHEMA = Path("docs", "schemas", "scenario.schema.json")
NO_PATTERN = "none"


def add(group: Commands) -> None:
    new = add_command(group, "new", new_scenario, ABOUT, EXAMPLES, more=_possible_values)
    new.add_argument("scenario", metavar="ID", nargs="?", help="id of the scenario, such as late_train")
    new.add_argument("--title", metavar="T", help="default: made from the id")
    new.add_argument("--apps", metavar="A", help="apps on the phone, with commas between them")
    new.add_argument("--category", metavar="C", help="what kind of help it is about")
    new.add_argument("--pattern", metavar="P", help="how the need shows; default: none")
    new.add_argument("--owner-name", metavar="N", help="whose phone it is")
    new.add_argument("--time-zone", metavar="Z", help="where the owner lives, such as Europe/Luxembourg")
    new.add_argument("--start", metavar="TIME", help="local date and time at which it begins: 2026-03-05 08:20")
    place = new.add_mutually_exclusive_group()
    place.add_argument("--file", metavar="FILE", help="write this file; it must be called ID.yaml")
    place.add_argument(
        "--folder",
        metavar="DIR",
        help="write ID.yaml into this folder; default: the first of your own in PARE_SCENARIOS_DIR, "
        "otherwise benchmark/scenarios of the project",
    )
    new.set_defaults(wrong_use=new.error)


def new_scenario(args: argparse.Namespace, console: Console) -> int:
    from simulator.scenario.load import ScenarioError, load_text
    from simulator.scenario.template import new_scenario_text

    interview = Interview(console)
    _refuse_gaps(args, interview)
    scenario = _id(args, interview)
    file = _target(args, scenario)
    text = new_scenario_text(_wanted(scenario, args, interview), way_to_schema(file.parent))
    try:
        load_text(text, file.name)
    except ScenarioError as error:
        raise Trouble("So the file would not load, and nothing was written.", *map(str, error.faults)) from None
    _write(file, text)
    console.raw(f"wrote {safe(str(file))}\n")
    console.say("Write what it marks with FILL IN, then see what is still missing:")
    console.raw(f"  pare scenarios check {safe(shlex.quote(str(file)))}\n")
    return OK


def _possible_values() -> str:
    from simulator.scenario.schema import CATEGORIES, PATTERNS
    from simulator.scenario.template.wanted import known_apps

    values = {"apps": known_apps(), "categories": CATEGORIES, "patterns": PATTERNS}
    return help_section("values", {name: ", ".join(several) for name, several in values.items()})


def _refuse_gaps(args: argparse.Namespace, interview: Interview) -> None:
    needed = {"ID": args.scenario, "--apps": args.apps, "--category": args.category}
    missing = [name for name, value in needed.items() if value is None]
    if missing and not interview.possible:
        from simulator.phone.wording import spoken

        args.wrong_use(f"without a terminal nothing can be asked, so give {spoken(missing)} too")


def _id(args: argparse.Namespace, interview: Interview) -> str:
    from simulator.scenario.template.wanted import read_id

    taken = library().ids()
    meant = "" if args.file is None else Path(args.file).stem
    return interview.value(args.scenario, "id, such as late_train", meant, lambda text: read_id(text, taken))


def _wanted(scenario: str, args: argparse.Namespace, interview: Interview) -> Wanted:
    from simulator.scenario.schema import CATEGORIES, PATTERNS
    from simulator.scenario.template import wanted

    ask, apps = interview.value, wanted.known_apps()
    first = "email" if "email" in apps else apps[0]
    chosen = ask(args.apps, "apps on the phone, with commas", first, wanted.read_apps, apps)
    usual = wanted.usual_category(chosen)
    category = ask(args.category, "category", usual, wanted.read_category, CATEGORIES)
    pattern = ask(args.pattern, "pattern", NO_PATTERN, _read_pattern, PATTERNS)
    title = ask(args.title, "title", wanted.usual_title(scenario), lambda text: wanted.read_text(text, "title"))
    owner = ask(args.owner_name, "owner's name", wanted.DEFAULT_OWNER, lambda text: wanted.read_text(text, "name"))
    zone = ask(args.time_zone, "owner's time zone", wanted.DEFAULT_TIME_ZONE, wanted.read_time_zone)
    start = ask(args.start, "it starts at", wanted.DEFAULT_START, lambda text: wanted.read_start(text, zone))
    return wanted.Wanted(scenario, title, chosen, category, pattern, owner, zone, start)


def _read_pattern(text: str) -> str | None:
    from simulator.scenario.template.wanted import read_pattern

    return None if text.strip() == NO_PATTERN else read_pattern(text)


def _target(args: argparse.Namespace, scenario: str) -> Path:
    name = f"{scenario}.yaml"
    try:
        file = _place(args, name)
        taken = file.resolve().exists() or file.is_symlink()
    except (OSError, RuntimeError, ValueError) as error:
        place = args.file or args.folder
        raise Trouble(f"No file can lie at {place}: {getattr(error, 'strerror', None) or error}.") from None
    if file.name != name:
        raise Trouble(f"A file is called like its scenario: write --file {file.parent / name}, or choose another id.")
    if taken:
        raise Trouble(f"There is a file {file} already; choose another id or another folder.")
    return file


def _place(args: argparse.Namespace, name: str) -> Path:
    if args.file is not None:
        return Path(args.file).expanduser()
    return (own_folder() if args.folder is None else Path(args.folder).expanduser()) / name


def own_folder() -> Path:
    """Where an author's scenarios lie unless they say otherwise."""
    from simulator.scenario.folders import SCENARIOS, FolderError, benchmark_folder, scenario_folders

    shipped = (benchmark_folder() / "scenarios").resolve()
    try:
        own = [folder for folder in scenario_folders(os.environ) if folder.resolve() != shipped]
    except FolderError as error:
        raise Trouble(str(error)) from None
    if not own and not (_project() / SCHEMA).is_file():
        # An installed package is no place for one's own files.
        raise Trouble(f"Say where it shall lie: --folder my_scenarios, or name your folder in {SCENARIOS}.")
    return _from_here(own[0] if own else shipped)


def _from_here(folder: Path) -> Path:
    """Shorter to read where the folder lies below the current one."""
    here = Path.cwd().resolve()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder


def _project() -> Path:
    from simulator.scenario.folders import benchmark_folder

    return benchmark_folder().parent.resolve()


def way_to_schema(folder: Path) -> str | None:
    """As editors want it, relative to the file; none outside the project."""
    project, place = _project(), folder.resolve()
    if not place.is_relative_to(project) or not (project / SCHEMA).is_file():
        return None
    return Path(*[".."] * len(place.relative_to(project).parts), SCHEMA).as_posix()


def _write(file: Path, text: str) -> None:
    """The whole file or none, and never over another."""
    made = False
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as out:
            made = True
            out.write(text)
    except BaseException as error:
        if made:
            file.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise Trouble(f"{file} cannot be written: {error.strerror or error}.") from None
        raise
