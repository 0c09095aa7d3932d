"""Rows as tests write them: a scenario, a run, whether it succeeded, and what matters beyond that."""

from __future__ import annotations

import random
from typing import Any

from benchmark.result_row import ResultRow, proactive_model


def undecided(scenario: str, run: int | None = 1, /, **more: Any) -> ResultRow:
    """A run that is neither a success nor a miss."""
    return row(scenario, run, False, undecided_numeric=1.0, **more)


def row(scenario: str, run: int | None = 1, success: bool | None = True, /, **more: Any) -> ResultRow:
    """`success` None is a run that was not finished; with `failure` it is one that was given up."""
    given_up = success is None and bool(more.get("failure"))
    observe, execute = more.pop("observe_model", "atlas"), more.pop("execute_model", "atlas")
    values = {
        "base_scenario_id": scenario,
        "run_number": run,
        "run": run,
        "success_numeric": None if success is None else float(success),
        "success_bool": success,
        "status": "exception" if given_up else {True: "success", False: "failed", None: "no_validation"}[success],
        "has_exception": given_up,
        "user_model": "scripted",
        "observe_model": observe,
        "execute_model": execute,
        "proactive_model": proactive_model(observe, execute),
        "configuration": observe if observe == execute else f"{observe} / {execute}",
    }
    return ResultRow(**{**values, **more})


def golden() -> list[ResultRow]:
    """The golden vector: scenario, run, success, proposals, acceptances, turns, reads, writes."""
    table: tuple[tuple[str, int, bool | None, int, int, int, int, int], ...] = (
        ("A", 1, True, 1, 1, 10, 5, 1),
        ("A", 2, False, 2, 0, 10, 7, 0),
        ("B", 1, True, 1, 1, 5, 4, 2),
        ("B", 2, True, 1, 1, 5, 4, 2),
        ("C", 1, False, 0, 0, 10, 9, 0),
        ("C", 2, None, 0, 0, 10, 3, 0),
    )
    names = ("proposal_count", "acceptance_count", "number_of_turns", "read_only_actions", "write_actions")
    return [row(name, run, won, **dict(zip(names, counts, strict=True))) for name, run, won, *counts in table]


def sample(scenarios: int = 12, runs: int = 3, seed: int = 0, chance: float = 0.6, **more: Any) -> list[ResultRow]:
    """Rows of one configuration with all kinds of values; some are not counted."""
    dice = random.Random(seed)
    found = []
    for number in range(scenarios):
        for run in range(1, runs + 1):
            broken = dice.random() < 0.05
            offers = dice.randrange(4)
            facts: dict[str, Any] = {
                "proposal_count": offers,
                "acceptance_count": dice.randint(0, offers),
                "number_of_turns": dice.randint(1, 10),
                "read_only_actions": dice.randrange(9),
                "write_actions": dice.randrange(5),
                "run_duration": dice.random(),
                "goals_met": dice.random() < 0.8,
                "clean": dice.random() < 0.9,
                "consented": True,
                "in_time": None if number % 3 else dice.random() < 0.9,
                "wants_silence": number % 4 == 0,
                "unneeded_offers": dice.randint(0, offers),
                "collateral_writes": dice.randrange(2),
                "consent_refusals": dice.randrange(2),
                "tokens_in": dice.randrange(1, 10_000),
                "tokens_out": dice.randrange(1, 1000),
                "cost": dice.random() / 7,
                "category": f"category {number % 4}",
                "difficulty": "hard" if number % 2 else "easy",
                "apps": "calendar,email" if number % 2 else "email",
                "seed": 0,
                "failure": "provider" if broken else "",
            }
            found.append(row(f"scenario_{number}", run, None if broken else dice.random() < chance, **facts | more))
    return found
