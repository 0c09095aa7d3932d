"""Agreement as text for a terminal or a file."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.agreement.figure import AgreementFigure
from annotation.agreement.question_agreement import Agreement
from annotation.agreement.with_simulated_user import NOBODY
from simulator.words.english import counted

# Scale of Landis and Koch (1977): each word applies to values below its limit.
_SCALE = ((0.0, "poor"), (0.2, "slight"), (0.4, "fair"), (0.6, "moderate"), (0.8, "substantial"))
_WIDTH = 44
# Shown for the row of the confusion table whose label is "".
NO_MAJORITY = "no majority"


def scale(value: float | None) -> str:
    """Return Landis and Koch's word for a kappa or alpha, such as "fair"; "" for None.

    The scale is only a convention.
    """
    if value is None:
        return ""
    return next((word for limit, word in _SCALE if value < limit), "almost perfect")


def agreement_text(agreement: Agreement) -> str:
    """Return all figures as text, one per line, with their intervals, numbers of items and remarks."""
    return "\n".join(_lines(agreement)) + "\n"


def _lines(found: Agreement) -> Iterator[str]:
    among = found.among
    people = counted(found.raters, "person", "people")
    yield f"{counted(found.answers, 'answer')} of {people} to {counted(found.items, 'item')};"
    yield f"items with two answers or more: {found.comparable}"
    yield from ["", "Among people"]
    yield _figure("Same answer, pairs", among.percent)
    yield _figure(f"Cohen's kappa, mean of {among.cohen.pairs} pairs", among.cohen, is_scaled=True)
    yield _figure("Fleiss' kappa", among.fleiss, is_scaled=True)
    yield _figure("Krippendorff's alpha", among.alpha, is_scaled=True)
    yield from ["", "People compared with the simulated user", *_against(found)]
    yield from ["", *_rates(found), "", *_people(found), ""]
    yield f"Intervals: middle 95 % of {found.draws} draws of the items with replacement (bootstrap), seed {found.seed}."


def _against(found: Agreement) -> Iterator[str]:
    """Yield the figures of agreement with the simulated user, or one line if no item can be compared with it."""
    against = found.against
    if not any(map(any, against.confusion.counts)):
        yield f"  {NOBODY}"
        return
    yield _figure("Same answer as the majority", against.percent)
    yield _figure("Cohen's kappa with the majority", against.cohen, is_scaled=True)
    yield _figure("Same answer, ties settled", against.percent_settled)
    yield _figure("Cohen's kappa, ties settled", against.cohen_settled, is_scaled=True)
    yield _figure(f"Cohen's kappa, mean of {against.mean_kappa.pairs} people", against.mean_kappa, is_scaled=True)
    if against.kappa_spread is not None:
        yield f"  {'  standard deviation of these kappas':<{_WIDTH}} {against.kappa_spread:6.3f}"
    yield _figure("Fleiss' kappa, simulated user as a rater", against.fleiss, is_scaled=True)
    yield _figure("Krippendorff's alpha, with the same raters", against.alpha, is_scaled=True)
    yield from ["", *_confusion(found)]


def _figure(title: str, figure: AgreementFigure, is_scaled: bool = False) -> str:
    if figure.value is None:
        return f"  {title:<{_WIDTH}} {'-':>6}  {figure.why_none}"
    ends = "" if figure.low is None or figure.high is None else f"{figure.low:.3f} to {figure.high:.3f}"
    word = scale(figure.value) if is_scaled else ""
    told = f"  {title:<{_WIDTH}} {figure.value:6.3f}  {ends:<16}  n = {figure.n:<5} {word:<14} {figure.remark}"
    return told.rstrip()


def _confusion(found: Agreement) -> Iterator[str]:
    confusion = found.against.confusion
    yield "Number of items by majority of people (rows) and action of the simulated user (columns)"
    width = max((len(name) for name in (*confusion.columns, NO_MAJORITY)), default=0) + 2
    yield "  " + " " * width + "".join(f"{name:>{width}}" for name in confusion.columns)
    for name, counts in zip(confusion.rows, confusion.counts, strict=True):
        yield f"  {name or NO_MAJORITY:<{width}}" + "".join(f"{count:>{width}}" for count in counts)


def _rates(found: Agreement) -> Iterator[str]:
    yield "Share of each answer: people, simulated user"
    for label in found.labels:
        shares = [_share(rates[label].value) for rates in (found.rates, found.simulated_rates)]
        yield f"  {label:<{_WIDTH}} {shares[0]:>6}  {shares[1]:>6}"


def _people(found: Agreement) -> Iterator[str]:
    yield "Each person: answers, shares, agreement with others, agreement and kappa with the simulated user"
    for person in found.people:
        shares = " ".join(f"{label} {_share(share)}" for label, share in person.rates.items())
        figures = (person.with_others, person.with_simulated, person.kappa_simulated)
        told = "  ".join(_share(figure.value) for figure in figures)
        yield f"  {person.rater:<20} {person.answers:>5}  {shares}  {told}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
