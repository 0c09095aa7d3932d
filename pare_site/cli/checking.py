"""`pare scenarios check`: runs the proofs, shows how far they are, and tells what survived."""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from benchmark.baselines import baselines
from benchmark.proofs.check import StoryReport
from benchmark.proofs.survey import Survey, check_stories
from pare_site.cli.check_page import Chosen, as_json, show_baselines, show_survey
from pare_site.cli.check_table import write_table
from pare_site.cli.exits import FAILED, OK, Trouble
from pare_site.cli.finding import filtered, library, load_story
from pare_site.cli.output import Console, counted
from simulator.scenario.load import Fault, ScenarioError
from simulator.scenario.story import Story

OnDone = Callable[[StoryReport], None]


def check(args: argparse.Namespace, console: Console) -> int:
    chosen = _chosen(args)
    if not chosen.stories and not chosen.faults:
        raise Trouble("There is nothing to check: no scenario fits.")
    workers = min(args.workers or os.cpu_count() or 1, max(len(chosen.stories), 1))
    with _quiet_children(), _progress(console, len(chosen.stories)) as on_done:
        survey = check_stories(chosen.stories, workers, on_done) if chosen.stories else Survey([])
        ready = [story for story in chosen.stories if story.scenario.status == "ready"]
        compared = baselines(ready, workers) if args.baselines else []
    if args.table is not None:
        write_table(args.table, survey, chosen.stories, compared)
    if args.json:
        console.json(as_json(survey, chosen, compared))
    else:
        show_survey(console, survey, chosen, args.verbose)
        show_baselines(console, compared)
    return FAILED if survey.failed or chosen.faults else OK


def _chosen(args: argparse.Namespace) -> Chosen:
    if not args.scenario:
        shelf = library()
        return Chosen(filtered(shelf, args), shelf.faults())
    stories: dict[str, Story] = {}
    faults: list[Fault] = []
    for name in args.scenario:
        try:
            story = load_story(name)
        except ScenarioError as error:
            faults += error.faults
            continue
        first = stories.setdefault(story.id, story).file
        if not Path(first).samefile(story.file):
            faults.append(Fault(story.file, None, "id", f"'{story.id}' is the id of {first} too; check one at a time"))
    return Chosen(list(stories.values()), faults)


@contextmanager
def _quiet_children() -> Iterator[None]:
    """Ctrl-C reaches every process; those that were forked finish what they are at and leave the rest to this one."""
    own = os.getpid()

    def interrupted(number: int, frame: FrameType | None) -> None:
        if os.getpid() == own:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress(console: Console, total: int) -> Iterator[OnDone]:
    """A bar on a terminal, otherwise a line for each scenario; both on standard error."""
    if console.err_on_terminal:
        from tqdm import tqdm

        with tqdm(total=total, unit="scenario", leave=False, dynamic_ncols=True) as bar:

            def advance(report: StoryReport) -> None:
                bar.set_postfix_str(report.scenario, refresh=False)
                bar.update()

            yield advance
        return
    done = 0

    def tell(report: StoryReport) -> None:
        nonlocal done
        done += 1
        failures = sum(len(proof.failures) for proof in report.proofs)
        console.remark(f"[{done}/{total}] {report.scenario}: {counted(failures, 'failure') if failures else 'done'}")

    yield tell
