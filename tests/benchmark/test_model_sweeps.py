"""Sweeps of language models over real HTTP: what they cost adds up to what the server counts, whatever goes wrong."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmark.jobs import sweep_control
from benchmark.jobs.spending import spent
from benchmark.jobs.sweep_rows import rows_of_sweep
from benchmark.jobs.totals import total_of, totals_of
from benchmark.models import Sweep, SweepState
from benchmark.result_row import EXCEPTION, FAILED, SUCCESS
from simulator.agents.llm.litellm_client import preload
from simulator.agents.policy import SAY, WAIT
from simulator.jobs.driver import Leaving
from simulator.jobs.play_job import drain
from simulator.models import Episode
from tests.benchmark.jobs.planned import begun
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.model_server.wire import Asked
from tests.simulator.jobs.background import assert_whole

pytestmark = pytest.mark.django_db(transaction=True)
PAIRS = {"observe_model": ["watch_a", "watch_b"], "execute_model": ["do_a", "do_b"]}
PRICES = {"watch_a": (1.0, 3.0), "do_a": (2.0, 5.0), "watch_b": (7.0, 11.0), "do_b": (13.0, 17.0)}
"""Dollars for a thousand tokens, in and out."""
OFFER = "The practice moved your dentist appointment to 11:30. Shall I change the reminder?"
_ENTRY = "{{provider: openai_compatible, name: {name}, endpoint: '{url}', {prices}}}"
_PRICES = "dollars_per_million_in: {}, dollars_per_million_out: {}"


@pytest.fixture(autouse=True)
def _redis_is_there(redis_server: str) -> Iterator[None]:
    yield
    Leaving.asked = False


@pytest.fixture(autouse=True)
def models(model_server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    """Every model of the list is played by one server."""
    file = tmp_path / "models.yaml"
    entries = []
    for name, prices in PRICES.items():
        priced = _PRICES.format(*(price * 1000 for price in prices))
        entries.append(f"{name}: " + _ENTRY.format(name=name, url=model_server.url, prices=priced))
    file.write_text("\n".join(entries), encoding="utf-8")
    monkeypatch.setenv("PARE_MODELS_FILE", str(file))
    monkeypatch.setenv("PARE_ENDPOINT_API_KEY", "not-a-secret")
    model_server.play(helpful)
    return model_server


def helpful(asked: Asked) -> replies.Reply:
    """Offers once and says that it is done; what it is about does not matter here."""
    if asked.model.startswith("do_"):
        return replies.call(SAY, {"content": "It is done."})
    has_offered = any(OFFER in str(message) for message in asked.messages)
    return replies.call(WAIT) if has_offered else replies.call(SAY, {"content": OFFER})


def bill(server: ModelServer) -> float:
    """What the server has given, at the prices of the list."""
    used = {name: server.tokens_of(name) for name in PRICES}
    return sum(used[name][side] * prices[side] / 1000 for name, prices in PRICES.items() for side in (0, 1))


def played(**fields: Any) -> Sweep:
    sweep = begun(**{"baselines": "none", **PAIRS, **fields})
    play(sweep)
    return sweep


def play(sweep: Sweep) -> None:
    drain("models")
    sweep.refresh_from_db()


def assert_paid(server: ModelServer, *sweeps: Sweep) -> None:
    """Run by run, pair by pair and as a whole."""
    rows = [row for sweep in sweeps for row in rows_of_sweep(sweep)]
    whole = total_of([one for sweep in sweeps for one in totals_of(sweep)])
    assert sum(row.tokens_in or 0 for row in rows) == whole.tokens_in == server.tokens_in
    assert sum(row.tokens_out or 0 for row in rows) == whole.tokens_out == server.tokens_out
    costs = (sum(map(spent, sweeps)), sum(row.cost or 0 for row in rows), whole.cost)
    assert costs == pytest.approx([bill(server)] * 3)


@pytest.mark.all
@pytest.mark.parametrize("seeds", [[0], [0, 1, 2, 3, 4]])
def test_two_pairs_come_to_their_end_through_refusals_and_silence(models: ModelServer, seeds: list[int]) -> None:
    silent = {5} if len(seeds) == 1 else set(range(5, 200, 31))

    def moody(asked: Asked) -> replies.Reply:
        if asked.number in silent:
            return replies.hang()
        return replies.fail(429, retry_after=0.05) if asked.number % 6 == 4 else helpful(asked)

    models.play(moody)
    # So long that nobody is taken for silent because this machine is busy.
    sweep = played(seeds=seeds, set={"call_timeout_seconds": 4, "call_retries": 8})
    assert sweep.state == SweepState.FINISHED
    rows = rows_of_sweep(sweep)
    assert len(rows) == 4 * len(seeds) and {row.status for row in rows} <= {SUCCESS, FAILED}
    assert {row.configuration for row in rows} == {"watch_a / do_a", "watch_b / do_b"}
    assert models.count > models.answered + len(silent)
    assert models.tokens_of("do_a")[0] and models.tokens_of("do_b")[0]
    assert_paid(models, sweep)
    for episode in Episode.objects.all():
        assert_whole(episode)


@pytest.mark.all
def test_a_provider_that_fails_is_no_miss_and_a_retry_pays_for_nothing_again(models: ModelServer) -> None:
    """One pair loses its credit in the middle; the retry goes on from there, and the other pair is not asked again."""

    def broke(asked: Asked) -> replies.Reply:
        is_over = asked.model == "watch_b" and _turns(asked) >= 2
        return replies.fail(402, "No credit.") if is_over else helpful(asked)

    models.play(broke)
    sweep = played(set={"call_retries": 0})
    assert sweep.state == SweepState.FINISHED
    rows = {(row.observe_model, row.base_scenario_id): row for row in rows_of_sweep(sweep)}
    broken = {key: row for key, row in rows.items() if row.status == EXCEPTION}
    assert broken.keys() == {("watch_b", "dentist"), ("watch_b", "late_train")}
    for row in broken.values():
        assert (row.failure, row.blame, row.success_bool) == ("provider", "provider", None)
        assert row.cost, "what it was given before is paid for"
    assert_paid(models, sweep)

    asked, stored = models.count, {row.episode for row in rows.values()}
    models.play(helpful)
    assert sweep_control.retry_failed(sweep) == 2
    play(sweep)
    assert sweep.state == SweepState.FINISHED
    again = rows_of_sweep(sweep)
    assert {row.status for row in again} <= {SUCCESS, FAILED}
    assert {row.episode for row in again} == stored
    assert {request.model for request in models.requests[asked:]} <= {"watch_b", "do_b"}
    twice = [raw for raw, times in Counter(one.raw for one in models.requests).items() if times > 1]
    # Only what was refused is asked again.
    assert len(twice) == 2 and models.count - models.answered == 2
    assert_paid(models, sweep)


def test_a_reply_that_cannot_be_used_is_paid_for_also_if_the_next_one_never_comes(models: ModelServer) -> None:
    def garbled_then_gone(asked: Asked) -> replies.Reply:
        return replies.say("Let me think.") if asked.number == 0 else replies.fail(402, "No credit.")

    models.play(garbled_then_gone)
    sweep = played(scenarios=["dentist"], observe_model="watch_a", execute_model="do_a", set={"call_retries": 0})
    (row,) = rows_of_sweep(sweep)
    assert (row.status, row.failure) == (EXCEPTION, "provider")
    assert models.answered == 1
    assert_paid(models, sweep)


@pytest.mark.all
def test_a_sweep_that_has_no_money_left_pauses_and_says_why(models: ModelServer) -> None:
    # What a run costs is known from an earlier sweep; one of the pairs is seven times as dear.
    before = played(scenarios=["dentist"], seeds=[9])
    cheap, dear = (row.cost or 0 for row in rows_of_sweep(before))
    limit = round(dear + 3.5 * cheap, 2)
    sweep = played(scenarios=["dentist"], seeds=[0, 1, 2, 3, 4], max_cost=limit)
    assert sweep.state == SweepState.PAUSED
    assert f"the sweep's limit of ${limit:,.2f}" in sweep.why and "Raise the limit" in sweep.why
    assert spent(sweep) == pytest.approx(dear + 3 * cheap)
    assert_paid(models, before, sweep)
    asked = models.count
    drain("models")
    assert models.count == asked, "nothing more is asked while it is paused"
    sweep_control.set_limits(sweep, max_cost=100_000, at_once=None, deadline_seconds=None)
    sweep_control.resume(sweep)
    play(sweep)
    assert sweep.state == SweepState.FINISHED and sweep.why == ""
    assert spent(sweep) == pytest.approx(5 * dear + 5 * cheap)
    assert_paid(models, before, sweep)


@pytest.mark.all
def test_a_run_whose_model_falls_silent_is_ended_by_its_deadline_and_its_retry_costs_anew(models: ModelServer) -> None:
    models.play(lambda asked: replies.hang() if asked.model == "watch_b" and _turns(asked) else helpful(asked))
    # As workers do before their first call; it takes seconds, which would count for the good pair's deadline.
    preload()
    began = time.monotonic()
    sweep = played(scenarios=["dentist"], timeout=8, max_turns=3, set={"call_timeout_seconds": 600})
    assert time.monotonic() - began < 60
    assert sweep.state == SweepState.FINISHED
    good, late = rows_of_sweep(sweep)
    assert good.status in (SUCCESS, FAILED)
    assert (late.status, late.failure, late.success_bool) == (EXCEPTION, "deadline", None)
    assert "not over after 8 seconds" in (late.exception_message or "")
    assert_paid(models, sweep)

    models.release()
    models.play(helpful)
    assert sweep_control.retry_failed(sweep) == 1
    play(sweep)
    same, again = rows_of_sweep(sweep)
    assert (same.episode, same.attempts) == (good.episode, 1)
    assert again.episode != late.episode
    assert (again.attempts, again.status in (SUCCESS, FAILED)) == (2, True)
    # Both attempts were paid for.
    assert late.cost and again.cost and again.cost > late.cost
    assert_paid(models, sweep)


def _turns(asked: Asked) -> int:
    """That the model has had in this run already."""
    return sum(message["role"] == "assistant" for message in asked.messages)
