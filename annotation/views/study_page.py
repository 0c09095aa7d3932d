"""The overview page of a study, and the requests that keep it up to date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from annotation.labelling.answer_checks import questions_of
from annotation.models import Batch, Study, StudyKind, StudyState, StudyText, TextKind
from annotation.results.change_token import study_token
from annotation.results.current_answers import CurrentAnswers, current_answers
from annotation.results.disputes import disputed, judged_items, offers_of
from annotation.results.recent_agreement import recent_agreement
from annotation.results.study_progress import StudyProgress, progress_of
from annotation.views.access import leads, study_for
from annotation.views.agreement_tables import AgreementTables, agreement_tables
from annotation.views.checklist import checklist_of
from annotation.views.play_study_page import play_study, play_study_live
from simulator.rendering.live_parts import LivePart, changed_parts, live_part
from simulator.words.english import counted

PARTS = ("controls", "figures", "people", "strata", "agreement", "confusion", "disagreements")
SHOWN_DISPUTES = 6
# Most people to list, because the list is rendered again with every change; the page “People” lists everybody.
_MOST_PEOPLE = 60
# The source of a batch is stored as text; benchmark is a sibling app, linked by URL name only.
_SWEEP = re.compile(r"sweep (\d+)(?:, (.+))?")
_MOST_SOURCES = 3


class StudyQuery:
    """The view that the address asks for: question, kind of disagreements, and whether to leave out flagged people."""

    def __init__(self, given: QueryDict, study: Study) -> None:
        self.questions = questions_of(study)
        by_key = {question.key: question for question in self.questions}
        self.question = by_key.get(given.get("key", "")) or (self.questions[0] if self.questions else None)
        self.without_flagged = given.get("flagged") == "out"
        self.simulated = given.get("with") == "simulated" and self.has_simulated

    @property
    def key(self) -> str:
        return self.question.key if self.question else ""

    @property
    def has_simulated(self) -> bool:
        """Return whether the simulated user was asked the same question, so that its answers can be compared."""
        return self.key == "decision"

    def query(self, **other: str) -> str:
        """Return the view as a query string, without default values."""
        first = self.questions[0].key if self.questions else ""
        now = {
            "key": "" if self.key == first else self.key,
            "flagged": "out" if self.without_flagged else "",
            "with": "simulated" if self.simulated else "",
        }
        return urlencode({name: value for name, value in {**now, **other}.items() if value})


class StudyPageData:
    """All data of the study page, computed once per request."""

    def __init__(self, request: HttpRequest, study: Study, may_lag: bool = False) -> None:
        """`may_lag` allows agreement without the latest answers, because the page will ask again."""
        self.request, self.study, self.may_lag = request, study, may_lag
        # The token is computed before everything else: a change that arrives meanwhile then makes the page ask again.
        self.pulse = study_token(study)
        self.asked = StudyQuery(request.GET, study)
        self.is_lead = leads(request.user, study)

    @cached_property
    def current(self) -> CurrentAnswers:
        return current_answers(self.study)

    @cached_property
    def progress(self) -> StudyProgress:
        return progress_of(self.study, self.current)

    @cached_property
    def shown(self) -> dict[str, Any]:
        asked, progress = self.asked, self.progress
        return {
            "study": self.study,
            "asked": asked,
            "question": asked.question,
            "is_lead": self.is_lead,
            "progress": progress,
            "people": progress.people[:_MOST_PEOPLE],
            "more_people": max(0, len(progress.people) - _MOST_PEOPLE),
            "has_practice": self.study.items.filter(role="practice").exists(),
            "agreement": self._agreement(),
            "tabs": _tabs(asked),
            "ways": self._ways(),
            **self._disputes(),
        }

    @property
    def left_out(self) -> set[int]:
        """Return the primary keys of flagged people if the address leaves them out, else none.

        People whom a lead left out are not counted in either case.
        """
        return {one.rater.pk for one in self.progress.flagged} if self.asked.without_flagged else set()

    def _agreement(self) -> AgreementTables | None:
        question = self.asked.question
        if question is None:
            return None
        # The bootstrap takes up to seconds for large studies, while the page asks every few seconds.
        found = recent_agreement(self.study, question.key, self.left_out, self.pulse, self.may_lag)
        if not found.is_current:
            # An empty token differs from every other token, so the page asks again even if no answer comes in.
            self.pulse = ""
        return agreement_tables(found.whole, question)

    def _disputes(self) -> dict[str, Any]:
        judged = judged_items(self.current, self.asked.key, self.left_out)
        found = disputed(judged, self.asked.simulated)
        first = found[:SHOWN_DISPUTES]
        return {
            "disputes": first,
            "dispute_count": len(found),
            "compared": sum(len(one.votes) > 1 for one in judged),
            "offers": offers_of(first) if first else {},
        }

    def _ways(self) -> dict[str, str]:
        """Return the addresses of the lists of disagreements.

        Addresses under names that end in `_live` update the list on this page.
        """
        here, live = self.study.get_absolute_url(), reverse("study_live", args=[self.study.pk])
        among, simulated = self.asked.query(**{"with": ""}), self.asked.query(**{"with": "simulated"})
        return {
            "among": f"{here}?{among}",
            "among_live": f"{live}?{among}",
            "simulated": f"{here}?{simulated}",
            "simulated_live": f"{live}?{simulated}",
            "all": f"{reverse('disagreements', args=[self.study.pk])}?{self.asked.query()}",
        }

    def parts(self, names: Sequence[str] = PARTS) -> dict[str, LivePart]:
        return {name: live_part(self.request, f"studies/_follow_{name}.html", self.shown) for name in names}

    @property
    def goes_on(self) -> bool:
        """Return whether the page can still change: the study is open, or somebody still holds an item."""
        return self.study.state == StudyState.OPEN or bool(self.progress.held)


class QuestionTab(NamedTuple):
    title: str
    query: str
    is_shown: bool


def _tabs(asked: StudyQuery) -> list[QuestionTab]:
    """Return one tab per question; no tabs if there is only one question."""
    if len(asked.questions) < 2:
        return []
    first = asked.questions[0].key
    return [
        QuestionTab(
            question.key.replace("_", " ").capitalize(),
            asked.query(key="" if question.key == first else question.key, **{"with": ""}),
            question.key == asked.key,
        )
        for question in asked.questions
    ]


class ItemSource(NamedTuple):
    """A source of items, with the address of its page if there is a page."""

    words: str
    address: str = ""


@require_safe
def study(request: HttpRequest, pk: int) -> HttpResponse:
    row = study_for(request, pk, None)
    if row.kind == StudyKind.PLAY:
        return play_study(request, row)
    if row.state == StudyState.DRAFT:
        return render(request, "studies/study_draft.html", draft_shown(request, row))
    following = StudyPageData(request, row)
    shown = {**following.shown, "parts": following.parts(), "pulse": following.pulse, "goes_on": following.goes_on}
    return render(request, "studies/study.html", {**shown, **facts_of(row)})


def draft_shown(request: HttpRequest, row: Study) -> dict[str, Any]:
    """Return the context of a draft's page, which shows leads a checklist and has no results."""
    is_lead = leads(request.user, row)
    checklist = checklist_of(row) if is_lead else None
    return {"study": row, "is_lead": is_lead, "checklist": checklist, **facts_of(row)}


