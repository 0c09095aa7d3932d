"""The page that compares simulated users with the people who have played, and the order to compute a report."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from benchmark.fidelity import words
from benchmark.fidelity.compare import DEFAULT_K, MOST_K
from benchmark.fidelity.figures import FidelityFigure, Section
from benchmark.fidelity.report import FidelityReport
from benchmark.fidelity.resampling import SCRIPTED, SimulatedUser
from benchmark.fidelity.sentences import sentences
from benchmark.jobs.fidelity_job import choices, order_report, stored_runs
from benchmark.models import Fidelity, FidelityState
from benchmark.views.fidelity_plot import rates_svg
from simulator import access
from simulator.words.numbers import whole_number

_MISSING = {
    access.SEE: access.MISSING[access.SEE],
    access.START: "You can see fidelity reports, but not compute them. Ask an administrator to add you to the group "
    "“researcher”.",
}
_PLOTTED = ("first_accept", "first_decline", "first_look", "success")
_BY_SCENARIO = "success_scenario_"


class FigureRow(NamedTuple):
    """A figure as one row of a table."""

    title: str
    note: str
    people: str
    simulated: str
    value: str
    interval: str
    n: str
    is_small: bool
    least: int
    noise: str
    ceiling: str
    needed: str


class SectionTable(NamedTuple):
    """A section with its rows; rows of single scenarios are folded."""

    section: Section
    rows: list[FigureRow]
    folded: list[FigureRow]
    has_sides: bool
    """False if no figure has values of people and of the simulated user; the table then leaves these columns out."""


@require_safe
def fidelity(request: HttpRequest) -> HttpResponse:
    """Show the newest report on a simulated user, or how to get one."""
    access.need(request.user, access.SEE, _MISSING[access.SEE])
    users = choices()
    user = _asked(request.GET.get("user", SCRIPTED), users)
    stored = Fidelity.objects.filter(user_label=user.label)
    newest, finished = stored.first(), stored.filter(state=FidelityState.FINISHED).first()
    runs = stored_runs(user)
    report = None if finished is None else _report(finished)
    return render(
        request,
        "fidelity/page.html",
        {
            "users": list(users),
            # Not `user`: that is the signed-in person in every template.
            "simulated": user,
            "title": words.user_title(user.label),
            "k": DEFAULT_K,
            "most_k": MOST_K,
            "newest": newest,
            "finished": finished,
            "runs": runs,
            "is_stale": finished is not None and finished.runs_key != runs.key,
            "report": report,
            "may_compute": access.may_start(request.user),
            **({} if report is None else _shown(report)),
        },
    )


@require_POST
def compute_fidelity(request: HttpRequest) -> HttpResponse:
    """Order a report, and go back to the page, which shows how far it is."""
    access.need(request.user, access.START, _MISSING[access.START])
    user = _asked(request.POST.get("user", SCRIPTED), choices())
    k = whole_number(request.POST.get("k", "")) or DEFAULT_K
    if not 1 <= k <= MOST_K:
        messages.error(request, f"Decisions per point: enter a number from 1 to {MOST_K}.")
    elif not stored_runs(user).people:
        messages.error(request, "No person has finished a run yet. Let people play first.")
    else:
        order_report(user, k, request.user if isinstance(request.user, User) else None)
    return redirect(f"{reverse('fidelity')}?{urlencode({'user': user.label})}")


def _asked(label: str, users: dict[str, SimulatedUser]) -> SimulatedUser:
    if label not in users:
        known = ", ".join(users)
        raise Http404(f"No simulated user “{label[:60]}” has played a scenario that people played. Known: {known}.")
    return users[label]


def _report(row: Fidelity) -> FidelityReport | None:
    """Return a stored report; None if an older version has stored it in another form."""
    try:
        return msgspec.convert(row.report, FidelityReport)
    except msgspec.ValidationError:
        return None


def _shown(report: FidelityReport) -> dict[str, Any]:
    figures = [figure for section in report.sections for figure in section.figures]
    plotted = [figure for key in _PLOTTED for figure in figures if figure.key == key]
    # In the plot, the figure for all scenarios stands beside rates of decisions.
    plotted = [_renamed(figure) for figure in plotted]
    return {
        "facts": words.facts(report),
        "sentences": sentences(report),
        "plot": rates_svg(plotted) if plotted else "",
        "tables": [_table(section) for section in report.sections],
    }


def _renamed(figure: FidelityFigure) -> FidelityFigure:
    return msgspec.structs.replace(figure, title="Success") if figure.key == "success" else figure


def _table(section: Section) -> SectionTable:
    rows = [(figure.key.startswith(_BY_SCENARIO), _row(figure)) for figure in section.figures]
    return SectionTable(
        section,
        [row for is_folded, row in rows if not is_folded],
        [row for is_folded, row in rows if is_folded],
        any(figure.people is not None for figure in section.figures),
    )


def _row(figure: FidelityFigure) -> FigureRow:
    p = "" if figure.p is None else words.shown_p(figure.p)
    return FigureRow(
        title=figure.title,
        note="; ".join(part for part in (p, figure.note) if part),
        people=words.shown_side(figure.people, figure.unit),
        simulated=words.shown_side(figure.simulated, figure.unit),
        value=words.shown_value(figure),
        interval=words.shown_interval(figure),
        n=f"{figure.n:,}",
        is_small=figure.is_small,
        least=figure.least,
        noise=words.shown_noise(figure),
        ceiling=words.shown(figure.ceiling, figure.unit),
        needed=words.shown_needed(figure),
    )
