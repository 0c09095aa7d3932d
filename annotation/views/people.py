"""Everybody in a study, the links that let them in, and who is left out of agreement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.jobs.links import BadInvitation, home_of, link_of, make_invitation, revoke
from annotation.jobs.progress import progress_of
from annotation.jobs.pseudonyms import new_pseudonym
from annotation.models import Invitation, Rater, RaterKind, Role, Study
from annotation.views.access import led_study
from simulator.phone.wording import counted

MOST_AT_ONCE = 200
USUAL_PARAMETER = "PROLIFIC_PID"


class Link(NamedTuple):
    """An invitation as the lead hands it out."""

    invitation: Invitation
    address: str
    for_panel: str
    """With the place for the panel's own number of a person; of links for many, where the study asks for one."""
    joined: Sequence[Rater]
    is_new: bool


@require_safe
def study_people(request: HttpRequest, pk: int) -> HttpResponse:
    study = led_study(request, pk)
    progress = progress_of(study)
    has_practice = study.items.filter(role=Role.PRACTICE).exists()
    shown = {"study": study, "is_lead": True, "progress": progress, "people": progress.people}
    return render(request, "studies/people.html", {**shown, "has_practice": has_practice})


@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """The links there are, and forms for more. Those just made stand first."""
    study = led_study(request, pk)
    if request.method != "POST":
        return _invite_page(request, study)
    assert isinstance(request.user, User)
    given = {name: request.POST.get(name, "") for name in ("label", "names", "count")}
    try:
        if request.POST.get("kind") == "open":
            made = [make_invitation(study, label=given["label"], by=request.user)]
        else:
            made = _personal(study, given["names"], given["count"], request.user)
    except BadInvitation as problem:
        return _invite_page(request, study, given, str(problem), status=409)
    messages.success(request, f"{counted(len(made), 'link')} made. Copy {'it' if len(made) == 1 else 'them'} below.")
    return redirect(f"{reverse('invite', args=[pk])}?new={min(one.pk for one in made)}")


def _personal(study: Study, names: str, count: str, by: User) -> list[Invitation]:
    """One link a line of names; or so many, with pseudonyms that are made up."""
    typed = [line.strip() for line in names.splitlines() if line.strip()]
    if not typed and not is_count(count.strip()):
        raise BadInvitation("Say how many links you need, or write one pseudonym a line.")
    wanted = len(typed) or int(count)
    if not 1 <= wanted <= MOST_AT_ONCE:
        raise BadInvitation(f"Between 1 and {MOST_AT_ONCE} links can be made at once; make more in a second go.")
    with transaction.atomic():
        return [
            make_invitation(study, typed[place] if typed else new_pseudonym(study), by=by) for place in range(wanted)
        ]


def is_count(text: str) -> bool:
    """Numbers of more digits are none that anybody means."""
    return text.isdecimal() and len(text) < 19


def _invite_page(
    request: HttpRequest, study: Study, given: dict[str, str] | None = None, problem: str = "", status: int = 200
) -> HttpResponse:
    first_new = request.GET.get("new", "")
    links = _links(request, study, int(first_new) if is_count(first_new) else None)
    shown: dict[str, Any] = {
        "study": study,
        "is_lead": True,
        "links": [one for one in links if not one.invitation.revoked_at],
        "revoked": [one for one in links if one.invitation.revoked_at],
        "given": given or {"count": "5"},
        "problem": problem,
        "parameter": study.panel_parameter or USUAL_PARAMETER,
        "holder": _holder(study.panel_parameter),
        "most": MOST_AT_ONCE,
    }
    return render(request, "studies/invite.html", shown, status=status)


def _links(request: HttpRequest, study: Study, first_new: int | None) -> list[Link]:
    home = home_of(request)
    rows = Invitation.objects.filter(study=study).prefetch_related("raters").order_by("-pk")
    return [_link(row, link_of(row, home), study, first_new) for row in rows]


def _link(row: Invitation, address: str, study: Study, first_new: int | None) -> Link:
    parameter = quote(study.panel_parameter)
    for_panel = "" if row.pseudonym or not study.panel_parameter else f"{address}?{parameter}={_holder(parameter)}"
    is_new = first_new is not None and row.pk >= first_new
    return Link(row, address, for_panel, list(row.raters.all()), is_new)


def _holder(parameter: str) -> str:
    """As panels write the place for their own number of a person."""
    return f"{{{{%{parameter}%}}}}"


@require_POST
def revoke_link(request: HttpRequest, pk: int, invitation: int) -> HttpResponse:
    study = led_study(request, pk)
    row = Invitation.objects.filter(study=study, pk=invitation).first()
    if row is None:
        raise Http404("This study has no such link.")
    revoke(row)
    messages.success(request, "The link lets nobody in any more. Those who came by it stay.")
    return redirect("invite", pk)


@require_POST
def leave_out(request: HttpRequest, pk: int, rater: int) -> HttpResponse:
    """Agreement is counted without somebody, or with them again. What they said stays and is exported."""
    study = led_study(request, pk)
    found = rater_in(study, rater)
    found.left_out = request.POST.get("left_out") == "yes"
    found.save(update_fields=["left_out"])
    name = found.pseudonym
    said = f"{name} is left out of agreement." if found.left_out else f"{name} counts for agreement again."
    messages.success(request, f"{said} All answers stay.")
    back = request.POST.get("back", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None) or not back.startswith("/studies/"):
        back = study.get_absolute_url()
    return redirect(back)


def rater_in(study: Study, pk: int) -> Rater:
    found = Rater.objects.filter(study=study, pk=pk, kind=RaterKind.PERSON).first()
    if found is None:
        raise Http404(f"Nobody with the number {pk} takes part in this study.")
    return found
