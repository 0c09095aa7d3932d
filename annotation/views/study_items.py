"""The page of a study's items: lists items, sets their roles and orders the practice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from annotation.labelling.answer_checks import questions_of
from annotation.models import Item, Role, Study, StudyState
from annotation.questions import asked_about
from annotation.studies.item_roles import move_practice as move
from annotation.studies.item_roles import set_role
from annotation.studies.study_error import BadStudy
from annotation.views.access import led_study
from annotation.views.checklist import checklist_of
from annotation.views.item_filter import ItemFilter
from annotation.views.item_role_form import MarkForm, mark_form, posted_mark, suggested_for
from simulator.words.english import counted
from simulator.words.numbers import LARGEST_INTEGER, whole_number

PER_PAGE = 50
# Only these roles can change in an open study: people may already have passed the practice or been scored by gold.
WHILE_OPEN = (Role.REAL, Role.DROPPED)
NONE_CHOSEN = "Tick items first, on the left of their rows."
_SAID = {Role.GOLD: "now gold", Role.DROPPED: "now left out", Role.REAL: "now to be judged"}


class StudyItemRow(NamedTuple):
    item: Item
    marking: MarkForm | None
    """Open form of this item, if it is being marked."""
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
        StudyItemRow(item, marking if item.pk == open_item else None, _may_mark(study, item))
        for item in page.object_list
    ]
    if marking is not None and all(row.marking is None for row in rows):
        # The item may be on another page of the list, or filtered out; its form is shown first.
        rows.insert(0, StudyItemRow(marking.item, marking))
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
    # Without this, a browser's back button would show the bare list that it cached from htmx.
    patch_vary_headers(response, ("HX-Request", "HX-Target"))
    return response


def kept_address(request: HttpRequest) -> str:
    """Return the filter and page of the list as a query, so that the lead returns to the same place."""
    return urlencode([(name, value) for name, value in request.GET.items() if value and name != "mark"])


def back_to(study: Study, kept: str, number: int | None = None) -> str:
    address = reverse("study_items", args=[study.pk])
    return f"{address}{f'?{kept}' if kept else ''}{f'#item-{number}' if number else ''}"


def _being_marked(request: HttpRequest, study: Study) -> MarkForm | None:
    number = whole_number(request.GET.get("mark", ""), LARGEST_INTEGER)
    if number is None:
        return None
    item = Item.objects.filter(study=study, number=number).select_related("batch").first()
    return mark_form(study, item) if item is not None else None


def _may_mark(study: Study, item: Item) -> bool:
    return study.state == StudyState.DRAFT or (study.state == StudyState.OPEN and item.role in WHILE_OPEN)


def _roles(study: Study) -> list[tuple[str, str]]:
    """Return the roles that can be given. In an open study items can only be left out or restored."""
    is_open = study.state == StudyState.OPEN
    return [(role.value, role.label) for role in Role if not is_open or role in WHILE_OPEN]


def _of_role(study: Study, role: Role) -> Sequence[Item]:
    return list(Item.objects.filter(study=study, role=role).order_by("number"))


def _counts(study: Study) -> Iterable[tuple[str, str, int]]:
    """Return each role that some item has, with its label and its number of items."""
    found = list(Item.objects.filter(study=study).order_by().values_list("role", flat=True))
    return [(role.value, role.label, found.count(role.value)) for role in Role if role.value in found]


@require_POST
def item_role(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    study = led_study(request, pk)
    item = Item.objects.filter(study=study, number=number).select_related("batch").first()
    if item is None:
        raise Http404(f"Study {pk} has no item {number}. Reload the page.")
    form, kept = posted_mark(study, item, request.POST), _kept(request)
    if not form.errors:
        try:
            set_role(item, form.role, form.right_answers, form.explanation)
        except BadStudy as bad:
            form = form._replace(errors={"role": str(bad)})
    if form.errors:
        # The page is rendered here after an error, so its filter has to come from the form instead of the address.
        request.GET = QueryDict(kept)
        return items_page(request, study, form, status=422)
    return HttpResponseRedirect(back_to(study, kept, number))


@require_POST
def mark_items(request: HttpRequest, pk: int) -> HttpResponse:
    """Set the role of the ticked items: gold, dropped, or real again.

    Only items of successful runs can become gold here: the simulated user's answer is then the right answer.
    """
    study, kept = led_study(request, pk), _kept(request)
    wanted = [whole_number(text, LARGEST_INTEGER) for text in request.POST.getlist("item")[:1000]]
    items = list(Item.objects.filter(study=study, number__in=[number for number in wanted if number is not None]))
    role = request.POST.get("do", "")
    if role not in _SAID:
        raise Http404("Unknown action for items. Reload the page.")
    if not items:
        messages.warning(request, NONE_CHOSEN)
    else:
        _mark_all(request, study, items, Role(role))
    return HttpResponseRedirect(back_to(study, kept))


@require_POST
def move_practice(request: HttpRequest, pk: int) -> HttpResponse:
    study = led_study(request, pk)
    number = whole_number(request.POST.get("item", ""), LARGEST_INTEGER)
    if number is None:
        raise Http404("The number of the item is missing. Reload the page.")
    try:
        move(study, number, "earlier" if request.POST.get("do") == "earlier" else "later")
    except BadStudy as bad:
        messages.warning(request, str(bad))
    return HttpResponseRedirect(back_to(study, _kept(request)))


def _mark_all(request: HttpRequest, study: Study, items: Iterable[Item], role: Role) -> None:
    """Set the role of each item and report refusals grouped by reason."""
    questions, done, refused = questions_of(study), 0, dict[str, list[int]]()
    for item in items:
        right = {
            question.key: answer
            for question in asked_about(questions, item.kind)
            if (answer := suggested_for(item, question))
        }
        try:
            if role == Role.GOLD and not right:
                raise BadStudy("The simulated user suggests no right answer. Mark these items one by one.")
            set_role(item, role, right if role == Role.GOLD else None)
            done += 1
        except BadStudy as bad:
            refused.setdefault(str(bad), []).append(item.number)
    if done:
        messages.success(request, f"{counted(done, 'item')} {'is' if done == 1 else 'are'} {_SAID[role]}.")
    for why, numbers in refused.items():
        named = ", ".join(map(str, numbers[:10])) + (" and more" if len(numbers) > 10 else "")
        subject = f"Item {named} was" if len(numbers) == 1 else f"Items {named} were"
        messages.warning(request, f"{subject} not changed. {why}")


def _kept(request: HttpRequest) -> str:
    """Return the filter and page of the list as a query, from a hidden field of the form."""
    return QueryDict(request.POST.get("back", "")[:1000]).urlencode()
