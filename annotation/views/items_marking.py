"""Changes to items: the role of one, of several at once, and the order of the practice."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.views.decorators.http import require_POST

from annotation.jobs.bad_study import BadStudy
from annotation.jobs.checking import questions_of
from annotation.jobs.practice_order import move_practice as move
from annotation.jobs.roles import set_role
from annotation.models import Item, Role, Study
from annotation.questions import asked_about
from annotation.views.access import led_study
from annotation.views.items import back_to, items_page
from annotation.views.items_mark import posted_mark, suggested_for
from simulator.phone.wording import counted

NONE_CHOSEN = "Tick items first, at the left of their rows."
_SAID = {Role.GOLD: "gold now", Role.DROPPED: "left out now", Role.REAL: "to be judged now"}


@require_POST
def item_role(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    study = led_study(request, pk)
    item = Item.objects.filter(study=study, number=number).select_related("batch").first()
    if item is None:
        raise Http404(f"Study {pk} has no item {number}.")
    form, kept = posted_mark(study, item, request.POST), _kept(request)
    if not form.errors:
        try:
            set_role(item, form.role, form.right_answers, form.explanation)
        except BadStudy as bad:
            form = form._replace(errors={"role": str(bad)})
    if form.errors:
        request.GET = QueryDict(kept)
        return items_page(request, study, form, status=422)
    return HttpResponseRedirect(back_to(study, kept, number))


@require_POST
def mark_items(request: HttpRequest, pk: int) -> HttpResponse:
    """Several at once: gold with the simulated user's answers, left out, or to be judged again."""
    study, kept = led_study(request, pk), _kept(request)
    wanted = [number for number in request.POST.getlist("item") if number.isascii() and number.isdigit()][:1000]
    items = list(Item.objects.filter(study=study, number__in=[int(number) for number in wanted if len(number) < 10]))
    role = request.POST.get("do", "")
    if role not in _SAID:
        raise Http404("There is nothing like that to do with items.")
    if not items:
        messages.warning(request, NONE_CHOSEN)
    else:
        _mark_all(request, study, items, Role(role))
    return HttpResponseRedirect(back_to(study, kept))


@require_POST
def move_practice(request: HttpRequest, pk: int) -> HttpResponse:
    study = led_study(request, pk)
    number = request.POST.get("item", "")
    try:
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            raise Http404("There is no such item.")
        move(study, int(number), "earlier" if request.POST.get("do") == "earlier" else "later")
    except BadStudy as bad:
        messages.warning(request, str(bad))
    return HttpResponseRedirect(back_to(study, _kept(request)))


def _mark_all(request: HttpRequest, study: Study, items: Iterable[Item], role: Role) -> None:
    """What cannot be done with some of them is told, once for all that it holds for."""
    questions, done, refused = questions_of(study), 0, dict[str, list[int]]()
    for item in items:
        right = {
            question.key: answer
            for question in asked_about(questions, item.kind)
            if (answer := suggested_for(item, question))
        }
        try:
            if role == Role.GOLD and not right:
                raise BadStudy("the simulated user gives no right answer: mark these one by one.")
            set_role(item, role, right if role == Role.GOLD else None)
            done += 1
        except BadStudy as bad:
            refused.setdefault(str(bad), []).append(item.number)
    if done:
        messages.success(request, f"{counted(done, 'item')} {'is' if done == 1 else 'are'} {_SAID[role]}.")
    for why, numbers in refused.items():
        named = ", ".join(map(str, numbers[:10])) + (" and more" if len(numbers) > 10 else "")
        messages.warning(request, f"Not changed, item {named}: {why}")


def _kept(request: HttpRequest) -> str:
    """The filter to come back to; only what a list understands."""
    return QueryDict(request.POST.get("back", "")[:1000]).urlencode()
