"""Has a judge model read the assistant's texts after `pare run` has played a scenario."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pare_site.cli.exits import CRASHED, Trouble
from pare_site.cli.output import Console
from pare_site.cli.rejudge import budget_of, judge_named
from pare_site.cli.trace_reading import readings_beside
from simulator.trace.trace_writer import whole_file
from simulator.words.english import counted
from simulator.words.money import dollars

if TYPE_CHECKING:
    from simulator.agents.llm.model_reader import JudgeModel, JudgeSpending
    from simulator.episode.loop import Episode
    from simulator.reading.reading_lines import ReadingLine
    from simulator.scenario.outcome import Outcome


def judge_of(args: argparse.Namespace) -> RunJudge | None:
    """Return the judge that the flags name, or None. Raises Trouble for wrong or contradictory flags."""
    if args.judge_model is None:
        if args.judge_budget is not None:
            raise Trouble("--judge-budget needs a judge. Name one with --judge-model.")
        return None
    if args.replay_models is not None:
        raise Trouble("--replay-models asks no model. Leave out --judge-model.")
    # `--endpoint` applies to the judge too, even if no language model plays.
    return RunJudge(judge_named(args.judge_model, args.endpoint or ""), budget_of(args.judge_budget))


@dataclass
class RunJudgement:
    """The readings of a judge, their cost, and the outcome of the run according to these readings."""

    name: str
    lines: list[ReadingLine]
    outcome: Outcome
    spending: JudgeSpending
    file: Path | None

    def as_json(self) -> dict[str, Any]:
        import msgspec

        return {
            "model": self.name,
            "verdict": self.outcome.verdict,
            "readings": msgspec.to_builtins(self.lines),
            "cost": self.spending.cost,
            "tokens_in": self.spending.tokens_in,
            "tokens_out": self.spending.tokens_out,
            "file": None if self.file is None else str(self.file),
        }

    def show(self, console: Console) -> None:
        failed = sum(line.is_failed for line in self.lines)
        cost = "unknown price" if self.spending.unpriced else dollars(self.spending.cost)
        trouble = f", {counted(failed, 'answer')} failed" if failed else ""
        said = f"{self.outcome.verdict} ({counted(len(self.lines), 'reading')}{trouble}, {cost})"
        console.say(said, prefix=f"judge {self.name}  ", prefix_style="dim")
        for line in self.lines:
            if line.is_failed:
                console.say(line.reason, prefix="  ", style="bad")
                break
        if self.file is not None:
            console.raw(f"readings      {self.file}\n")


class RunJudge:
    """The judge model that reads the texts of one run."""

    def __init__(self, model: JudgeModel, budget: float | None) -> None:
        self._model = model
        self._budget = budget

    def read(self, episode: Episode, content_hash: str, out: Path | None) -> RunJudgement:
        """Have the judge read every text of a finished run, and write the readings beside its trace `out`, if any."""
        from simulator.agents.llm.model_reader import JudgeSpending, ModelReader
        from simulator.reading.reading_lines import StoredReadings
        from simulator.scenario.rejudging import rejudge
        from simulator.scenario.run_claims import texts_of_run

        reader = ModelReader(self._model, JudgeSpending(self._budget))
        story, evidence = episode.story, episode.evidence()
        lines = [line for text in texts_of_run(story, evidence) for line in reader.read_lines(text, text.claims)]
        outcome = rejudge(story, evidence, StoredReadings(lines), episode.config.user == "scripted")
        file = None if out is None else _write(readings_beside(out), content_hash, lines)
        return RunJudgement(reader.name, lines, outcome, reader.spending, file)


def _write(path: Path, content_hash: str, lines: list[ReadingLine]) -> Path:
    from simulator.reading.reading_lines import dump_readings

    try:
        with whole_file(path) as handle:
            handle.write(dump_readings(content_hash, lines))
    except OSError as error:
        raise Trouble(
            f"{path} cannot be written: {error.strerror or error}. Free some space, or change --out.",
            code=CRASHED,
        ) from None
    return path
