"""The page on which a lead makes and revokes invite links."""

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
from django.views.decorators.http import require_http_methods, require_POST

from annotation.models import Invitation, Rater, Study
from annotation.people.invite_links import BadInvitation, home_of, link_of, make_invitation, revoke
from annotation.people.pseudonyms import new_pseudonym
from annotation.views.access import led_study
from simulator.words.english import counted

MOST_AT_ONCE = 200
# Parameter to show as an example if the study names none.
USUAL_PARAMETER = "PROLIFIC_PID"


class InviteLink(NamedTuple):
    """An invitation with the address to hand out."""

    invitation: Invitation
    address: str
    for_panel: str
    """Address with the panel's placeholder for the participant id; "" for personal links or without a panel."""
    joined: Sequence[Rater]
    is_new: bool


@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the invite links and make new links, which are listed first."""
    study = led_study(request, pk, None)
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
    """Make one personal link per line of names, or `count` links with generated pseudonyms."""
    typed = [line.strip() for line in names.splitlines() if line.strip()]
    if not typed and not is_count(count.strip()):
        raise BadInvitation("Enter the number of links, or one pseudonym per line.")
    wanted = len(typed) or int(count)
    if not 1 <= wanted <= MOST_AT_ONCE:
        raise BadInvitation(f"You can make 1 to {MOST_AT_ONCE} links at once. Make more in a second step.")
    # All links or none: if one pseudonym is taken, the form comes back unchanged.
    with transaction.atomic():
        return [
            make_invitation(study, typed[place] if typed else new_pseudonym(study), by=by) for place in range(wanted)
        ]


def is_count(text: str) -> bool:
    """Return whether the text is a number small enough for the database."""
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


def _links(request: HttpRequest, study: Study, first_new: int | None) -> list[InviteLink]:
    home = home_of(request)
    rows = Invitation.objects.filter(study=study).prefetch_related("raters").order_by("-pk")
    return [_link(row, link_of(row, home), study, first_new) for row in rows]


def _link(row: Invitation, address: str, study: Study, first_new: int | None) -> InviteLink:
    parameter = quote(study.panel_parameter)
    for_panel = "" if row.pseudonym or not study.panel_parameter else f"{address}?{parameter}={_holder(parameter)}"
    is_new = first_new is not None and row.pk >= first_new
    return InviteLink(row, address, for_panel, list(row.raters.all()), is_new)


def _holder(parameter: str) -> str:
    """Return the placeholder that panels such as Prolific replace with a participant's id."""
    return f"{{{{%{parameter}%}}}}"


@require_POST
def revoke_link(request: HttpRequest, pk: int, invitation: int) -> HttpResponse:
    study = led_study(request, pk, None)
    row = Invitation.objects.filter(study=study, pk=invitation).first()
    if row is None:
        raise Http404("This study has no link with this number. Reload the page.")
    revoke(row)
    messages.success(request, "The link is revoked. People who joined through the link stay in the study.")
    return redirect("invite", pk)