def facts_of(row: Study) -> dict[str, Any]:
    """Return the facts shown below the title of the study."""
    version = StudyText.objects.filter(study=row, kind=TextKind.GUIDELINES).order_by("-version").values("version")[:1]
    guidelines = version.first()
    people = [one.get_full_name() or one.get_username() for one in row.leads.order_by("pk")]
    specs = list(Batch.objects.filter(study=row).order_by("number").values_list("spec", flat=True))
    return {
        "guidelines": guidelines["version"] if guidelines else None,
        "lead_names": people,
        "sources": _sources(specs),
        "seeds": [*dict.fromkeys(str(spec["seed"]) for spec in specs if "seed" in spec)],
    }


def _sources(specs: list[dict[str, Any]]) -> list[ItemSource]:
    names = dict.fromkeys(str(spec.get("source") or _runs_in(spec)) for spec in specs)
    return [_source(name) for name in [*names][:_MOST_SOURCES] if name]


def _runs_in(spec: dict[str, Any]) -> str:
    count = len(spec.get("runs") or ())
    return counted(count, "run") if count else "all runs" if spec else ""


def _source(name: str) -> ItemSource:
    named = _SWEEP.fullmatch(name.strip())
    return ItemSource(named[2] or name, reverse("sweep", args=[named[1]])) if named else ItemSource(name)


@require_safe
def study_live(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the parts that changed since the page was rendered; all parts if the address has no hashes of parts.

    Send status 204 without content if the token `pulse` in the address is still valid.
    """
    row = study_for(request, pk, None)
    if row.kind == StudyKind.PLAY:
        return play_study_live(request, row)
    following = StudyPageData(request, row, may_lag="pulse" in request.GET)
    if request.GET.get("pulse") == following.pulse:
        return HttpResponse(status=204)
    parts = following.parts()
    changed = changed_parts(parts, request.GET.dict())
    shown = {"parts": parts, "changed": changed, "pulse": following.pulse, "goes_on": following.goes_on}
    response = render(request, "studies/_follow_changed.html", {**following.shown, **shown})
    if "pulse" not in request.GET:
        query = following.asked.query()
        response["HX-Replace-Url"] = f"{row.get_absolute_url()}{'?' if query else ''}{query}"
    return response
