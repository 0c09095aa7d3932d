"""The list of scenarios, and the page of a scenario with its story, versions and runs."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from simulator.access import CONTROL, SEE, has_right, may_control, may_start, need, open_for_reading, visible_episodes
from simulator.jobs.serialization import story_of
from simulator.models import Scenario, ScenarioVersion
from simulator.scenario.load import ScenarioError
from simulator.showing.scenario_words import ScenarioWords
from simulator.views.flags import MAY_NOT_FLAG, FlagForm, set_flag, take_flag
from simulator.views.list_page import show_list
from simulator.views.play_remarks import remarks_about
from simulator.views.post_only import post_only
from simulator.views.scenario_filter import ScenarioFilter, apps_of, cards_of
from simulator.views.split_choices import readable_splits
from simulator.views.start_form import StartForm
from simulator.words.english import close_to

PER_PAGE = 60
RUNS_SHOWN = 20
# Tag of scenarios made from traces of another system. Such a trace tells only what was on the phone.
RETOLD = "imported"


@open_for_reading
@require_safe
def scenarios(request: HttpRequest) -> HttpResponse:
    cards = cards_of(_visible(request).select_related("current"), visible_episodes(request.user))
    asked = ScenarioFilter(request.GET, cards, readable_splits())
    return show_list(request, "scenarios", asked, asked.found(), PER_PAGE, all=len(cards))


@open_for_reading
@require_safe
def scenario(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the current version of a scenario, or the version that the URL names."""
    found = _scenario(request, slug)
    return _page(request, found, _version(found, request.GET.get("version", "")))


@post_only("scenario")
def flag(request: HttpRequest, slug: str) -> HttpResponse:
    """Flag a version as faulty, so that its misses are blamed on the scenario."""
    need(request.user, CONTROL, MAY_NOT_FLAG)
    found = _scenario(request, slug)
    version = _version(found, request.POST.get("version", ""))
    form = FlagForm(request.POST)
    if not form.is_valid():
        return _page(request, found, version, form)
    set_flag(version, request.user, form.cleaned_data["note"])
    return _to_version(found, version)


@post_only("scenario")
def unflag(request: HttpRequest, slug: str) -> HttpResponse:
    need(request.user, CONTROL, MAY_NOT_FLAG)
    found = _scenario(request, slug)
    version = _version(found, request.POST.get("version", ""))
    take_flag(version, request.user)
    return _to_version(found, version)


def _page(
    request: HttpRequest, found: Scenario, version: ScenarioVersion, wrong: FlagForm | None = None
) -> HttpResponse:
    """Render the page of one version of a scenario. `wrong`: a flag form with errors, shown again with its text."""
    runs = visible_episodes(request.user).filter(version__scenario=found)
    can_start = may_start(request.user) and found.removed_at is None and version.pk == found.current_id
    shown = {
        "scenario": found,
        "version": version,
        "retold": found.removed_at is not None and RETOLD in version.tags,
        "apps": apps_of(version),
        "splits": [split for split in readable_splits() if found.slug in split.ids],
        "versions": found.versions.annotate(runs=Count("episodes", filter=Q(episodes__in=runs))).defer("source"),
        "runs": runs.select_related("version").defer("version__source")[:RUNS_SHOWN],
        "count": runs.count(),
        "form": StartForm(scenario=found.slug) if can_start else None,
        "flag_form": (wrong or FlagForm()) if may_control(request.user) else None,
        "remarks": remarks_about(version) if may_control(request.user) else None,
        **_story(version),
    }
    return render(request, "scenarios/scenario.html", shown, status=409 if wrong else 200)


def _to_version(found: Scenario, version: ScenarioVersion) -> HttpResponse:
    address = reverse("scenario", args=[found.slug])
    return redirect(address if version.pk == found.current_id else f"{address}?version={version.content_hash[:12]}")


def _visible(request: HttpRequest) -> Any:
    """Return all scenarios for people who may see runs, otherwise only scenarios with public runs."""
    if has_right(request.user, SEE):
        return Scenario.objects.all()
    return Scenario.objects.filter(versions__in=visible_episodes(request.user).values("version")).distinct()


def _scenario(request: HttpRequest, slug: str) -> Scenario:
    visible = _visible(request)
    found = visible.select_related("current").filter(slug=slug, current__isnull=False).first()
    if found is None:
        raise Http404(f"There is no scenario “{slug}”{close_to(slug, visible.values_list('slug', flat=True))}.")
    return found  # type: ignore[no-any-return]


def _version(found: Scenario, wanted: str) -> ScenarioVersion:
    assert found.current is not None
    if not wanted:
        return found.current
    version = found.versions.filter(content_hash__startswith=wanted).first() if wanted.isalnum() else None
    if version is None:
        raise Http404(
            f"The scenario “{found.slug}” has no version “{wanted}”. Choose a version on the scenario’s page."
        )
    return version


def _story(version: ScenarioVersion) -> dict[str, Any]:
    """Return the story in words, or why this version of PARE Studio can't read it."""
    try:
        story = story_of(version)
    except ScenarioError as error:
        return {"unreadable": str(error.faults[0])}
    return {"part": story.scenario, "words": ScenarioWords(story)}
