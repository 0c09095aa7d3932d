"""The parts of a study's page that update themselves, and what of them somebody asked to see."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse

from annotation.jobs.checking import questions_of
from annotation.jobs.disputes import disputed, judged_items, offers_of
from annotation.jobs.progress import StudyProgress, progress_of
from annotation.jobs.pulse import pulse_of
from annotation.jobs.standing import Standing, standing_of
from annotation.models import Study, StudyState
from annotation.views.access import leads
from annotation.views.figures import Shown, agreement_shown
from annotation.views.lately import lately

PARTS = ("controls", "figures", "people", "strata", "agreement", "confusion", "disagreements")
SHOWN_DISPUTES = 6
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
_MOST_PEOPLE = 60


class Part(NamedTuple):
    """A part of the page, with a mark that changes when it does."""

    html: str
    mark: str


class Asked:
    """Which question, with or without flagged people, which disagreements: all of it in the address."""

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
        """Only what a simulated user is asked, too, can be compared with what it did."""
        return self.key == "decision"

    def query(self, **other: str) -> str:
        """As an address says it; what is usual is left out."""
        first = self.questions[0].key if self.questions else ""
        now = {
            "key": "" if self.key == first else self.key,
            "flagged": "out" if self.without_flagged else "",
            "with": "simulated" if self.simulated else "",
        }
        return urlencode({name: value for name, value in {**now, **other}.items() if value})


class Following:
    """Everything that the page shows of a study as it is now, worked out once."""

    def __init__(self, request: HttpRequest, study: Study, may_lag: bool = False) -> None:
        """`may_lag`: whether agreement may be that of a moment ago, because the page will ask again."""
        self.request, self.study, self.may_lag = request, study, may_lag
        # Taken before the rest: what comes in meanwhile is asked for again, and nothing is missed.
        self.pulse = pulse_of(study)
        self.asked = Asked(request.GET, study)
        self.is_lead = leads(request.user, study)

    @cached_property
    def standing(self) -> Standing:
        return standing_of(self.study)

    @cached_property
    def progress(self) -> StudyProgress:
        return progress_of(self.study, self.standing)

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
        """Besides those whom the lead has left out for good."""
        return {one.rater.pk for one in self.progress.flagged} if self.asked.without_flagged else set()

    def _agreement(self) -> Shown | None:
        question = self.asked.question
        if question is None:
            return None
        found = lately(self.study, question.key, self.left_out, self.pulse, self.may_lag)
        if not found.is_current:
            # Nothing is the last word: the page asks again, also if no answer comes in.
            self.pulse = ""
        return agreement_shown(found.whole, question)

    def _disputes(self) -> dict[str, Any]:
        judged = judged_items(self.standing, self.asked.key, self.left_out)
        found = disputed(judged, self.asked.simulated)
        first = found[:SHOWN_DISPUTES]
        return {
            "disputes": first,
            "dispute_count": len(found),
            "compared": sum(len(one.votes) > 1 for one in judged),
            "offers": offers_of(first) if first else {},
        }

    def _ways(self) -> dict[str, str]:
        """What can be looked at instead, as addresses: whole pages, and only what changes on this one."""
        here, live = self.study.get_absolute_url(), reverse("study_live", args=[self.study.pk])
        among, simulated = self.asked.query(**{"with": ""}), self.asked.query(**{"with": "simulated"})
        return {
            "among": f"{here}?{among}",
            "among_live": f"{live}?{among}",
            "simulated": f"{here}?{simulated}",
            "simulated_live": f"{live}?{simulated}",
            "all": f"{reverse('disagreements', args=[self.study.pk])}?{self.asked.query()}",
        }

    def parts(self, names: Sequence[str] = PARTS) -> dict[str, Part]:
        return {name: part(self.request, f"studies/_follow_{name}.html", self.shown) for name in names}

    @property
    def goes_on(self) -> bool:
        """Whether anything can still change by itself: a closed study waits for those who hold an item."""
        return self.study.state == StudyState.OPEN or bool(self.progress.held)


class Tab(NamedTuple):
    title: str
    query: str
    is_shown: bool


def _tabs(asked: Asked) -> list[Tab]:
    """One for each question; none where there is only one."""
    if len(asked.questions) < 2:
        return []
    first = asked.questions[0].key
    return [
        Tab(
            question.key.replace("_", " ").capitalize(),
            asked.query(key="" if question.key == first else question.key, **{"with": ""}),
            question.key == asked.key,
        )
        for question in asked.questions
    ]


def part(request: HttpRequest, template: str, shown: Mapping[str, Any]) -> Part:
    html = render_to_string(template, dict(shown), request)
    # The token of a form is written otherwise each time; that alone is no change.
    return Part(html, mark_of(_TOKEN.sub("", html)))


def mark_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
