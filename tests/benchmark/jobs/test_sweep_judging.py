"""The judge of a sweep: in its runs' rows, never in their keys, and within its budget."""

from __future__ import annotations

from datetime import timedelta

import pytest

from benchmark.jobs import cell_feeder
from benchmark.jobs.sweep_judging import judge_cost, judge_sweep, shared_budget
from benchmark.jobs.sweep_start import preview
from benchmark.models import Cell
from benchmark.plan.plan_file import plan_of as read_plan_of
from simulator.jobs import judge_job
from simulator.jobs.play_job import drain
from simulator.models import Episode, Verdict
from simulator.plans.plan_file import BadPlan
from tests.benchmark.jobs.planned import begun, plan_of, shelve

pytestmark = pytest.mark.django_db(transaction=True)
MODELS = """\
judge:
  provider: hosted_vllm
  name: j
  endpoint: http://127.0.0.1:9/v1
  dollars_per_million_in: 10
  dollars_per_million_out: 10
"""


@pytest.fixture(autouse=True)
def listed(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path_factory.mktemp("models") / "models.yaml"
    file.write_text(MODELS)
    monkeypatch.setenv("PARE_MODELS_FILE", str(file))


def test_runs_of_a_sweep_carry_its_judge_and_share_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    queued: list[int] = []
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(judge_job, "_enqueue", lambda job, run, *given: queued.append(run))
    monkeypatch.setattr(judge_job, "judge", lambda *given: asked.append(given))
    plain = begun()
    drain("batch")
    assert not queued
    judged = begun(judge_model="judge", judge_budget=2, seeds=[7])
    drain("batch")
    rows = Episode.objects.filter(cells__sweep=judged)
    assert {(row.judge_model, row.judge_budget) for row in rows} == {("judge", None)}
    assert sorted(queued) == sorted(row.pk for row in rows)
    assert judge_sweep(judged) == 4 and len(asked) == 4 and judge_sweep(judged) == 4 and len(asked) == 4
    assert judge_sweep(plain) == 0
    assert {given[1:] for given in asked} == {("judge", None)}


def test_the_runs_of_a_sweep_share_one_budget_and_older_readings_do_not_count() -> None:
    judged = begun(judge_model="judge", judge_budget=2)
    drain("batch")
    first, second, *_ = Episode.objects.filter(cells__sweep=judged).order_by("pk")
    before = judged.created_at - timedelta(hours=1)
    for run, cost, columns in ((first, 1.5, {}), (second, 7.0, {"created_at": before}), (second, 7.0, {"rater": "x"})):
        given = {"rater": "judge", "rater_kind": "model", "key": "goal:0", "value": "no", **columns}
        Verdict.objects.create(episode=run, cost=cost, **given)
    assert judge_cost(judged) == 1.5
    spending = shared_budget(second.pk, "judge")
    assert spending is not None and spending.limit == 2
    assert spending.reserve(0.4) and not spending.reserve(0.2)
    assert shared_budget(second.pk, "another") is None


def test_a_judge_changes_no_key_and_reads_runs_from_the_cache_too(monkeypatch: pytest.MonkeyPatch) -> None:
    queued: list[tuple[object, ...]] = []
    monkeypatch.setattr(cell_feeder, "enqueue_judge", lambda *given: queued.append(given))
    first = begun()
    drain("batch")
    second = begun(judge_model="judge", judge_budget=4)
    keys = [list(Cell.objects.filter(sweep=one).values_list("key", flat=True)) for one in (first, second)]
    assert keys[0] == keys[1]
    runs = list(second.cells.values_list("episode_id", flat=True))
    assert queued == [(run, "judge", None) for run in runs]


def test_the_estimate_has_the_judges_share_within_its_budget() -> None:
    shelve("dentist", "late_train")
    assert preview(plan_of()).estimate.judge == 0.0
    cost = preview(plan_of(judge_model="judge")).estimate
    assert cost.judge is not None and cost.judge > 0.01 and cost.cost.expected == pytest.approx(cost.judge)
    assert preview(plan_of(judge_model="judge", judge_budget=0.01)).estimate.judge == 0.01


@pytest.mark.parametrize(
    ("keys", "field"),
    [
        ({"judge_model": "nonesuch"}, "judge_model"),
        ({"judge_budget": 2}, "judge_budget"),
        ({"judge_model": "judge", "judge_budget": 0}, "judge_budget"),
    ],
)
def test_a_judge_that_can_not_be_is_a_problem_of_the_plan(keys: dict[str, object], field: str) -> None:
    with pytest.raises(BadPlan) as refused:
        read_plan_of({"split": "all", "baselines": ["oracle"], **keys})
    assert [problem.field for problem in refused.value.problems] == [field]
