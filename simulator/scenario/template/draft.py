"""A new scenario, put together from what its author wants and from what the apps themselves declare."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from simulator.phone import when
from simulator.phone.app import App
from simulator.phone.people import Owner, Person
from simulator.phone.plot import Plot
from simulator.scenario.base import TO_DO
from simulator.scenario.schema import PATTERNS
from simulator.scenario.template.aims import claim_after
from simulator.scenario.template.calls import Deed, example_event, example_write
from simulator.scenario.template.fillers import words
from simulator.scenario.template.page import HELP, PAGE, SILENCE
from simulator.scenario.template.seeds import Entry, Example, example_of
from simulator.scenario.template.spelling import block, commented, item, spelled
from simulator.scenario.template.stage import Stage
from simulator.scenario.template.wanted import Wanted, address_of

EVENT, NEED, START = "news", "help", "start"
_WIDTH = 110
_ALTERNATIVE = """\
alternatives:
  - say: FILL IN what is different, in a few words
    replace:
      offer: FILL IN the same offer in other words"""
_NEAR_MISS = """\
near_misses:
  - say: FILL IN the mistake, in a few words
    replace:
      offer: FILL IN an offer of the wrong thing"""


def new_scenario_text(wanted: Wanted, schema: str | None = None) -> str:
    """`schema`: the way from the file to the JSON schema with which editors complete and check it."""
    owner = Owner(name=wanted.owner_name, email=address_of(wanted.owner_name), time_zone=wanted.time_zone)
    start = when.parse_author_time(wanted.start, 0, when.zone(wanted.time_zone))
    stage = Stage(wanted.id, owner, _friend(wanted.id), wanted.apps, start)
    apps = [stage.apps[name] for name in wanted.apps]
    world = _world(apps, stage)
    event = example_event(apps, stage)
    return PAGE.substitute(
        schema="" if schema is None else f"# yaml-language-server: $schema={schema}\n",
        id=wanted.id,
        title=spelled(wanted.title),
        category=wanted.category,
        pattern=_pattern(wanted.pattern),
        owner="\n".join(block(_owner_fields(owner), "  ")),
        start=spelled(wanted.start),
        apps=spelled(list(wanted.apps)),
        people="\n".join(item(_person_fields(stage.person), "  ")),
        world=world,
        path=_path(apps),
        timeline=_timeline(event, apps),
        ending=SILENCE if wanted.pattern == "silence" else _help(apps, stage, START if event is None else EVENT),
    )


def _help(apps: Sequence[App], stage: Stage, evident: str) -> str:
    # Help that is given in another app than the one with the news makes the better story.
    write = example_write(reversed(apps), stage)
    goal = {"for": NEED, "say": words("what is true then"), **claim_after(write, stage)}
    return HELP.substitute(
        need=NEED,
        evident=evident,
        goals="\n".join(item(goal, "  ")),
        write=_write(write),
        alternatives="\n".join(commented(_ALTERNATIVE.splitlines())),
        near_misses="\n".join(commented(_NEAR_MISS.splitlines())),
    )


def _friend(scenario: str) -> Person:
    (user_id,) = Plot.person_ids(scenario, 1)
    return Person(
        label="friend",
        name="Robin Falk",
        email=address_of("Robin Falk"),
        phone="+352 20 555 0101",
        user_id=user_id,
    )


def _owner_fields(owner: Owner) -> dict[str, str]:
    about = words("who this is, such as age, work and manner")
    return {"name": owner.name, "email": owner.email, "time_zone": owner.time_zone, "about": about}


def _person_fields(person: Person) -> dict[str, str]:
    return {"label": person.label, "name": person.name, "email": person.email, "phone": person.phone}


def _pattern(pattern: str | None) -> str:
    if pattern is not None:
        return f"pattern: {pattern}"
    return "\n".join(_wrapped(f"pattern: {TO_DO}, or leave it out: {', '.join(PATTERNS)}", ""))


def _world(apps: Sequence[App], stage: Stage) -> str:
    """The items of all apps; they are planted one after the other, so that later ones may speak of earlier ones."""
    lines: list[str] = []
    planted: dict[str, list[Entry]] = {}
    for app in apps:
        example = None if app.seed is None else example_of(app.name, planted, stage)
        if example is None:
            lines += _wrapped(f"{app.name}: {TO_DO}; no example could be worked out", "  ")
        else:
            planted[app.name] = [example.entry]
            lines += _app_items(app.name, example)
    return "\n".join(["" if planted else " {}", *lines])


def _app_items(app: str, example: Example) -> list[str]:
    also = _wrapped(f"it may also have: {', '.join(example.others)}", "      ") if example.others else []
    return [f"  {app}:", *item(example.entry, "    "), *also]


def _path(apps: Iterable[App]) -> str:
    shown = next((app.name for app in apps if app.screens), None)
    return "  path: []" if shown is None else f"  path:\n    - {{see: {shown}}}"


def _timeline(event: Deed | None, apps: Iterable[App]) -> str:
    if event is None:
        return "# None of these apps has events, so the need is evident from the start.\ntimeline: []"
    fields = {"label": EVENT, "after": "start + 40s", "do": event.name}
    lines = ["timeline:", *item(fields, "  ")]
    lines += ["    with:", *block(event.args, "      ")] if event.args else []
    if event.tried.done.error is not None:
        lines += _wrapped(
            f"{TO_DO} the arguments; with these it cannot happen: {event.tried.done.error.message}", "    "
        )
    others = [f"{app.name}.{name}" for app in apps for name in app.events if f"{app.name}.{name}" != event.name]
    return "\n".join([*lines, *(_wrapped(f"other events: {', '.join(others)}", "  ") if others else [])])


def _write(write: Deed | None) -> str:
    if write is None:
        return "  # These apps have nothing to write to; the help is what the report says."
    call = [f"  - {write.name}:", *block(write.args, "      ")] if write.args else [f"  - {write.name}: {{}}"]
    about = f"{TO_DO}: the calls that help, such as the one below; `pare apps show {write.action.app}` lists them"
    return "\n".join([*_wrapped(about, "  "), *commented(call, "  ")])


def _wrapped(text: str, indent: str) -> list[str]:
    """A comment of as many lines as it takes."""
    lead = f"{indent}# "
    return textwrap.wrap(text, _WIDTH, initial_indent=lead, subsequent_indent=lead, break_long_words=False)
