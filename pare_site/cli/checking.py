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
from pare_site.cli.exits import FAILED, INTERRUPTED, OK, Trouble
from pare_site.cli.finding import filtered, library, load_story
from pare_site.cli.output import Console
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
    files: dict[Path, None] = {}
    faults: list[Fault] = []
    for name in args.scenario:
        try:
            files[Path(load_story(name).file)] = None
        except ScenarioError as error:
            faults += error.faults
    return Chosen(list(files), faults)


@contextmanager
def _quiet_children() -> Iterator[None]:
    """Ctrl-C reaches every process; only this one shall speak of it."""
    own = os.getpid()

    def interrupted(number: int, frame: FrameType | None) -> None:
        if os.getpid() != own:
            os._exit(INTERRUPTED)
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
        console.remark(f"[{done}/{total}] {report.scenario}: {report.killed} of {report.made}")

    yield tell
