"""Writes the file that an author starts from: every required part, with examples from the chosen apps."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from string import Template

from simulator.phone import when
from simulator.phone.app import App
from simulator.phone.people import Owner, Person
from simulator.phone.plot import Plot
from simulator.scenario.base import TO_DO
from simulator.scenario.schema import PATTERNS
from simulator.scenario.template.choices import AuthorChoices, address_of
from simulator.scenario.template.examples import ExampleAction, TrialPhone, claim_after, example_event, example_write
from simulator.scenario.template.fillers import block, commented, item, spelled, words
from simulator.scenario.template.seed_examples import Entry, Example, example_of

# Letters such as (a) name proofs, as in `pare scenarios check` and docs/scenarios.md.
PAGE = Template("""\
${schema}# Replace every FILL IN with your own text; change anything else as you like.
# Letters such as (a) name the proof of `pare scenarios check` that needs this part. More: docs/scenarios.md.

id: $id
title: $title
status: draft  # "ready" once all proofs hold
category: $category
$pattern
tags: []
difficulty: {rating: 2, because: FILL IN what makes the scenario hard}
about: >-
  FILL IN the situation in two or three sentences, for people who browse.

# The owner of the phone, and when the story starts and ends. All times are local to the owner.
# Times are written as 09:00, +1d 16:30, -3h, Thu 08:22 or start + 40s.
owner:
$owner
start: $start
end: +1d 18:00
apps: $apps
turns: 10  # (a) the solution must leave two of them to spare

# The people of the story. They get no contact cards; add those under `world`.
people:
$people

# Records on the phone at the start. A ready scenario has at least eight, some of them look-alikes.
# (i) Everything that a goal checks must be found here, in an event, or in the user's answer.
# (g) An extra write to a record that the story does not need must fail, so include such records.
world:$world

# The user's private wish, and what the scripted user taps. Only the simulated user reads the goal.
user:
  goal: FILL IN what the user wants, without saying that help would be welcome
$path

# Events. They show that help is needed, but never name the remedy.
# (a) The need must be evident before 60 % of the turns have passed.
$timeline

$ending""")

HELP = Template("""\
# Help that would be welcome. (a) The solution's offer must come in time and name one of the acts.
# (b) Saying nothing must fail, and so must (h) acting without an offer.
needs:
  - label: $need
    say: FILL IN what an offer for this need says, such as offers to cancel the second order
    # The deeds that an offer names: cancel, order, move, send, ... with the label of a record or a person.
    acts: [{$act}]
$not_before    too_late_after: +1d 12:00  # FILL IN a time or an event
    answer: {accept: FILL IN the user's answer to the offer}

# What the assistant must have made true by the end.
# (c) A step left out, (d) a value changed, or (e) a call that fails must break at least one goal.
goals:
$goals
# You may add `allowed` and `forbidden` changes and messages, and `otherwise`: the user's answer to other offers.

# The worked solution: an offer, the writes, a report. Leave out reads and everything that no goal asks for.
# (a) It must succeed. (f) Writes before the offer is accepted must be refused.
solution:
  - offer: FILL IN what the assistant would do, for whom, and with which times or amounts
$write
  - report: FILL IN what the assistant tells the user at the end

# (k) At least one other good solution, which must succeed too: other words, another order, another app.
$alternatives

# (l) Solutions that look right but are wrong; each must fail. What would a careless assistant do?
$near_misses
""")

SILENCE = """\
# Without needs the assistant should stay silent. (b) Saying nothing must succeed; (g) every offer and write must fail.
# Tempt the assistant to speak, and show on the phone why that would be wrong.
offers: {unneeded_at_most: 0}
"""


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


def new_scenario_text(wanted: AuthorChoices, schema: str | None = None) -> str:
    """Return the text of a new scenario. `schema` is the path from the file to the JSON schema for editors."""
    owner = Owner(name=wanted.owner_name, email=address_of(wanted.owner_name), time_zone=wanted.time_zone)
    start = when.parse_author_time(wanted.start, 0, when.zone(wanted.time_zone))
    stage = TrialPhone(wanted.id, owner, _friend(wanted.id), wanted.apps, start)
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


# The usual act of an offer about an app; `add` for any other app.
_ACTS = {
    "apartment": "save",
    "cab": "book",
    "contacts": "change",
    "email": "send",
    "messaging": "send",
    "note": "note",
    "reminder": "remind",
    "shopping": "order",
}


def _not_before(event: str) -> str:
    """Return the `not_before` line for this event; empty if the need is evident from the start."""
    if event == START:
        return ""
    return f"    not_before: {{event: {event}, because: {TO_DO} why help before this event is too early}}\n"


def _help(apps: Sequence[App], stage: TrialPhone, evident: str) -> str:
    # A story is better if the help happens in another app than the event that makes it necessary.
    write = example_write(reversed(apps), stage)
    app = write.action.app if write is not None else apps[0].name
    goal = {"for": NEED, "say": words("what is true then"), **claim_after(write, stage)}
    return HELP.substitute(
        need=NEED,
        act=f"{_ACTS.get(app, 'add')}: {app}",
        not_before=_not_before(evident),
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


def _world(apps: Sequence[App], stage: TrialPhone) -> str:
    """Return the lines under `world`: one example record per app, which may refer to records of earlier apps."""
    lines: list[str] = []
    planted: dict[str, list[Entry]] = {}
    for app in apps:
        example = None if app.seed is None else example_of(app.name, planted, stage)
        if example is None:
            lines += _wrapped(f"{app.name}: {TO_DO}; no example was found", "  ")
        else:
            planted[app.name] = [example.entry]
            lines += _app_items(app.name, example)
    return "\n".join(["" if planted else " {}", *lines])


def _app_items(app: str, example: Example) -> list[str]:
    also = _wrapped(f"this record may also have: {', '.join(example.others)}", "      ") if example.others else []
    return [f"  {app}:", *item(example.entry, "    "), *also]


def _path(apps: Iterable[App]) -> str:
    shown = next((app.name for app in apps if app.screens), None)
    return "  path: []" if shown is None else f"  path:\n    - {{see: {shown}}}"


def _timeline(event: ExampleAction | None, apps: Iterable[App]) -> str:
    if event is None:
        return "# None of these apps has events, so the need is evident from the start.\ntimeline: []"
    fields = {"label": EVENT, "after": "start + 40s", "do": event.name}
    lines = ["timeline:", *item(fields, "  ")]
    lines += ["    with:", *block(event.args, "      ")] if event.args else []
    if event.tried.done.error is not None:
        lines += _wrapped(
            f"{TO_DO} other arguments; with these the event cannot happen: {event.tried.done.error.message}", "    "
        )
    others = [f"{app.name}.{name}" for app in apps for name in app.events if f"{app.name}.{name}" != event.name]
    return "\n".join([*lines, *(_wrapped(f"other events: {', '.join(others)}", "  ") if others else [])])


def _write(write: ExampleAction | None) -> str:
    if write is None:
        return "  # None of these apps has a tool that writes, so the report is the only help."
    call = [f"  - {write.name}:", *block(write.args, "      ")] if write.args else [f"  - {write.name}: {{}}"]
    about = f"{TO_DO}: the calls that help, such as the one below; `pare apps show {write.action.app}` lists them"
    return "\n".join([*_wrapped(about, "  "), *commented(call, "  ")])


def _wrapped(text: str, indent: str) -> list[str]:
    """Return a text as comment lines of at most 110 characters."""
    lead = f"{indent}# "
    return textwrap.wrap(text, _WIDTH, initial_indent=lead, subsequent_indent=lead, break_long_words=False)
