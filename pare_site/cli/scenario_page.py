"""`pare scenarios show`: prints a scenario for its author, with the labels, times and action names of the file.

`simulator.showing.scenario_words` describes a scenario for people who do not know the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pare_site.cli.output import Console
from pare_site.cli.value_text import short
from simulator.scenario.schema import Alternative, EventPart, Need, OfferAnswer, PathStep, SolutionStep
from simulator.scenario.story import Story
from simulator.showing.goal_words import goal_words, mentions_words, ruling_words
from simulator.showing.scenario_words import record_counts
from simulator.words import times
from simulator.words.english import counted, spoken

# Authors check the texts of mails here, so more of each argument is shown than in the play-by-play.
_LONGEST_ARGUMENT = 400


def show_story(console: Console, story: Story) -> None:
    """Print a scenario: the phone, the timeline, the user, needs, goals and the solution."""
    _show_top(console, story)
    _show_phone(console, story)
    _show_happenings(console, story)
    _show_needs(console, story)
    _show_judging(console, story)
    _show_solution(console, story)


def _show_top(console: Console, story: Story) -> None:
    part = story.scenario
    console.say(part.title, style="bold")
    tags = f" · {', '.join(part.tags)}" if part.tags else ""
    pattern = f" · {part.pattern}" if part.pattern else ""
    console.say(f"{part.id} · {part.status} · {part.category}{pattern}{tags}")
    console.say(f"difficulty {part.difficulty.rating}: {part.difficulty.because}")
    console.say(story.file, style="dim")
    if part.about:
        console.say()
        console.say(part.about)


def _show_phone(console: Console, story: Story) -> None:
    part, start = story.scenario, story.blank.show(story.start)
    console.heading("Phone")
    about = f" {part.owner.about}" if part.owner.about else ""
    console.say(f"{part.owner.name} <{part.owner.email}>, {part.owner.time_zone}.{about}", prefix="  owner   ")
    end = f" to {story.blank.show(story.end)}" if story.end is not None else ""
    console.say(f"{times.dated_weekday(start)} {start[11:16]}{end}, {counted(part.turns, 'turn')}", prefix="  time    ")
    apps = ", ".join(f"{name} ({_counts(kinds)})" for name, kinds in record_counts(story).items())
    console.say(apps, prefix="  apps    ")
    people = [f"{person.name} ({person.email or person.phone or 'no address'})" for person in part.people]
    console.say(", ".join(people) or "nobody else", prefix="  people  ")


def _show_happenings(console: Console, story: Story) -> None:
    console.heading("Timeline")
    for event in story.scenario.timeline:
        does = f"{event.do}{_arguments(event.args)}"
        console.say(f"{_trigger(event)}: {does}", prefix=f"  {event.label}  ", prefix_style="environment")
    if not story.scenario.timeline:
        console.say("  No events.")
    console.heading("User")
    console.say(story.scenario.user.goal, prefix="  ")
    for step in story.scenario.user.path:
        console.say(_path_step(step), prefix="  ● ", prefix_style="user")


def _show_needs(console: Console, story: Story) -> None:
    console.heading("Needs")
    for need in story.scenario.needs:
        console.say(_need(need), prefix=f"  {need.label}  ", prefix_style="bold")
        for answer in need.answer:
            console.say(_answer(answer), prefix="    ● ", prefix_style="user")
    if story.scenario.silent:
        console.say("  None: the assistant should say and do nothing.")
    console.say(f"Answer to any other offer: “{story.scenario.otherwise}”", prefix="  ● ", prefix_style="user")


def _show_judging(console: Console, story: Story) -> None:
    part = story.scenario
    console.heading("Goals")
    for name, formula in part.derived.items():
        console.say(f"{name} = {formula}", prefix="  ", style="dim")
    for goal in part.goals:
        console.say(goal_words(goal), prefix="  · ")
    if not part.goals:
        console.say("  None.")
    for word, rulings in (("allowed", part.allowed), ("forbidden", part.forbidden)):
        for ruling in rulings:
            console.say(f"{word}: {ruling_words(ruling)}", prefix="  · ")
    noun = "unneeded offer" if part.offers.at_most is None else "offer"
    console.say(f"at most {counted(part.tolerated_offers, noun)}", prefix="  · ")


def _show_solution(console: Console, story: Story) -> None:
    part = story.scenario
    console.heading("Solution")
    for number, step in enumerate(part.solution, 1):
        console.say(_solution_step(step), prefix=f"  {number}. ")
    if not part.solution:
        console.say("  Say and do nothing.")
    _show_ways(console, "Other correct solutions", part.alternatives)
    _show_ways(console, "Near misses: solutions that look right but are wrong", part.near_misses)


def _show_ways(console: Console, heading: str, ways: Sequence[Alternative]) -> None:
    if ways:
        console.heading(heading)
    for way in ways:
        replaced = (
            f" (other {spoken(way.replace)})" if way.replace else f" ({counted(len(way.solution or []), 'step')})"
        )
        console.say(f"{way.say}{replaced}", prefix="  · ")


def _counts(kinds: Mapping[str, int]) -> str:
    return ", ".join(counted(number, kind.replace("_", " ")) for kind, number in kinds.items()) or "empty"


def _trigger(event: EventPart) -> str:
    if event.at is not None:
        text = f"at {event.at}"
    elif event.after is not None:
        text = f"after {event.after}"
    else:
        assert event.when is not None
        # Conditions are printed with the labels of the scenario file, so that the author finds them there.
        text = f"{f'{event.delay} after' if event.delay else 'once'} {goal_words(event.when)}"
    text += f", not after {event.until}" if event.until else ""
    return text + (f", unless {goal_words(event.unless)}" if event.unless else "")


def _path_step(step: PathStep) -> str:
    what = "puts the phone down"
    if step.see is not None:
        what = f"looks at {step.see}"
    elif step.do is not None:
        what = f"does {step.do}{f' on {step.on}' if step.on else ''}{_arguments(step.args)}"
    return f"{what}, after {step.after}" if step.after else what


def _need(need: Need) -> str:
    late = f"; too late after {need.too_late_after}" if need.too_late_after else ""
    if need.welcome is not None:
        offer = f"An offer is welcome if it mentions {mentions_words(need.welcome.mentions)}."
        return f"evident after {spoken(need.evident_after)}{late}. {offer}"
    early = f"not before {spoken(need.not_before.event)}{late}" if need.not_before is not None else late.lstrip("; ")
    return f"{early}{'. ' if early else ''}An offer {need.say}."


def _answer(answer: OfferAnswer) -> str:
    # Exactly one of the three is given; an empty text is a valid answer.
    kind, text = next((k, t) for k in ("accept", "change", "reject") if (t := getattr(answer, k)) is not None)
    said = {"accept": "accepts", "change": "accepts with a change", "reject": "rejects it"}[kind]
    before = f"before {answer.before}, " if answer.before else ""
    look = f"first looks at {answer.look}, then " if answer.look else ""
    return f"{before}{look}{said}: “{text}”" if text else f"{before}{look}{said}"


def _solution_step(step: SolutionStep) -> str:
    if step.call is not None:
        name = f" as {step.name}" if step.name else ""
        return f"{step.call}{_arguments(step.args)}{name}{', which fails' if step.fails else ''}"
    if step.wait is not None:
        return f"waits for {step.wait}"
    return f"offers: “{step.offer}”" if step.offer is not None else f"reports: “{step.report}”"


def _arguments(args: Mapping[str, Any]) -> str:
    shown = ", ".join(f"{name}: {short(value, {}, _LONGEST_ARGUMENT)}" for name, value in args.items())
    return f" ({shown})" if shown else ""
