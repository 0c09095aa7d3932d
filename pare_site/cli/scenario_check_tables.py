"""Builds the Markdown tables of `pare scenarios check`."""

from __future__ import annotations

from collections.abc import Sequence

from benchmark.baselines import Baseline
from benchmark.proofs.kinds import KINDS
from benchmark.proofs.parallel_check import Survey
from benchmark.proofs.trials import PROOFS
from pare_site.cli.markdown_tables import markdown, write_blocks
from simulator.scenario.story import Story
from simulator.words.english import capital

# Names of the blocks in documents: results by proof, scenario and baseline; and mutants by kind.
CHECK, MUTANTS = "check", "mutants"
# Proofs that play wrong variants of a solution. The other proofs play right solutions, or nothing.
_MUTATING = "cdefghlmno"
# Proofs whose mutants are divided into kinds.
_DIVIDED = "mno"


def write_tables(name: str, survey: Survey, stories: Sequence[Story], baselines: Sequence[Baseline]) -> None:
    """Write the tables into a file, between its marker lines, or into a new file."""
    blocks = {CHECK: tables(survey, stories, baselines), MUTANTS: mutant_table(survey)}
    write_blocks(name, blocks, CHECK)


def tables(survey: Survey, stories: Sequence[Story], baselines: Sequence[Baseline]) -> str:
    """Return the results as Markdown tables, by proof, by scenario and by baseline."""
    parts = [_proof_table(survey), _scenario_table(survey, stories)]
    if baselines:
        parts.append(_assistant_table(baselines))
    return "\n".join(parts)


def mutant_table(survey: Survey) -> str:
    """Return a table of mutants by kind: how many were made, and how many killed."""
    rows = []
    for letter in _MUTATING:
        if letter in _DIVIDED:
            of_proof = {kind: about for kind, about in KINDS.items() if about.proof == letter and kind in survey.kinds}
            for kind, about in of_proof.items():
                count = survey.kinds[kind]
                rows.append((f"({letter})", f"{about.about}.", str(count.made), str(count.killed)))
        else:
            rows.append((f"({letter})", f"{PROOFS[letter]}.", *_made_and_killed(survey, letter)))
    total = [_numbers(survey, letter) for letter in _MUTATING]
    rows.append(("", "All", str(sum(made for made, _ in total)), str(sum(killed for _, killed in total))))
    return markdown(("Proof", "Mutants", "Made", "Killed"), rows)


def _numbers(survey: Survey, letter: str) -> tuple[int, int]:
    results = [proof for report in survey.reports for proof in report.proofs if proof.proof == letter]
    return sum(proof.made for proof in results), sum(proof.killed for proof in results)


def _made_and_killed(survey: Survey, letter: str) -> tuple[str, str]:
    made, killed = _numbers(survey, letter)
    return str(made), str(killed)


def _proof_table(survey: Survey) -> str:
    rows = [(f"({letter})", f"{about}.", *_made_and_killed(survey, letter)) for letter, about in PROOFS.items()]
    rows.append(("", "All", str(survey.mutants), str(survey.killed)))
    return markdown(("Proof", "What must hold", "Made", "Killed"), rows)


def _scenario_table(survey: Survey, stories: Sequence[Story]) -> str:
    known = {story.id: story.scenario for story in stories}
    rows = []
    for report in survey.reports:
        scenario = known[report.scenario]
        counts = [str(proof.made) if proof.made else "–" for proof in report.proofs]
        rows.append((f"`{report.scenario}`", scenario.pattern or "–", ", ".join(scenario.apps), *counts))
    return markdown(("Scenario", "Pattern", "Apps", *PROOFS), rows)


def _assistant_table(baselines: Sequence[Baseline]) -> str:
    rows = [
        (
            one.assistant,
            str(one.runs),
            str(one.successes),
            f"{100 * one.share:.0f} %",
            str(one.offers),
            str(one.accepted),
        )
        for one in baselines
    ]
    played_with = capital(baselines[0].played_with)
    return f"{played_with}:\n\n{markdown(('Assistant', 'Runs', 'Successes', 'Share', 'Offers', 'Accepted'), rows)}"
