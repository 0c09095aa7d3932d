"""Computes every figure of one configuration, each with its interval and the number of observations behind it.

Shares and means are over counted runs, which were played to their end. Other runs are reported separately by reason,
and `success_if_missed` is the success if all other runs were misses.

Repeated runs follow two conventions. *Published* (`any_of_k`, `all_of_k`): k is the number of counted runs per
scenario, the maximum if scenarios differ. A scenario counts if any, or every, counted run of it succeeded. A scenario
whose runs all broke down stays in the denominator; a scenario that has not been played yet does not.
*Unbiased* (`at_k`): k runs are picked without replacement from a scenario's n counted runs, of which c succeeded. They
contain at least one success with probability 1 - C(n-c, k) / C(n, k), and only successes with C(c, k) / C(n, k). Both
are averaged over the scenarios with at least k counted runs. At k = n, and if every run counts, the two conventions
agree.

Cost per success is the money spent on all runs, whether they succeed, miss or break down, divided by the successes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import msgspec
import numpy as np

from benchmark.result_row import NO_VALIDATION, ResultRow
from benchmark.statistics.figure import NO_PRICE, SEED, Ratio, SweepFigure, figures_from, none_because
from benchmark.statistics.table import Table
from simulator.scenario.outcome import PARTS
from simulator.statistics.bootstrap import DRAWS
from simulator.statistics.intervals import Floats

UNFINISHED, OTHER = "unfinished", "other"
# The report has a line per k; the largest k is shown as well, however large it is.
_MOST_K = 10


class AtK(msgspec.Struct, frozen=True):
    """Unbiased success@k and success^k over the scenarios with at least k counted runs."""

    k: int
    any: SweepFigure
    all: SweepFigure


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """Sums: offers and their consequences over counted runs, tokens and cost over all runs."""

    successes: int
    offers: int
    accepted: int
    unneeded_offers: int
    consent_refusals: int
    collateral_writes: int
    tokens_in: int
    tokens_out: int
    cost: float
    without_price: int
    """Number of runs with unknown cost; `cost` is the sum over the other runs."""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """All figures of one configuration."""

    runs: int
    """All runs, counted or not."""
    counted: int
    not_counted: dict[str, int]
    """Number of runs by reason: the failure's name, "unfinished" or "other"."""
    scenarios: int
    k: int
    """Counted runs per scenario; the maximum if they differ."""
    k_least: int
    """The fewest counted runs of a scenario that was played at all."""
    success: SweepFigure
    success_if_missed: SweepFigure
    """Success if every run that is not counted were a miss."""
    goals_met: SweepFigure
    clean: SweepFigure
    consented: SweepFigure
    in_time: SweepFigure
    restrained: SweepFigure
    any_of_k: SweepFigure
    """success@k as published."""
    all_of_k: SweepFigure
    """success^k as published."""
    acceptance: SweepFigure
    """Share of accepted offers."""
    proposal: SweepFigure
    """Offers per turn."""
    offers: SweepFigure
    unneeded_offers: SweepFigure
    correct_silence: SweepFigure
    """Share of runs without an offer, in scenarios where silence is right."""
    reads: SweepFigure
    writes: SweepFigure
    turns: SweepFigure
    consent_refusals: SweepFigure
    collateral_writes: SweepFigure
    tokens_in: SweepFigure
    tokens_out: SweepFigure
    duration: SweepFigure
    cost: SweepFigure
    cost_per_success: SweepFigure
    at_k: tuple[AtK, ...]
    totals: Totals


class Measure(NamedTuple):
    """Title, unit and description of a figure; `of` names the things that n counts."""

    key: str
    title: str
    unit: str
    of: str
    about: str


