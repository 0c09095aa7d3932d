"""`pare scenarios new`: writes a new scenario file for an author to fill in."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console, safe
from pare_site.cli.parser import Commands, add_command, help_section
from pare_site.cli.scenario_lookup import library
from pare_site.cli.terminal_questions import Interview

if TYPE_CHECKING:
    from simulator.scenario.template import AuthorChoices

ABOUT = """\
create a scenario file to fill in

Writes a file that loads, with every part explained and FILL IN wherever you have to write something. On a terminal,
the command asks for values that you do not give as arguments. Existing files are never overwritten."""
EXAMPLES = """\
pare scenarios new
pare scenarios new late_train --apps email,calendar --category scheduling
pare scenarios new late_train --apps messaging --category communication --folder my_scenarios"""
SCHEMA = Path("docs", "schemas", "scenario.schema.json")
NO_PATTERN = "none"


def add(group: Commands) -> None:
    """Add `pare scenarios new` to the parser."""
    new = add_command(group, "new", new_scenario, ABOUT, EXAMPLES, more=_possible_values)
    new.add_argument("scenario", metavar="ID", nargs="?", help="id of the scenario, such as late_train")
    new.add_argument("--title", metavar="T", help="title of the scenario; default: made from the id")
    new.add_argument("--apps", metavar="A", help="apps on the phone, separated by commas")
    new.add_argument("--category", metavar="C", help="kind of help that the scenario is about")
    new.add_argument("--pattern", metavar="P", help="how the need becomes evident; default: none")
    new.add_argument("--owner-name", metavar="N", help="name of the phone's owner")
    new.add_argument("--time-zone", metavar="Z", help="time zone of the owner, such as Europe/Luxembourg")
    new.add_argument("--start", metavar="TIME", help="local date and time of the start, such as 2026-03-05 08:20")
    place = new.add_mutually_exclusive_group()
    place.add_argument("--file", metavar="FILE", help="write this file; it must be named ID.yaml")
    place.add_argument(
        "--folder",
        metavar="DIR",
        help="write ID.yaml into this folder; default: your first folder in PARE_SCENARIOS_DIR, "
        "otherwise benchmark/scenarios of the project",
    )
    new.set_defaults(wrong_use=new.error)


def new_scenario(args: argparse.Namespace, console: Console) -> int:
    """Run `pare scenarios new` and return the exit code."""
    from simulator.scenario.load import ScenarioError, load_text
    from simulator.scenario.template import new_scenario_text

    interview = Interview(console)
    _refuse_gaps(args, interview)
    scenario = _id(args, interview)
    file = _target(args, scenario)
    text = new_scenario_text(_wanted(scenario, args, interview), way_to_schema(file.parent))
    # An author should never start from a file that is broken before the first edit.
    try:
        load_text(text, file.name)
    except ScenarioError as error:
        raise Trouble("The new file would have errors, so nothing was written:", *map(str, error.faults)) from None
    _write(file, text)
    console.raw(f"wrote {safe(str(file))}\n")
    console.say("Replace every FILL IN, then check the file:")
    console.raw(f"  pare scenarios check {safe(shlex.quote(str(file)))}\n")
    return OK


def _possible_values() -> str:
    from simulator.scenario.schema import CATEGORIES, PATTERNS
    from simulator.scenario.template.choices import known_apps

    values = {"apps": known_apps(), "categories": CATEGORIES, "patterns": PATTERNS}
    return help_section("values", {name: ", ".join(several) for name, several in values.items()})


def _refuse_gaps(args: argparse.Namespace, interview: Interview) -> None:
    needed = {"ID": args.scenario, "--apps": args.apps, "--category": args.category}
    missing = [name for name, value in needed.items() if value is None]
    if missing and not interview.possible:
        from simulator.words.english import spoken

        args.wrong_use(f"give {spoken(missing)}; there is no terminal to ask on")


def _id(args: argparse.Namespace, interview: Interview) -> str:
    from simulator.scenario.template.choices import read_id

    taken = library().ids()
    meant = "" if args.file is None else Path(args.file).stem
    return interview.value(args.scenario, "id, such as late_train", meant, lambda text: read_id(text, taken))


def _wanted(scenario: str, args: argparse.Namespace, interview: Interview) -> AuthorChoices:
    from simulator.scenario.schema import CATEGORIES, PATTERNS
    from simulator.scenario.template import choices

    ask, apps = interview.value, choices.known_apps()
    first = "email" if "email" in apps else apps[0]
    chosen = ask(args.apps, "apps on the phone, separated by commas", first, choices.read_apps, apps)
    usual = choices.usual_category(chosen)
    category = ask(args.category, "category", usual, choices.read_category, CATEGORIES)
    pattern = ask(args.pattern, "pattern", NO_PATTERN, _read_pattern, PATTERNS)
    title = ask(args.title, "title", choices.usual_title(scenario), lambda text: choices.read_text(text, "title"))
    owner = ask(args.owner_name, "owner's name", choices.DEFAULT_OWNER, lambda text: choices.read_text(text, "name"))
    zone = ask(args.time_zone, "owner's time zone", choices.DEFAULT_TIME_ZONE, choices.read_time_zone)
    start = ask(args.start, "it starts at", choices.DEFAULT_START, lambda text: choices.read_start(text, zone))
    return choices.AuthorChoices(scenario, title, chosen, category, pattern, owner, zone, start)


def _read_pattern(text: str) -> str | None:
    from simulator.scenario.template.choices import read_pattern

    return None if text.strip() == NO_PATTERN else read_pattern(text)


def _target(args: argparse.Namespace, scenario: str) -> Path:
    name = f"{scenario}.yaml"
    try:
        file = _place(args, name)
        # A symbolic link that leads nowhere does not exist for `exists`, but writing would follow it.
        taken = file.resolve().exists() or file.is_symlink()
    except (OSError, RuntimeError, ValueError) as error:
        place = args.file or args.folder
        reason = getattr(error, "strerror", None) or error
        raise Trouble(f"Cannot write to {place}: {reason}. Choose a different file or folder.") from None
    if file.name != name:
        raise Trouble(
            f"The file must be named after its scenario: write --file {file.parent / name}, or choose a different id."
        )
    if taken:
        raise Trouble(f"{file} already exists; choose a different id or a different folder.")
    return file


def _place(args: argparse.Namespace, name: str) -> Path:
    if args.file is not None:
        return Path(args.file).expanduser()
    return (own_folder() if args.folder is None else Path(args.folder).expanduser()) / name


def own_folder() -> Path:
    """Return the folder for new scenarios: the first in PARE_SCENARIOS_DIR that is not built in, else the project's.

    Raises Trouble if a folder is missing, or if none is set and PARE Studio is an installed package.
    """
    from simulator.scenario.scenario_files import SCENARIOS, FolderError, benchmark_folder, scenario_folders

    shipped = (benchmark_folder() / "scenarios").resolve()
    try:
        own = [folder for folder in scenario_folders(os.environ) if folder.resolve() != shipped]
    except FolderError as error:
        raise Trouble(str(error)) from None
    if not own and not (_project() / SCHEMA).is_file():
        # Without the docs this is an installed package, whose folder is replaced by the next installation.
        raise Trouble(f"No folder is set for new scenarios. Give one with --folder my_scenarios, or set {SCENARIOS}.")
    return _from_here(own[0] if own else shipped)


def _from_here(folder: Path) -> Path:
    """Return a folder as a path relative to the current folder if it lies below; otherwise return it unchanged."""
    here = Path.cwd().resolve()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder


def _project() -> Path:
    from simulator.scenario.scenario_files import benchmark_folder

    return benchmark_folder().parent.resolve()


def way_to_schema(folder: Path) -> str | None:
    """Return the relative path from a folder to the JSON schema, for editors; None outside the project."""
    project, place = _project(), folder.resolve()
    if not place.is_relative_to(project) or not (project / SCHEMA).is_file():
        return None
    return Path(*[".."] * len(place.relative_to(project).parts), SCHEMA).as_posix()


def _write(file: Path, text: str) -> None:
    """Write a new file, and delete it again if writing fails. Raises Trouble."""
    made = False
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # "x" fails if another process has created the file since it was checked.
        with file.open("x", encoding="utf-8") as out:
            made = True
            out.write(text)
    except BaseException as error:
        # Ctrl-C too must not leave half a file, which the next attempt would refuse to overwrite.
        if made:
            file.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise Trouble(f"{file} cannot be written: {error.strerror or error}. Choose a different folder.") from None
        raise
