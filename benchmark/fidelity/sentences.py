"""Says in sentences what a fidelity report shows, and only what the intervals allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from benchmark.fidelity.figures import FidelityFigure
from benchmark.fidelity.report import FidelityReport
from benchmark.fidelity.words import shown, shown_interval

_DEEDS: Mapping[str, str] = {
    "first_accept": "accepts at once",
    "first_decline": "declines at once",
    "first_look": "looks first",
}


class FidelitySentence(NamedTuple):
    """A finding. `good`: the simulated user is close to people; `warn`: it differs; `plain`: too little is known."""

    tone: Literal["good", "warn", "plain"]
    lead: str
    text: str


def sentences(report: FidelityReport) -> list[FidelitySentence]:
    """Return the findings about decisions, success and the classifier."""
    figures = {figure.key: figure for section in report.sections for figure in section.figures}
    return [*_decisions(report, figures), *_success(figures), *_classifier(figures)]


def _decisions(report: FidelityReport, figures: Mapping[str, FidelityFigure]) -> Iterator[FidelitySentence]:
    rates = [figures[key] for key in _DEEDS if key in figures]
    if not rates:
        return
    if all(rate.is_small for rate in rates):
        yield FidelitySentence("plain", "Too few decisions.", f"Rates need at least {rates[0].least} decisions.")
        return
    apart = [rate for rate in rates if _differs(rate)]
    if not apart:
        yield FidelitySentence("good", "First reactions are alike.", "No rate differs by more than its interval.")
        return
    widest = max(apart, key=lambda rate: abs(rate.value or 0))
    much = shown(abs(widest.value or 0), "points")
    way = "more" if (widest.value or 0) > 0 else "less"
    yield FidelitySentence(
        "warn",
        "First reactions differ.",
        f"The simulated user {_DEEDS[widest.key]} {much} percentage points {way} often than people "
        f"({shown_interval(widest)}).",
    )


def _success(figures: Mapping[str, FidelityFigure]) -> Iterator[FidelitySentence]:
    gap = figures.get("success")
    if gap is None:
        return
    if gap.is_small:
        text = f"The comparison needs at least {gap.least} runs."
        yield FidelitySentence("plain", "Too few runs to compare success.", text)
    elif _differs(gap):
        way = "higher" if (gap.value or 0) > 0 else "lower"
        much = shown(abs(gap.value or 0), "points")
        yield FidelitySentence(
            "warn",
            "Success differs.",
            f"It is {much} percentage points {way} with the simulated user ({shown_interval(gap)}).",
        )
    else:
        text = f"The gap is within its interval ({shown_interval(gap)} percentage points)."
        yield FidelitySentence("good", "Success is alike.", text)


def _classifier(figures: Mapping[str, FidelityFigure]) -> Iterator[FidelitySentence]:
    area = figures.get("auc")
    if area is None or area.value is None or area.noise is None:
        return
    told = f"AUC {shown(area.value, 'area')}, interval {shown_interval(area)}"
    if area.is_small:
        text = f"{told}, but it needs at least {area.least} runs on each side."
        yield FidelitySentence("plain", "Too few runs for the classifier.", text)
    elif area.value - 0.5 > area.noise:
        yield FidelitySentence("warn", "Runs can be told apart by behaviour.", f"{told}.")
    else:
        yield FidelitySentence("good", "Runs can’t be told apart by these features.", f"{told}.")


def _differs(figure: FidelityFigure) -> bool:
    """Return whether the interval of a difference leaves out 0."""
    return figure.low is not None and figure.high is not None and (figure.low > 0 or figure.high < 0)
