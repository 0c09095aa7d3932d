"""`pare scenarios check`: runs the proofs on scenarios and shows progress."""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from benchmark.baselines import baselines
from benchmark.proofs.parallel_check import Survey, check_stories
from benchmark.proofs.proof_results import StoryReport
from benchmark.proofs.report_store import ReportStore
from benchmark.reading.texts import FOLDER, TextFileError, TextLine, read_texts
from pare_site.cli.exits import FAILED, OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.scenario_check_output import (
    ScenariosToCheck,
    as_json,
    show_baselines,
    show_survey,
)
from pare_site.cli.scenario_check_tables import write_tables
from pare_site.cli.scenario_lookup import filtered, library, load_story
from pare_site.runtime import var_folder
from simulator.scenario.load import ScenarioError, ScenarioFault
from simulator.scenario.story import Story
from simulator.words.english import counted

OnDone = Callable[[StoryReport], None]


def check(args: argparse.Namespace, console: Console) -> int:
    """Run `pare scenarios check` and return the exit code."""
    chosen = _chosen(args)
    if not chosen.stories and not chosen.faults:
        raise Trouble("No scenarios match these filters, so there is nothing to check.")
    workers = min(args.workers or os.cpu_count() or 1, max(len(chosen.stories), 1))
    texts = {} if args.no_texts else _texts(args.texts, chosen.stories)
    # Only texts that come with the benchmark are kept aside; authors may look at their own.
    kept_aside = args.texts is None or Path(args.texts).resolve() == FOLDER
    store = ReportStore(var_folder() / "checked")
    known = {} if args.all else _unchanged(store, chosen.stories, texts, kept_aside)
    changed = [story for story in chosen.stories if story.id not in known]
    if known:
        console.remark(f"{counted(len(known), 'scenario')} not changed since the last check; --all plays them again.")
    with _quiet_children(), _progress(console, len(changed)) as on_done:
        found = check_stories(changed, workers, on_done, texts, kept_aside).reports if changed else []
        # Baselines are compared on ready scenarios only.
        ready = [story for story in chosen.stories if story.scenario.status == "ready"]
        compared = baselines(ready, workers) if args.baselines else []
    for story, report in zip(changed, found, strict=True):
        store.put(story, texts.get(story.id, ()), kept_aside, report)
        known[story.id] = report
    survey = Survey([known[story.id] for story in chosen.stories])
    chosen = chosen._replace(faults=[*chosen.faults, *(fault for one in survey.reports for fault in one.timeline)])
    for name in args.table:
        write_tables(name, survey, chosen.stories, compared)
    if args.json:
        console.json(as_json(survey, chosen, compared))
    else:
        show_survey(console, survey, chosen, args.verbose)
        show_baselines(console, compared)
    return OK if survey.reads_well and not survey.failed and not chosen.faults else FAILED


def _unchanged(
    store: ReportStore, stories: Iterable[Story], texts: Mapping[str, Sequence[TextLine]], kept_aside: bool
) -> dict[str, StoryReport]:
    """Return the stored reports of scenarios that have not changed since their last check, keyed by scenario id."""
    found = ((story.id, store.get(story, texts.get(story.id, ()), kept_aside)) for story in stories)
    return {scenario: report for scenario, report in found if report is not None}


def _chosen(args: argparse.Namespace) -> ScenariosToCheck:
    if not args.scenario:
        shelf = library()
        return ScenariosToCheck(filtered(shelf, args), shelf.faults())
    stories: dict[str, Story] = {}
    faults: list[ScenarioFault] = []
    for name in args.scenario:
        try:
            story = load_story(name)
        except ScenarioError as error:
            faults += error.faults
            continue
        # Results are listed by id, so two files with one id would overwrite each other.
        first = stories.setdefault(story.id, story).file
        if not Path(first).samefile(story.file):
            text = f"'{story.id}' is also the id of {first}; check the two files one at a time"
            faults.append(ScenarioFault(story.file, None, "id", text))
    return ScenariosToCheck(list(stories.values()), faults)


def _texts(folder: str | None, stories: Sequence[Story]) -> dict[str, list[TextLine]]:
    """Return the texts that people wrote about these scenarios, keyed by scenario id. Raises Trouble."""
    if folder is not None and not Path(folder).is_dir():
        raise Trouble(f"--texts: {folder} is not a folder. Give a folder with files such as email_notification.jsonl.")
    files = {story.id: (Path(folder) if folder else FOLDER) / f"{story.id}.jsonl" for story in stories}
    try:
        return {scenario: read_texts([file]) for scenario, file in files.items() if file.exists()}
    except TextFileError as error:
        raise Trouble(str(error)) from None


@contextmanager
def _quiet_children() -> Iterator[None]:
    """Ignore Ctrl-C in forked processes: the terminal sends it to every process, but only the parent ends the check."""
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
    """Yield a function that shows progress on standard error: a bar on a terminal, otherwise a line per scenario."""
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
