"""`pare scenarios check`: runs the proofs, shows how far they are, and tells what survived."""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from benchmark.proofs.check import StoryReport
from benchmark.proofs.survey import Survey, check_files
from pare_site.cli.check_page import Chosen, as_json, show_survey
from pare_site.cli.exits import FAILED, OK, Trouble
from pare_site.cli.finding import filtered, library, load_story
from pare_site.cli.output import Console, counted
from simulator.scenario.load import Fault, ScenarioError

OnDone = Callable[[StoryReport], None]


def check(args: argparse.Namespace, console: Console) -> int:
    chosen = _chosen(args)
    if not chosen.files and not chosen.faults:
        raise Trouble("There is nothing to check: no scenario fits.")
    workers = min(args.workers or os.cpu_count() or 1, max(len(chosen.files), 1))
    with _quiet_children(), _progress(console, len(chosen.files)) as on_done:
        survey = check_files(chosen.files, workers, on_done) if chosen.files else Survey([])
    if args.json:
        console.json(as_json(survey, chosen))
    else:
        show_survey(console, survey, chosen, args.verbose)
    return FAILED if survey.failed or chosen.faults else OK


def _chosen(args: argparse.Namespace) -> Chosen:
    if not args.scenario:
        shelf = library()
        return Chosen([Path(story.file) for story in filtered(shelf, args)], shelf.faults())
    files: dict[str, Path] = {}
    faults: list[Fault] = []
    for name in args.scenario:
        try:
            story = load_story(name)
        except ScenarioError as error:
            faults += error.faults
            continue
        file = files.setdefault(story.id, Path(story.file))
        if not file.samefile(story.file):
            faults.append(Fault(story.file, None, "id", f"'{story.id}' is the id of {file} too; check one at a time"))
    return Chosen(list(files.values()), faults)


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
