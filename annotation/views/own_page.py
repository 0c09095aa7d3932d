"""Pages of one person in a study, with the navigation that they share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotation.models import Item, Rater, Role
from annotation.views.browser_code import keep_code, own_code


def own_page(
    request: HttpRequest, rater: Rater, template: str, shown: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    own = own_code(request, rater)
    has_practice = Item.objects.filter(study=rater.study_id, role=Role.PRACTICE, trouble="").exists()
    known = {"rater": rater, "has_practice": has_practice, "own_code": own}
    response = render(request, template, {**known, **shown}, status=status)
    if own.is_new:
        keep_code(response, rater, own.code)
    return response
