"""Pages of a person who takes part in a play study: their runs with the next step, and the leaderboard."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation.models import PlayAssignment, PlayPlan, PlayScenario, Rater, Study, StudyKind, StudyText, TextKind
from annotation.play_studies.assignment import (
    CannotPlay,
    OwnPlay,
    PlayStep,
    is_finished,
    is_under_way,
    note_end,
    own_play,
    start_next,
)
from annotation.play_studies.play_progress import leaders, play_progress
from annotation.views.access import rater_for
from annotation.views.ending import way_to_panel
from annotation.views.participant_pages import own_page

_SIGNS = {PlayStep.NOT_OPEN: "clock", PlayStep.PRACTICE: "again", PlayStep.READY: "play", PlayStep.UNDER_WAY: "play"}


class PlayOutline(NamedTuple):
    """Facts about a play study for the page behind an invite link."""

    role: str
    runs: int
    has_practice: bool
    plan: PlayPlan


class OwnRun(NamedTuple):
    """A run in the list of the person who played it."""

    one: PlayAssignment
    state: str
    """`finished`, `under_way` or `lost`."""


def play_outline(study: Study) -> PlayOutline:
    plan = study.play_plan
    has_practice = PlayScenario.objects.filter(study=study, is_practice=True).exists()
    return PlayOutline(plan.role, study.per_person or 0, has_practice, plan)


def play_home(request: HttpRequest, rater: Rater) -> HttpResponseBase:
    """Show the participant's runs and the next step: practise, play, go on playing, or the code at the end."""
    own = own_play(rater)
    if own.step == PlayStep.CONSENT:
        return redirect("consent", rater.study_id)
    note_end(rater, own.step)
    plan = rater.study.play_plan
    code = _code(rater.study, own)
    shown: dict[str, Any] = {
        "own": own,
        "sign": _SIGNS.get(own.step, "check"),
        "plan": plan,
        "runs": [_own_run(one) for one in own.runs],
        "has_play_practice": any(one.is_practice for one in own.runs) or own.step == PlayStep.PRACTICE,
        "last_is_lost": bool(own.runs) and own.current is None and _own_run(_newest(own)).state == "lost",
        "guidelines": _guidelines(rater.study),
        "code": code,
        "back": way_to_panel(rater.study.return_url, code) if code else "",
    }
    return own_page(request, rater, "join/play.html", shown)


@never_cache
@require_POST
def play_next(request: HttpRequest, pk: int) -> HttpResponse:
    """Start the next run, and open the page on which it is played. A run under way is opened again."""
    rater = rater_for(request, pk, StudyKind.PLAY)
    try:
        one = start_next(rater)
    except CannotPlay as problem:
        if problem.step is None:
            messages.warning(request, str(problem))
        # The page of the study says why there is nothing to start.
        return redirect("annotate", pk)
    assert one.episode_id is not None
    return redirect("play", one.episode_id)


@never_cache
@require_safe
def own_leaderboard(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how often the participants succeeded, by pseudonym, if the leads allow it."""
    rater = rater_for(request, pk, StudyKind.PLAY)
    if not rater.study.play_plan.shows_leaderboard:
        raise Http404("This study has no leaderboard.")
    found = leaders(play_progress(rater.study))
    return own_page(request, rater, "join/leaderboard.html", {"leaders": found, "me": rater.pk})


def leaderboard_page(request: HttpRequest, study: Study, is_lead: bool) -> HttpResponse:
    """Render the leaderboard for people who may see the study. Raise Http404 if the leads do not allow it."""
    if not study.play_plan.shows_leaderboard:
        raise Http404("This study has no leaderboard. A lead can allow it in the settings.")
    shown = {"study": study, "is_lead": is_lead, "leaders": leaders(play_progress(study)), "me": None}
    return render(request, "play_studies/leaderboard.html", shown)


def _newest(own: OwnPlay) -> PlayAssignment:
    return max(own.runs, key=lambda one: one.pk)


def _own_run(one: PlayAssignment) -> OwnRun:
    return OwnRun(one, "finished" if is_finished(one) else "under_way" if is_under_way(one) else "lost")


def _guidelines(study: Study) -> str:
    newest = StudyText.objects.filter(study=study, kind=TextKind.GUIDELINES).order_by("-version").first()
    return newest.text if newest is not None else ""


def _code(study: Study, own: OwnPlay) -> str:
    """Return the completion code for people who have played all their runs, or all runs that are left; else ""."""
    is_over = own.step in (PlayStep.DONE, PlayStep.NONE_LEFT, PlayStep.CLOSED)
    return study.completion_code if is_over and own.finished else ""
