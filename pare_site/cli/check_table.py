"""Writes the results of a check as Markdown tables, between two marks of a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmark.baselines import Baseline
from benchmark.proofs.parallel_check import Survey
from benchmark.proofs.trials import PROOFS
from pare_site.cli.exits import Trouble
from simulator.scenario.story import Story

BEGIN, END = "<!-- check:begin -->", "<!-- check:end -->"


def write_table(name: str, survey: Survey, stories: Sequence[Story], baselines: Sequence[Baseline]) -> None:
    """Put the tables into a file: between its marks, or as the whole of a new one."""
    path = Path(name)
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else f"{BEGIN}\n{END}\n"
        head, begin, rest = before.partition(f"{BEGIN}\n")
        _, end, tail = rest.partition(END)
        if not begin or not end:
            raise Trouble(f"--table: {name} has no place for the tables. Add the lines {BEGIN} and {END} to it.")
        path.write_text(f"{head}{begin}{tables(survey, stories, baselines)}{end}{tail}", encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Trouble(f"--table: {name} cannot be written: {reason}. Choose another file.") from None


def tables(survey: Survey, stories: Sequence[Story], baselines: Sequence[Baseline]) -> str:
    parts = [_by_proof(survey), _by_scenario(survey, stories)]
    if baselines:
        parts.append(_by_assistant(baselines))
    return "\n".join(parts)


def _by_proof(survey: Survey) -> str:
    rows = []
    for letter, about in PROOFS.items():
        results = [proof for report in survey.reports for proof in report.proofs if proof.proof == letter]
        made, killed = sum(proof.made for proof in results), sum(proof.killed for proof in results)
        rows.append((f"({letter})", f"{about}.", str(made), str(killed)))
    rows.append(("", "All", str(survey.mutants), str(survey.killed)))
    return _table(("Proof", "What must hold", "Made", "Killed"), rows)


def _by_scenario(survey: Survey, stories: Sequence[Story]) -> str:
    known = {story.id: story.scenario for story in stories}
    rows = []
    for report in survey.reports:
        scenario = known[report.scenario]
        counts = [str(proof.made) if proof.made else "–" for proof in report.proofs]
        rows.append((f"`{report.scenario}`", scenario.pattern or "–", ", ".join(scenario.apps), *counts))
    return _table(("Scenario", "Pattern", "Apps", *PROOFS), rows)


def _by_assistant(baselines: Sequence[Baseline]) -> str:
    rows = [
        (one.assistant, str(one.runs), str(one.successes), f"{one.share:.0%}", str(one.offers), str(one.accepted))
        for one in baselines
    ]
    return _table(("Assistant", "Runs", "Successes", "Share", "Offers", "Accepted"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
