"""Pages of one person in a study, with the navigation that they share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotation.models import Item, Rater, Role


def own_page(
    request: HttpRequest, rater: Rater, template: str, shown: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    has_practice = Item.objects.filter(study=rater.study_id, role=Role.PRACTICE, trouble="").exists()
    return render(request, template, {"rater": rater, "has_practice": has_practice, **shown}, status=status)
