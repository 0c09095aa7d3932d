"""The plan of a study as a file: taken away for git, and read again."""

from __future__ import annotations

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from annotation.jobs.studies import plan_of
from annotation.plan.reading import read_plan
from annotation.plan.schema import StudyPlan
from annotation.plan.writing import write_plan
from annotation.views.access import led_study
from simulator.plans.problems import BadPlan, PlanProblem

MOST_YAML = 5_000_000


@require_safe
def study_plan(request: HttpRequest, pk: int) -> HttpResponse:
    """For leads: it tells the right answers."""
    plan = plan_of(led_study(request, pk))
    response = HttpResponse(write_plan(plan), content_type="application/yaml; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file_name(plan.title)}"'
    return response


def file_name(title: str) -> str:
    words = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in title.lower())
    return f"{'-'.join(words.split())[:80] or 'study'}.yaml"


def read_upload(file: UploadedFile[bytes]) -> StudyPlan:
    name = (file.name or "the file")[:100]
    if (file.size or 0) > MOST_YAML:
        raise BadPlan([PlanProblem("", "The file is larger than 5 MB.", "Choose the plan of a study.")], name)
    try:
        text = str(file.read(), "utf-8")
    except UnicodeDecodeError:
        raise BadPlan(
            [PlanProblem("", "The file is no text in UTF-8.", "Save it as text and try again.")], name
        ) from None
    return read_plan(text, name)
