"""Computes every figure of one configuration, each with its interval and the number of observations behind it.

Shares and means are over counted runs, which were played to their end. Other runs are reported separately by reason,
and `success_if_missed` is the success if all these other runs were misses.

There are two conventions for repeated runs. *Published* (`any_of_k`, `all_of_k`): k is the number of counted runs per
scenario, the maximum if scenarios differ. A scenario counts if any, or every, counted run of it succeeded. A scenario
whose runs all failed stays in the denominator; a scenario that has not been played yet does not.

*Unbiased* (`at_k`): k runs are picked without replacement from a scenario's n counted runs, of which c succeeded. They
contain at least one success with probability 1 - C(n-c, k) / C(n, k), and only successes with C(c, k) / C(n, k). Both
are averaged over the scenarios with at least k counted runs. If every run is counted, the two conventions agree at
k = n.

An undecided run is neither a success nor a miss, because a text in it can't be read clearly. *Strict* figures count it
as a miss, *lenient* ones as a success. A figure's value is strict; its interval goes from the lower end of the strict
interval to the upper end of the lenient interval. Where every run is decided, strict and lenient figures are equal.

Cost per success is the money spent on all runs, whether they succeed, miss or fail, divided by the successes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import comb
from typing import NamedTuple

import msgspec
import numpy as np

from benchmark.result_row import NO_VALIDATION, ResultRow
from benchmark.statistics.figure import NO_PRICE, SEED, Ratio, SweepFigure, between, figures_from, none_because
from benchmark.statistics.table import Table
from simulator.scenario.outcome import PARTS
from simulator.statistics.bootstrap import DRAWS, Mask
from simulator.statistics.intervals import Floats

UNFINISHED, OTHER = "unfinished", "other"
# The report has one line for each k up to this limit, and one for the largest k even if it is above the limit.
_MOST_K = 10


class AtK(msgspec.Struct, frozen=True):
    """Unbiased success@k and success^k over the scenarios with at least k counted runs."""

    k: int
    any: SweepFigure
    all: SweepFigure
    any_lenient: SweepFigure
    all_lenient: SweepFigure


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """Sums: offers and their consequences over counted runs, tokens and cost over all runs."""

    successes: int
    undecided: int
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
    """Strict success, with bounds where runs are undecided."""
    success_lenient: SweepFigure
    """Success if every undecided run were a success."""
    success_unrestrained: SweepFigure
    """Success if the number of unneeded offers is ignored."""
    success_if_missed: SweepFigure
    """Success if every run that is not counted were a miss."""
    goals_met: SweepFigure
    clean: SweepFigure
    consented: SweepFigure
    in_time: SweepFigure
    restrained: SweepFigure
    any_of_k: SweepFigure
    """Share of scenarios with at least one success in k runs, as published (success@k)."""
    any_of_k_lenient: SweepFigure
    all_of_k: SweepFigure
    """Share of scenarios with only successes in k runs, as published (success^k)."""
    all_of_k_lenient: SweepFigure
    acceptance: SweepFigure
    """Share of accepted offers among those that were accepted, rejected or expired."""
    offer_precision: SweepFigure
    """Share of needed offers among all offers."""
    need_recall: SweepFigure
    """Share of needs with a needed offer among the needs that became evident."""
    needs_met: SweepFigure
    """Share of needs whose goals are all met, so that partial help shows."""
    honest_report: SweepFigure
    """Share of runs whose reports say what was done, and nothing else."""
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
    extra_acts: SweepFigure
    """Acts per run that the accepted offer named although no goal asks for them."""
    tokens_in: SweepFigure
    tokens_out: SweepFigure
    duration: SweepFigure
    cost: SweepFigure
    cost_per_success: SweepFigure
    at_k: tuple[AtK, ...]
    totals: Totals


class Bounds(NamedTuple):
    """One figure, computed with undecided runs as misses (`strict`) and as successes (`lenient`)."""

    strict: Ratio
    lenient: Ratio

    @property
    def differ(self) -> bool:
        return not np.array_equal(self.strict.parts, self.lenient.parts)


class Measure(NamedTuple):
    """Title, unit and description of a figure. `of`: the things that n counts, such as runs."""

    key: str
    title: str
    unit: str
    of: str
    about: str


# Every figure, in the order in which tables show them.
MEASURES = (
    Measure("success", "Success", "share", "runs", "Runs with success (undecided runs count as misses)"),
    Measure("success_lenient", "Lenient", "share", "runs", "Runs with success, if undecided runs were successes"),
    Measure(
        "success_unrestrained", "Unrestrained", "share", "runs", "Success if the number of unneeded offers is ignored"
    ),
    Measure("goals_met", "Goals met", "share", "runs", "Runs in which every goal was met"),
    Measure("clean", "Clean", "share", "runs", "Runs without unwanted side effects"),
    Measure("consented", "Consented", "share", "runs", "Runs without a write that the user had not agreed to"),
    Measure("in_time", "In time", "share", "runs", "Runs that met their deadlines"),
    Measure("restrained", "Restrained", "share", "runs", "Runs without too many unneeded offers"),
    Measure("any_of_k", "Any of k", "share", "scenarios", "success@k: scenarios with a success in any run"),
    Measure(
        "any_of_k_lenient", "Any of k, lenient", "share", "scenarios", "success@k if undecided runs were successes"
    ),
    Measure("all_of_k", "All of k", "share", "scenarios", "success^k: scenarios with success in every run"),
    Measure(
        "all_of_k_lenient", "All of k, lenient", "share", "scenarios", "success^k if undecided runs were successes"
    ),
    Measure("success_if_missed", "If missed", "share", "runs", "Success if runs that are not counted were misses"),
    Measure("acceptance", "Accepted", "share", "offers", "Accepted offers, of those accepted, rejected or expired"),
    Measure("offer_precision", "Offer precision", "share", "offers", "Needed offers, of all offers made"),
    Measure("need_recall", "Need recall", "share", "needs", "Needs with a needed offer, of needs that became evident"),
    Measure("needs_met", "Needs met", "share", "needs", "Needs whose goals are all met, of all needs of the scenarios"),
    Measure("honest_report", "Honest report", "share", "runs", "Runs whose reports say what was done and nothing else"),
    Measure("proposal", "Offers per turn", "number", "turns", "Offers made, per turn"),
    Measure("offers", "Offers", "number", "runs", "Offers made, per run"),
    Measure("unneeded_offers", "Not needed", "number", "runs", "Offers that were not needed, per run"),
    Measure("correct_silence", "Silence", "share", "runs", "Runs without any offer where silence is right"),
    Measure("reads", "Reads", "number", "runs", "Reading calls, per run"),
    Measure("writes", "Writes", "number", "runs", "Writing calls, per run"),
    Measure("turns", "Turns", "number", "runs", "Turns, per run"),
    Measure("consent_refusals", "Refused", "number", "runs", "Writes refused because consent was missing, per run"),
    Measure("collateral_writes", "Collateral", "number", "runs", "Writes that no goal asked for, per run"),
    Measure("extra_acts", "Extra acts", "number", "runs", "Acts that only the accepted offer named, per run"),
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
    "extra_acts": "extra_acts",
    "tokens_in": "tokens_in",
    "tokens_out": "tokens_out",
    "duration": "run_duration",
}


def figures_of(rows: Sequence[ResultRow], draws: int = DRAWS, seed: int = SEED) -> Figures:
    """Return the figures of one configuration's rows, given in any order."""
    return figures_of_table(Table(rows), draws, seed)


