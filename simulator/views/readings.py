"""Readings of a run: what models and people say about its texts, and the outcome according to each reader."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from simulator.access import REJUDGE, SEE, episode_for, has_right, need
from simulator.jobs.finished_run import CannotJudge, texts_of
from simulator.jobs.judge_job import enqueue_judge
from simulator.jobs.reader_outcomes import ReaderOutcome, outcomes_of, recorded_verdict
from simulator.models import Episode, Verdict
from simulator.reading.claims import text_hash
from simulator.scenario.run_claims import RunText
from simulator.views.judge_choices import JudgeBudgetField, judge_choices
from simulator.views.player_choices import models_now
from simulator.views.post_only import post_only

NO_REDIS = "The queue can’t be reached, so nothing was started. Try again in a moment."


class JudgeForm(forms.Form):
    """The form that has a model judge a run again."""

    judge_model = forms.ChoiceField(
        label="Judge",
        error_messages={
            "required": "Choose a model.",
            "invalid_choice": "“%(value)s” is not available. Choose a model from the list.",
        },
    )
    judge_budget = JudgeBudgetField()

    def __init__(self, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or None
        field = self.fields["judge_model"]
        assert isinstance(field, forms.ChoiceField)
        # Only listed models: a typed name could send the texts of a run to any server.
        field.choices = [("", "Choose"), *judge_choices(models_now())[1:]]


class ReadClaim(NamedTuple):
    """One claim about a text, with what readers said about it."""

    say: str
    key: str
    verdicts: list[Verdict]


class TextRow(NamedTuple):
    """One text of a run on the page."""

    text: RunText
    claims: list[ReadClaim]


@require_safe
def readings(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the texts of a run with their readings, and the outcome by each reader beside the recorded one."""
    need(request.user, SEE)
    return _page(request, episode_for(request, pk), JudgeForm())


@post_only("readings")
def rejudge(request: HttpRequest, pk: int) -> HttpResponse:
    """Queue a judge for a run that is over. The run is not played again, and its result stays."""
    need(request.user, REJUDGE)
    row = episode_for(request, pk)
    form = JudgeForm(request.POST)
    if not form.is_valid():
        return _page(request, row, form, 422)
    if not row.is_over or row.is_foreign:
        messages.warning(request, f"Run {pk} can’t be judged: it is not over, or another system played it.")
    elif enqueue_judge(pk, form.cleaned_data["judge_model"], form.cleaned_data["judge_budget"]):
        alias = form.cleaned_data["judge_model"]
        messages.success(request, f"{alias} is reading run {pk}. Reload this page to see its readings.")
    else:
        messages.warning(request, NO_REDIS)
    return redirect("readings", pk)


def _page(request: HttpRequest, row: Episode, form: JudgeForm, status: int = 200) -> HttpResponse:
    outcomes: list[ReaderOutcome] = []
    rows: list[TextRow] = []
    problem = ""
    try:
        outcomes, rows = outcomes_of(row), _rows(texts_of(row), row)
    except CannotJudge as error:
        problem = str(error)
    shown = {
        "episode": row,
        "recorded": recorded_verdict(row),
        "outcomes": outcomes,
        "texts": rows,
        "problem": problem,
        "judge_form": form,
        "may_rejudge": has_right(request.user, REJUDGE),
    }
    return render(request, "run/readings.html", shown, status=status)


def _rows(texts: Iterable[RunText], row: Episode) -> list[TextRow]:
    said: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in Verdict.objects.filter(episode=row):
        said.setdefault((verdict.text_hash, verdict.key), []).append(verdict)
    return [
        TextRow(
            text,
            [ReadClaim(claim.say, claim.key, said.get((text_hash(text.text), claim.key), [])) for claim in text.claims],
        )
        for text in texts
    ]