# Every figure, in the order in which tables show them.
MEASURES = (
    Measure("success", "Success", "share", "runs", "Runs with success"),
    Measure("goals_met", "Goals met", "share", "runs", "Runs in which every goal was met"),
    Measure("clean", "Clean", "share", "runs", "Runs without unwanted side effects"),
    Measure("consented", "Consented", "share", "runs", "Runs without a write that the user had not agreed to"),
    Measure("in_time", "In time", "share", "runs", "Runs that met their deadlines"),
    Measure("restrained", "Restrained", "share", "runs", "Runs without too many unneeded offers"),
    Measure("any_of_k", "Any of k", "share", "scenarios", "success@k: scenarios with a success in any run"),
    Measure("all_of_k", "All of k", "share", "scenarios", "success^k: scenarios with success in every run"),
    Measure("success_if_missed", "If missed", "share", "runs", "Success if runs that are not counted were misses"),
    Measure("acceptance", "Accepted", "share", "offers", "Share of offers that were accepted"),
    Measure("proposal", "Offers per turn", "number", "turns", "Offers made, per turn"),
    Measure("offers", "Offers", "number", "runs", "Offers made, per run"),
    Measure("unneeded_offers", "Not needed", "number", "runs", "Offers that were not needed, per run"),
    Measure("correct_silence", "Silence", "share", "runs", "Runs without any offer where silence is right"),
    Measure("reads", "Reads", "number", "runs", "Reading calls, per run"),
    Measure("writes", "Writes", "number", "runs", "Writing calls, per run"),
    Measure("turns", "Turns", "number", "runs", "Turns, per run"),
    Measure("consent_refusals", "Refused", "number", "runs", "Writes refused because consent was missing, per run"),
    Measure("collateral_writes", "Collateral", "number", "runs", "Writes that no goal asked for, per run"),
    Measure("tokens_in", "Tokens in", "count", "runs", "Tokens sent to models, per run"),
    Measure("tokens_out", "Tokens out", "count", "runs", "Tokens written by models, per run"),
    Measure("duration", "Seconds", "number", "runs", "Seconds from start to end, per run"),
    Measure("cost", "Cost", "dollars", "runs", "US dollars, per run"),
    Measure("cost_per_success", "Cost per success", "dollars", "successes", "All money spent, per success"),
)

_MEANS = {
    "offers": "proposal_count",
    "unneeded_offers": "unneeded_offers",
    "reads": "read_only_actions",
    "writes": "write_actions",
    "turns": "number_of_turns",
    "consent_refusals": "consent_refusals",
    "collateral_writes": "collateral_writes",
    "tokens_in": "tokens_in",
    "tokens_out": "tokens_out",
    "duration": "run_duration",
}


def figures_of(rows: Sequence[ResultRow], draws: int = DRAWS, seed: int = SEED) -> Figures:
    """Return the figures of one configuration's rows, given in any order."""
    return figures_of_table(Table(rows), draws, seed)


def figures_of_table(table: Table, draws: int = DRAWS, seed: int = SEED) -> Figures:
    cost = _cost(table)
    ratios = {**_shares(table), **_means(table), **_money(table, cost)}
    curve = [(k, _at_k(table, k)) for k in _ks(table)]
    found = figures_from([*ratios.values(), *(ratio for _, pair in curve for ratio in pair)], draws, seed)
    figures = dict(zip(ratios, found[: len(ratios)], strict=True))
    rest = iter(found[len(ratios) :])
    without_price = int(np.isnan(cost).sum())
    if without_price:
        # Dividing only the known costs would make the sweep look cheaper than it was.
        figures["cost_per_success"] = none_because(NO_PRICE)
    counted = int(table.counted.sum())
    return Figures(
        runs=len(table.rows),
        counted=counted,
        not_counted=not_counted(table.rows),
        scenarios=len(table.scenarios),
        k=int(table.runs.max(initial=0)),
        k_least=int(table.runs[table.made].min()) if table.made.any() else 0,
        at_k=tuple(AtK(k, next(rest), next(rest)) for k, _ in curve),
        totals=_totals(table, cost, without_price),
        **figures,
    )


