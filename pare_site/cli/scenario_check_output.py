"""Prints the results of `pare scenarios check`, or returns them as JSON. `scenario_check_tables` makes tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from benchmark.baselines import Baseline
from benchmark.proofs.kinds import KINDS
from benchmark.proofs.parallel_check import Survey
from benchmark.proofs.proof_results import MOST_MISREAD, ProofResult, StoryReport, most_texts_misread
from benchmark.proofs.text_trials import MOST_NO_AS_YES, MOST_YES_AS_NO, TextCounts
from benchmark.proofs.trials import PROOFS
from pare_site.cli.output import Console
from pare_site.cli.scenario_lookup import fault_json
from pare_site.cli.tables import show_table
from simulator.scenario.load import ScenarioFault
from simulator.scenario.story import Story
from simulator.words.english import capital, counted

MOST_NAMED = 5


class ScenariosToCheck(NamedTuple):
    """The scenarios to check, and the faults of scenario files.

    A file is faulty if it does not load, or if its events make no sense when help comes early, late or not at all.
    """

    stories: list[Story]
    faults: list[ScenarioFault]

    def faults_in(self, file: str) -> list[ScenarioFault]:
        return [fault for fault in self.faults if fault.file == file]

    @property
    def unchecked_files(self) -> list[str]:
        """Return the files with faults that are not checked, because they do not load."""
        checked = {story.file for story in self.stories}
        return [file for file in dict.fromkeys(fault.file for fault in self.faults) if file not in checked]


def show_survey(console: Console, survey: Survey, chosen: ScenariosToCheck, verbose: bool) -> None:
    """Print a line per scenario, the failures, and the totals."""
    widths = _cell_widths(survey.reports)
    longest = max((len(report.scenario) for report in survey.reports), default=0)
    failed = _failed(survey, chosen)
    for report in survey.reports:
        cells = "  ".join(_cell(proof).ljust(widths[proof.proof]) for proof in report.proofs)
        sign, style = ("✓", "good") if report.scenario not in failed else ("✗", "bad")
        console.line(cells.rstrip(), prefix=f"{sign} {report.scenario:<{longest}}  ", prefix_style=style)
        _show_details(console, report, verbose)
    # On standard error and unwrapped: terminals and editors follow `file:line`.
    for fault in chosen.faults:
        console.remark(f"✗ {fault}", "bad")
    if survey.reports:
        console.heading("Proofs (killed/made)")
        for letter, about in PROOFS.items():
            console.say(f"{about}.", prefix=f"  {letter}  ")
    _show_kinds(console, survey)
    if not verbose:
        _show_zeros(console, survey.reports)
    _show_kept_aside(console, survey.kept_aside)
    console.say()
    _show_misread(console, survey)
    console.say(
        f"{counted(len(survey.reports), 'scenario')}, {counted(survey.mutants, 'mutant')}, {survey.killed} killed; "
        f"{counted(len(failed), 'scenario')} failed.",
        style="bad" if failed else "good",
    )


def _show_misread(console: Console, survey: Survey) -> None:
    """Print how many mutants of words and how many texts by people are misread, with the limits."""
    words, texts = survey.words, survey.texts
    style = "good" if survey.reads_well else "bad"
    if words.made:
        allowed = f"{_percent(MOST_MISREAD)} are allowed"
        console.say(
            f"Of {counted(words.made, 'mutant')} about words (m, o), {words.misread} are misread; {allowed}.",
            style=style,
        )
    if texts.made:
        allowed = f"{_percent(most_texts_misread(texts.made))} are allowed"
        console.say(
            f"Of {counted(texts.made, 'text')} by people (p), {texts.misread} are misread; {allowed}.", style=style
        )


def _show_kinds(console: Console, survey: Survey) -> None:
    """Print the numbers of mutants by kind, for proofs (m) to (o)."""
    made = survey.kinds
    if made:
        console.heading("Kinds of mutants (killed/made)")
    for kind, about in KINDS.items():
        if kind in made:
            count = made[kind]
            style = "bad" if count.killed < count.made else ""
            console.say(f"{about.about}.", prefix=f"  {about.proof}  {count.killed}/{count.made}  ", style=style)


def _show_kept_aside(console: Console, counts: TextCounts) -> None:
    """Print how many texts that are kept aside were judged wrongly, and the limits, but none of these texts."""
    if counts.wrong + counts.right + counts.unplaced:
        console.heading("Texts that are kept aside (counts only)")
        style = "good" if counts.within_limits else "bad"
        console.say(kept_aside_sentence(counts), prefix="  p  ", style=style)


def kept_aside_sentence(counts: TextCounts) -> str:
    limits = f"{_percent(MOST_NO_AS_YES)} and {_percent(MOST_YES_AS_NO)} are allowed"
    found = (
        f"{counts.wrong_as_yes} of {counts.wrong} wrong texts succeed, "
        f"{counts.right_as_no} of {counts.right} right texts fail"
    )
    if counts.unplaced:
        found += f", {counts.unplaced} have no place in the worked solution"
    return f"{found}; {limits}." if counts.within_limits else f"Warning: {found}, but only {limits}."


def _show_details(console: Console, report: StoryReport, verbose: bool) -> None:
    for proof in report.proofs:
        for failure in proof.failures:
            console.say(
                f"{PROOFS[proof.proof]}, but: {_sentence(failure)}", prefix=f"    ✗ {proof.proof}  ", style="bad"
            )
    if verbose or not report.ok:
        _show_notes(console, report)


def _show_notes(console: Console, report: StoryReport) -> None:
    """Print the notes on the proofs of a scenario, one line per note; a note says why a proof is missing or partial."""
    notes: dict[str, list[str]] = {}
    for proof in report.proofs:
        if proof.note:
            notes.setdefault(proof.note, []).append(proof.proof)
    for note, letters in notes.items():
        console.say(_sentence(note), prefix=f"      {' '.join(letters)}  ", style="dim")


def _show_zeros(console: Console, reports: Iterable[StoryReport]) -> None:
    """Print why proofs had nothing to check, each reason once for all scenarios."""
    # Grouped by reason: a split of many scenarios would repeat the same sentence dozens of times.
    reasons: dict[tuple[str, str], list[str]] = {}
    for report in (report for report in reports if report.ok):
        for note in dict.fromkeys(proof.note for proof in report.proofs if _is_explained_zero(proof)):
            letters = " ".join(p.proof for p in report.proofs if _is_explained_zero(p) and p.note == note)
            reasons.setdefault((letters, note), []).append(report.scenario)
    if reasons:
        console.heading("Nothing to prove")
    for (letters, note), names in sorted(reasons.items()):
        console.say(f"{_sentence(note)} ({', '.join(names)})", prefix=f"  {letters}  ", style="dim")


def _is_explained_zero(proof: ProofResult) -> bool:
    return not proof.made and bool(proof.note)


def _cell(proof: ProofResult) -> str:
    return f"{proof.proof} {proof.killed}/{proof.made}{'!' if proof.failures else ''}"


def _cell_widths(reports: Iterable[StoryReport]) -> dict[str, int]:
    widths: dict[str, int] = {}
    for report in reports:
        for proof in report.proofs:
            widths[proof.proof] = max(widths.get(proof.proof, 0), len(_cell(proof)))
    return widths


def _sentence(text: str) -> str:
    """Return the text as a sentence: with a capital letter, unless it starts with a name such as cab.order_ride."""
    first = text.partition(" ")[0].rstrip(":")
    begun = text if {".", "_"} & set(first) else capital(text)
    return f"{begun}{'' if text.endswith(('.', '!', '?')) else '.'}"


def show_baselines(console: Console, baselines: Sequence[Baseline]) -> None:
    """Print a table of the baselines, if any were played."""
    if not baselines:
        return
    console.heading(f"Assistants that need no model ({baselines[0].played_with})")
    head = ("assistant", "runs", "successes", "share", "offers", "accepted", "in")
    rows = [
        (b.assistant, str(b.runs), str(b.successes), _percent(b.share), str(b.offers), str(b.accepted), _where(b))
        for b in baselines
    ]
    show_table(console, head, rows, flexible=len(head) - 1)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _where(baseline: Baseline) -> str:
    """Return the scenarios in which the baseline succeeded, or only their number if there are many."""
    won = baseline.succeeded
    return ", ".join(won) if len(won) <= MOST_NAMED else f"{len(won)} scenarios"


def _failed(survey: Survey, chosen: ScenariosToCheck) -> list[str]:
    """Return the scenarios whose proofs fail or whose events have faults, and the files that were not checked."""
    failed, files = set(survey.failed), _files(chosen)
    reports = [report.scenario for report in survey.reports]
    return [one for one in reports if one in failed or chosen.faults_in(files[one])] + chosen.unchecked_files


def _files(chosen: ScenariosToCheck) -> dict[str, str]:
    return {story.id: story.file for story in chosen.stories}


def as_json(survey: Survey, chosen: ScenariosToCheck, baselines: Sequence[Baseline]) -> dict[str, Any]:
    """Return the results as `--json` prints them. Each file that was not checked counts as one more failed scenario."""
    files, broken = _files(chosen), chosen.unchecked_files
    return {
        "scenarios": len(survey.reports) + len(broken),
        "mutants": survey.mutants,
        "killed": survey.killed,
        "failed": len(_failed(survey, chosen)),
        "words": {**msgspec.to_builtins(survey.words), "within_limits": survey.reads_well},
        "kinds": {
            kind: {"proof": about.proof, "about": about.about, **msgspec.to_builtins(survey.kinds[kind])}
            for kind, about in KINDS.items()
            if kind in survey.kinds
        },
        "kept_aside": {**msgspec.to_builtins(survey.kept_aside), "within_limits": survey.kept_aside.within_limits},
        "baselines": [{**msgspec.to_builtins(one), "share": one.share} for one in baselines],
        "results": [
            *(_report_json(report, files[report.scenario], chosen) for report in survey.reports),
            *(_broken_json(file, chosen) for file in broken),
        ],
    }


def _report_json(report: StoryReport, file: str, chosen: ScenariosToCheck) -> dict[str, Any]:
    faults = chosen.faults_in(file)
    proofs = [
        {
            "proof": proof.proof,
            "about": PROOFS[proof.proof],
            "made": proof.made,
            "killed": proof.killed,
            "failures": proof.failures,
            "note": proof.note,
        }
        for proof in report.proofs
    ]
    return {
        "scenario": report.scenario,
        "file": file,
        "ok": report.ok and not faults,
        "made": report.made,
        "killed": report.killed,
        "hash": report.content_hash,
        "proofs": proofs,
        "faults": [fault_json(fault) for fault in faults],
    }


def _broken_json(file: str, chosen: ScenariosToCheck) -> dict[str, Any]:
    return {
        "scenario": Path(file).stem,
        "file": file,
        "ok": False,
        "made": 0,
        "killed": 0,
        "hash": "",
        "proofs": [],
        "faults": [fault_json(fault) for fault in chosen.faults_in(file)],
    }