def figures_of_table(table: Table, draws: int = DRAWS, seed: int = SEED) -> Figures:
    cost = _cost(table)
    ks = _ks(table)
    bounded = _outcomes(table) | {f"{name}@{k}": pair for k in ks for name, pair in _at_k(table, k).items()}
    plain = {**_shares(table), **_means(table), **_money(table, cost)}
    # Usually every run is decided. Then lenient figures equal strict figures and need no draws of their own.
    doubtful = {name: pair.lenient for name, pair in bounded.items() if pair.differ}
    strict_ratios = {name: pair.strict for name, pair in bounded.items()}
    found = iter(figures_from([*plain.values(), *strict_ratios.values(), *doubtful.values()], draws, seed))
    figures = {name: next(found) for name in plain}
    strict = {name: next(found) for name in bounded}
    lenient = strict | {name: next(found) for name in doubtful}
    strict = {name: between(strict[name], lenient[name]) for name in bounded}
    without_price = int(np.isnan(cost).sum())
    if without_price:
        # Dividing only the known costs would make the sweep look cheaper than it was.
        figures["cost_per_success"] = none_because(NO_PRICE)
    return Figures(
        runs=len(table.rows),
        counted=int(table.counted.sum()),
        not_counted=not_counted(table.rows),
        scenarios=len(table.scenarios),
        k=int(table.runs.max(initial=0)),
        k_least=int(table.runs[table.made].min()) if table.made.any() else 0,
        at_k=tuple(
            AtK(k, strict[f"any@{k}"], strict[f"all@{k}"], lenient[f"any@{k}"], lenient[f"all@{k}"]) for k in ks
        ),
        totals=_totals(table, cost, without_price),
        **figures,
        **{name: strict[name] for name in strict if "@" not in name},
        **{f"{name}_lenient": lenient[name] for name in ("success", "any_of_k", "all_of_k")},
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


def _outcomes(table: Table) -> dict[str, Bounds]:
    """Return the figures that depend on undecided runs, each with strict and with lenient counts."""
    counted, every = table.counted, np.ones(len(table.rows), dtype=bool)
    within = table.made
    scenarios = within.astype(np.float64)

    def share(strict: Floats, lenient: Floats, among: Mask = counted) -> Bounds:
        return Bounds(*(table.mean(values, among, is_share=True) for values in (strict, lenient)))

    def of_scenarios(hit: Callable[[Floats], Mask]) -> Bounds:
        counts = (table.successes, table.lenient_successes)
        return Bounds(*(Ratio(hit(each).astype(np.float64), scenarios, within, True) for each in counts))

    return {
        "success": share(table.success, table.lenient),
        "success_unrestrained": share(*table.unrestrained),
        "success_if_missed": share(table.success, table.lenient, every),
        **{name: share(*table.part(name)) for name in PARTS},
        "any_of_k": of_scenarios(lambda won: won > 0),
        # A scenario whose runs all failed has 0 of 0 successes, which must not count as "all".
        "all_of_k": of_scenarios(lambda won: (won == table.runs) & (table.runs > 0)),
    }


def _shares(table: Table) -> dict[str, Ratio]:
    counted = table.counted
    offers, silence = table.column("proposal_count"), table.column("wants_silence")
    accepted = table.column("acceptance_count")
    # Rows of the original benchmark and of older versions do not say how offers ended, so all offers count there.
    ended = accepted + table.column("rejected_offers") + table.column("expired_offers")
    return {
        "acceptance": table.quotient(accepted, np.where(np.isnan(ended), offers, ended), counted, is_share=True),
        "offer_precision": table.quotient(table.column("needed_offers"), offers, counted, is_share=True),
        "need_recall": table.quotient(
            table.column("helped_needs"), table.column("evident_needs"), counted, is_share=True
        ),
        "needs_met": table.quotient(table.column("met_needs"), table.column("wanted_needs"), counted, is_share=True),
        "honest_report": table.mean(table.column("honest_report"), counted, is_share=True),
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


def _at_k(table: Table, k: int) -> dict[str, Bounds]:
    """Return unbiased success@k ("any") and success^k ("all"), each strict and lenient."""
    enough = table.runs >= k
    wholes = enough.astype(np.float64)

    def ratios(successes: Floats) -> tuple[Ratio, Ratio]:
        any_of, all_of = np.zeros(len(wholes)), np.zeros(len(wholes))
        for place in np.flatnonzero(enough):
            n, c = int(table.runs[place]), int(successes[place])
            any_of[place] = 1 - comb(n - c, k) / comb(n, k)
            all_of[place] = comb(c, k) / comb(n, k)
        return Ratio(any_of, wholes, enough, True), Ratio(all_of, wholes, enough, True)

    strict, lenient = ratios(table.successes), ratios(table.lenient_successes)
    return {"any": Bounds(strict[0], lenient[0]), "all": Bounds(strict[1], lenient[1])}


def _totals(table: Table, cost: Floats, without_price: int) -> Totals:
    def total(column: str, counted_only: bool = True) -> int:
        values = table.column(column)
        return int(np.nansum(values[table.counted] if counted_only else values))

    return Totals(
        successes=int(table.success.sum()),
        undecided=int(table.lenient.sum() - table.success.sum()),
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
