"""Sweeps with all kinds of ends, written straight into the store: for tests of pages, and to measure large ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from benchmark.models import Cell, Sweep, SweepState
from benchmark.plan.configurations import Configuration, configuration_json
from benchmark.plan.schema import BASELINES, SweepPlan
from simulator.config import EpisodeConfig
from simulator.models import Episode, Failure, Queue, Scenario, ScenarioVersion, State
from tests.simulator.views.cast import outcome

MODELS = ("atlas-large", "novum-70b", "atlas-small / atlas-large", "petit-8b")
_CATEGORIES = ("communication", "commerce", "scheduling", "housing")
_SCENARIO_APPS = (["email"], ["email", "calendar"], ["shopping", "messaging"], ["apartment", "note", "email"])
_CHANCES = {
    "oracle": 1.0,
    "silent": 0.05,
    "eager": 0.15,
    "random": 0.03,
    "parrot": 0.03,
    "atlas-large": 0.75,
    "petit-8b": 0.35,
}
_TROUBLE = (
    (Failure.PROVIDER, "The model did not answer within 120 s."),
    (Failure.PROVIDER, "The provider refused: too many requests, 6 attempts."),
    (Failure.DEADLINE, "It was played for 903 s, longer than the 900 s that it may take."),
)


def configurations(models: Sequence[str] = MODELS, baselines: Sequence[str] = BASELINES) -> list[Configuration]:
    return [
        Configuration(
            label=label,
            kind="model" if label in models else "baseline",
            observe=label.split(" / ")[0],
            execute=label.split(" / ")[-1],
            user="scripted",
            tool_failure_probability=0.0,
            env_events_per_minute=0.0,
            config=EpisodeConfig(assistant=label if label in baselines else "oracle"),
        )
        for label in (*models, *baselines)
    ]


def filled_sweep(
    scenarios: int = 6,
    seeds: Sequence[int] = (0, 1, 2),
    models: Sequence[str] = MODELS,
    done: float = 1.0,
    trouble: float = 0.0,
    doubt: float = 0.0,
    **fields: Any,
) -> Sweep:
    """`done`: the share of cells that are over; of the rest a few are under way.

    `trouble`: the share that failed. `doubt`: the share of the models' misses that is undecided.
    """
    dice = random.Random(1)
    settings = configurations(models)
    plan = SweepPlan(split="all", seeds=tuple(seeds), experiment_name="November with four models")
    known: dict[str, Any] = {
        "name": plan.experiment_name,
        "plan": plan.model_dump(mode="json"),
        "plan_hash": "4c1e9a" * 10,
        "configurations": [configuration_json(one) for one in settings],
        "state": SweepState.FINISHED if done >= 1 else SweepState.RUNNING,
        "ended_at": timezone.now() if done >= 1 else None,
        "started_by": User.objects.order_by("pk").first(),
    }
    sweep = Sweep.objects.create(**{**known, **fields})
    versions = [_version(number) for number in range(scenarios)]
    places = [(version, number, seed) for seed in seeds for version in versions for number in range(len(settings))]
    rows = [_episode(dice, version, settings[number], seed, done, trouble, doubt) for version, number, seed in places]
    made = iter(Episode.objects.bulk_create([row for row in rows if row is not None], batch_size=500))
    cells = [
        Cell(
            sweep=sweep,
            position=position,
            version=version,
            configuration=number,
            seed=seed,
            run=1,
            key=f"{sweep.pk}-{position}",
            episode=None if row is None else next(made),
            from_cache=row is not None and number >= len(models) and seed == seeds[0],
        )
        for position, ((version, number, seed), row) in enumerate(zip(places, rows, strict=True))
    ]
    Cell.objects.bulk_create(cells, batch_size=1000)
    return sweep


def _version(number: int) -> ScenarioVersion:
    scenario, _ = Scenario.objects.get_or_create(slug=f"made_up_{number}")
    version, _ = ScenarioVersion.objects.get_or_create(
        scenario=scenario,
        content_hash=f"{number:064}",
        defaults={
            "source": "{}",
            "title": f"Made up, number {number}",
            "category": _CATEGORIES[number % 4],
            "difficulty": str(1 + number % 5),
            "apps": _SCENARIO_APPS[number % 4],
            "tags": ["odd"] if number % 2 else ["even"],
        },
    )
    return version


def _episode(
    dice: random.Random,
    version: ScenarioVersion,
    setting: Configuration,
    seed: int,
    done: float,
    trouble: float,
    doubt: float,
) -> Episode | None:
    if dice.random() >= done:
        return None if dice.random() < 0.8 else _row(version, setting, seed, state=State.RUNNING)
    is_model = setting.kind == "model"
    money: dict[str, Any] = {"tokens_in": 30_000, "tokens_out": 900, "cost": 0.0412} if is_model else {}
    if is_model and dice.random() < trouble:
        failure, reason = dice.choice(_TROUBLE)
        return _row(version, setting, seed, state=State.FAILED, failure=failure, reason=reason, **money)
    won = dice.random() < _CHANCES.get(setting.label, 0.6)
    # Not by the dice, so that sweeps without doubt stay as they were.
    if is_model and not won and doubt and (version.pk + 3 * seed) % round(1 / doubt) == 0:
        return _undecided(version, setting, seed, **money)
    missed = {} if won else {"fault": "assistant", "fault_rule": "assistant_no_offer", "reason": "No offer was made."}
    return _row(
        version,
        setting,
        seed,
        state=State.FINISHED,
        success=won,
        result=outcome(won),
        reader="rules",
        **missed,
        **money,
    )


def _undecided(version: ScenarioVersion, setting: Configuration, seed: int, **money: Any) -> Episode:
    why = "The accepted offer at step 7 can’t be read clearly: it names two people."
    told = {"fault": "reader", "fault_rule": "reader_unclear", "fault_why": why, "reason": why}
    judged: dict[str, Any] = {"success": False, "undecided": True, "result": outcome(None), "reader": "rules"}
    return _row(version, setting, seed, state=State.FINISHED, **judged, **told, **money)


def _row(version: ScenarioVersion, setting: Configuration, seed: int, state: State, **fields: Any) -> Episode:
    now = timezone.now()
    is_over = state != State.RUNNING
    return Episode(
        version=version,
        config=setting.config.model_dump(mode="json"),
        config_hash=setting.config.config_hash,
        engine="test",
        user_player="scripted",
        assistant_player=setting.config.assistant,
        seed=seed,
        state=state,
        queue=Queue.MODELS if setting.kind == "model" else Queue.BATCH,
        turn=5,
        turn_limit=10,
        started_at=now - timedelta(seconds=40),
        ended_at=now if is_over else None,
        **fields,
    )
