"""A sweep with a judge from start to report: real Redis, a real RQ worker, and a judge over real HTTP."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmark.jobs.reader_rows import readers_of_sweep, rows_read_by
from benchmark.jobs.sweep_judging import judge_cost, judge_sweep
from benchmark.jobs.sweep_start import start_sweep
from benchmark.models import Sweep
from benchmark.plan.schema import SweepPlan
from benchmark.report.build import report_of
from benchmark.report.data import About, SweepReport
from simulator.jobs.play_job import drain
from simulator.jobs.queues import client
from simulator.models import Verdict
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.model_server.wire import Asked
from tests.simulator.agents.llm.judges import judge_by
from tests.simulator.jobs.judge_worker import judge_worker, list_judge, shelved
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)
BY_JUDGE = "model:judge"


@pytest.fixture(autouse=True)
def _redis_is_empty(redis_server: str) -> None:
    client().flushall()


@pytest.fixture
def listed(model_server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    environment = list_judge(tmp_path / "models.yaml", model_server)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return environment


def agree(claim: str, text: str) -> tuple[str, str]:
    is_damage = claim.startswith("The text ") and "what was done" not in claim
    return ("no", "") if is_damage else ("yes", text.split()[0])


def played(**plan: Any) -> Sweep:
    """Play a sweep of two baselines, whose judge has not come yet."""
    slug = shelved().scenario.slug
    given = {"scenarios": (slug,), "baselines": ("oracle", "silent"), "judge_model": "judge", **plan}
    sweep = start_sweep(SweepPlan.model_validate(given))
    drain("batch")
    return sweep


def judged_by_a_worker(environment: dict[str, str], **plan: Any) -> Sweep:
    sweep = played(**plan)
    with judge_worker(environment):
        outcomes = Verdict.objects.filter(key="run:success", rater="judge")
        until(lambda: outcomes.count() == sweep.cells.count(), "all runs are judged", 90)
    return sweep


def report_by(sweep: Sweep, reader: str) -> SweepReport:
    return report_of(rows_read_by(sweep, reader), About(reader=reader, draws=50))


def successes(report: SweepReport) -> dict[str, tuple[int, int]]:
    """Return successes and undecided runs by configuration."""
    totals = {each.observe: each.figures.totals for each in report.configurations}
    return {name: (total.successes, total.undecided) for name, total in totals.items()}


def test_a_sweep_is_played_read_and_reported_by_one_reader(model_server: ModelServer, listed: dict[str, str]) -> None:
    model_server.play(judge_by(agree))
    sweep = judged_by_a_worker(listed)
    assert readers_of_sweep(sweep) == ["rules", BY_JUDGE]
    by_judge = report_by(sweep, BY_JUDGE)
    assert by_judge.provenance.reader == BY_JUDGE and by_judge.counted == 2
    assert successes(by_judge) == {"oracle": (1, 0), "silent": (0, 0)}
    oracle = next(each for each in by_judge.configurations if each.observe == "oracle")
    assert oracle.figures.honest_report.value == 1.0
    paid = (model_server.tokens_in + model_server.tokens_out) / 1e6
    assert judge_cost(sweep) == pytest.approx(paid) and paid > 0


@pytest.mark.usefixtures("listed")
def test_runs_that_the_reader_has_not_judged_are_counted_apart(model_server: ModelServer) -> None:
    model_server.play(judge_by(agree))
    sweep = played()
    judge_sweep(sweep)
    silent = next(row.episode for row in rows_read_by(sweep, "rules") if row.observe_model == "silent")
    Verdict.objects.filter(episode=silent).delete()
    found = report_by(sweep, BY_JUDGE)
    assert (found.counted, [(one.reason, one.runs) for one in found.not_counted]) == (1, [("unread", 1)])
    assert "1 run that this reader has not judged" in found.not_counted[0].words
    # An outcome that another version of the rules computed is not this reader's outcome of today.
    Verdict.objects.filter(key__startswith="run:").update(version="0.0.1")
    assert report_by(sweep, BY_JUDGE).counted == 0 and report_by(sweep, "rules").counted == 2


def contrary(claim: str, text: str) -> tuple[str, str]:
    return ("no", "")


@pytest.mark.parametrize(
    "play",
    [
        judge_by(contrary),
        lambda asked: replies.say("I would rather not say."),
        lambda asked: replies.say('{"answers": {"c1": {"value": "perhaps"}}}'),
        lambda asked: replace(replies.say("Late."), status=400, error={"message": "no"}),
    ],
    ids=["wrong", "not JSON", "no answer of the three", "server error"],
)
@pytest.mark.usefixtures("listed")
def test_a_judge_that_errs_never_makes_a_success_a_miss(
    model_server: ModelServer, play: Callable[[Asked], replies.Reply]
) -> None:
    model_server.play(play)
    sweep = played()
    judge_sweep(sweep)
    assert successes(report_by(sweep, BY_JUDGE))["oracle"] == (0, 1)
    assert successes(report_by(sweep, "rules"))["oracle"] == (1, 0)


def test_over_its_budget_the_judge_leaves_texts_unclear(model_server: ModelServer, listed: dict[str, str]) -> None:
    model_server.play(judge_by(agree))
    sweep = judged_by_a_worker(listed, judge_budget=0.0001)
    rows = Verdict.objects.filter(is_failed=True)
    assert model_server.count == 0 and rows.exists() and {row.value for row in rows} == {"unclear"}
    assert "budget of $0.0001 is used up" in rows[0].reason and judge_cost(sweep) == 0
    assert successes(report_by(sweep, BY_JUDGE))["oracle"] == (0, 1)