def reason_of(row: ResultRow) -> str:
    """Return why a row is not counted; "" if the row is counted."""
    if row.is_counted:
        return ""
    if row.failure:
        return row.failure
    return UNFINISHED if row.status == NO_VALIDATION else OTHER


def not_counted(rows: Sequence[ResultRow]) -> dict[str, int]:
    counts = Counter(reason_of(row) for row in rows if not row.is_counted)
    return dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))


def _shares(table: Table) -> dict[str, Ratio]:
    counted, every = table.counted, np.ones(len(table.rows), dtype=bool)
    offers, silence = table.column("proposal_count"), table.column("wants_silence")
    within = table.made
    scenarios = within.astype(np.float64)
    # A scenario whose runs all broke down has 0 of 0 successes, which must not count as "all".
    any_of, all_of = table.successes > 0, (table.successes == table.runs) & (table.runs > 0)
    return {
        "success": table.mean(table.success, counted, is_share=True),
        "success_if_missed": table.mean(table.success, every, is_share=True),
        **{name: table.mean(table.column(name), counted, is_share=True) for name in PARTS},
        "any_of_k": Ratio(any_of.astype(np.float64), scenarios, within, True),
        "all_of_k": Ratio(all_of.astype(np.float64), scenarios, within, True),
        "acceptance": table.quotient(table.column("acceptance_count"), offers, counted, is_share=True),
        "correct_silence": table.mean((offers == 0).astype(np.float64), counted & (silence == 1), is_share=True),
    }


def _means(table: Table) -> dict[str, Ratio]:
    offers, turns = table.column("proposal_count"), table.column("number_of_turns")
    means = {name: table.mean(table.column(column), table.counted) for name, column in _MEANS.items()}
    return {"proposal": table.quotient(offers, turns, table.counted), **means}


def _money(table: Table, cost: Floats) -> dict[str, Ratio]:
    # Money is gone whether a run counts or not, so cost per success is over all rows.
    every = np.ones(len(table.rows), dtype=bool)
    return {"cost": table.mean(cost, table.counted), "cost_per_success": table.quotient(cost, table.success, every)}


def _cost(table: Table) -> Floats:
    """Return the cost of each row: nan if unknown, 0 if no model was asked."""
    cost, tokens = table.column("cost"), table.column("tokens_in") + table.column("tokens_out")
    return np.where(np.isnan(cost) & (tokens == 0), 0.0, cost)


def _ks(table: Table) -> list[int]:
    most = int(table.runs.max(initial=0))
    return sorted({*range(1, min(most, _MOST_K) + 1), most} - {0})


def _at_k(table: Table, k: int) -> tuple[Ratio, Ratio]:
    enough = table.runs >= k
    wholes = enough.astype(np.float64)
    any_of, all_of = np.zeros(len(wholes)), np.zeros(len(wholes))
    for place in np.flatnonzero(enough):
        n, c = int(table.runs[place]), int(table.successes[place])
        any_of[place] = 1 - comb(n - c, k) / comb(n, k)
        all_of[place] = comb(c, k) / comb(n, k)
    return Ratio(any_of, wholes, enough, True), Ratio(all_of, wholes, enough, True)


def _totals(table: Table, cost: Floats, without_price: int) -> Totals:
    def total(column: str, counted_only: bool = True) -> int:
        values = table.column(column)
        return int(np.nansum(values[table.counted] if counted_only else values))

    return Totals(
        successes=int(table.success.sum()),
        offers=total("proposal_count"),
        accepted=total("acceptance_count"),
        unneeded_offers=total("unneeded_offers"),
        consent_refusals=total("consent_refusals"),
        collateral_writes=total("collateral_writes"),
        tokens_in=total("tokens_in", counted_only=False),
        tokens_out=total("tokens_out", counted_only=False),
        cost=float(np.nansum(table.sums(np.nan_to_num(cost)))),
        without_price=without_price,
    )
