"""The items of a study: what was drawn, and which of them people practise on or are tested by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from annotation.models import Item, Role, Study, StudyState
from annotation.views.access import led_study
from annotation.views.checklist import checklist_of
from annotation.views.items_filter import ItemFilter
from annotation.views.items_mark import MarkForm, mark_form

PER_PAGE = 50
WHILE_OPEN = (Role.REAL, Role.DROPPED)


class ItemRow(NamedTuple):
    item: Item
    marking: MarkForm | None
    """The form of the item that is being marked."""
    may_mark: bool = True


@require_safe
def study_items(request: HttpRequest, pk: int) -> HttpResponse:
    study = led_study(request, pk)
    return items_page(request, study, _being_marked(request, study))


def items_page(request: HttpRequest, study: Study, marking: MarkForm | None, status: int = 200) -> HttpResponse:
    asked = ItemFilter(request.GET, study)
    page = Paginator(asked.found().select_related("batch"), PER_PAGE).get_page(request.GET.get("page"))
    open_item = marking.item.pk if marking else None
    rows = [
        ItemRow(item, marking if item.pk == open_item else None, _may_mark(study, item)) for item in page.object_list
    ]
    if marking is not None and all(row.marking is None for row in rows):
        rows.insert(0, ItemRow(marking.item, marking))
    part = request.headers.get("HX-Target") == "list"
    practice = _of_role(study, Role.PRACTICE)
    shown: dict[str, Any] = {
        "study": study,
        "filter": asked,
        "filtered": bool(asked.given),
        "page": page,
        "rows": rows,
        "part": part,
        "practice": practice,
        "roles": _roles(study),
        "counts": _counts(study),
        "kept": kept_address(request),
        "checklist": None if part else checklist_of(study),
    }
    template = "studies/_items_list.html" if part else "studies/items.html"
    response = render(request, template, shown, status=status)
    patch_vary_headers(response, ("HX-Request", "HX-Target"))
    return response


def kept_address(request: HttpRequest) -> str:
    """The filter and the page that one is on, so that one comes back to them."""
    return urlencode([(name, value) for name, value in request.GET.items() if value and name != "mark"])


def back_to(study: Study, kept: str, number: int | None = None) -> str:
    address = reverse("study_items", args=[study.pk])
    return f"{address}{f'?{kept}' if kept else ''}{f'#item-{number}' if number else ''}"


def _being_marked(request: HttpRequest, study: Study) -> MarkForm | None:
    number = request.GET.get("mark", "")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        return None
    item = Item.objects.filter(study=study, number=int(number)).select_related("batch").first()
    return mark_form(study, item) if item is not None else None


def _may_mark(study: Study, item: Item) -> bool:
    return study.state == StudyState.DRAFT or (study.state == StudyState.OPEN and item.role in WHILE_OPEN)


def _roles(study: Study) -> list[tuple[str, str]]:
    """Those that can be given. In an open study items are left out and taken in again, no more."""
    is_open = study.state == StudyState.OPEN
    return [(role.value, role.label) for role in Role if not is_open or role in WHILE_OPEN]


def _of_role(study: Study, role: Role) -> Sequence[Item]:
    return list(Item.objects.filter(study=study, role=role).order_by("number"))


def _counts(study: Study) -> Iterable[tuple[str, str, int]]:
    """By role how many there are; roles that nothing has are left out."""
    found = list(Item.objects.filter(study=study).order_by().values_list("role", flat=True))
    return [(role.value, role.label, found.count(role.value)) for role in Role if role.value in found]
