"""Who may see, build, lead and judge studies. Every view asks here."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from annotation.models import Rater, Study, StudyState
from annotation.views.browser_code import is_locked_out
from simulator.views import access
from simulator.views.access import User, has_right
from simulator.views.errors import PageRefusal, Problem

SEE, BUILD, MANAGE = "annotation.view_study", "annotation.add_study", "annotation.manage_study"
MISSING = {
    SEE: "You are signed in, but you may not see studies. Ask an administrator to put you into the group “viewer”.",
    BUILD: "You may look at studies, but not build them. Ask an administrator to put you into the group “researcher”.",
}
LARGEST = 2**63 - 1
"""Number that a database can look for."""
_NOT_LEAD = "Only those who lead this study may do that. Ask one of them to add you as a lead."
_JUDGES = (
    "You judge in this study yourself, so its answers are closed to you until it is closed. "
    "Your own answers are under “My answers”."
)
_LOCKED_OUT = Problem(
    403,
    "This browser needs your personal code",
    "Your pages open only in browsers that hold your current personal code.",
    "Open the study from the panel again and type the code. “My answers” shows it in the browser where you took part "
    "last; if you have no such browser, ask the people who lead the study for a new code.",
)


def need(user: User, right: str) -> None:
    """Refuses with a sentence that says which right is missing, and who can give it."""
    access.need(user, right, MISSING[right])


def may_build(user: User) -> bool:
    return has_right(user, BUILD)


def leads(user: User, study: Study) -> bool:
    """A lead may do everything with a study; an administrator with every study."""
    if has_right(user, MANAGE):
        return True
    return has_right(user, SEE) and study.leads.filter(pk=user.pk or 0).exists()


def study_for(request: HttpRequest, pk: int) -> Study:
    """A study to look at. Whoever judges in it and does not lead it sees no answers of others while it is open."""
    need(request.user, SEE)
    study = _study(pk)
    if study.state != StudyState.CLOSED and not leads(request.user, study) and _judges(request.user, study):
        raise PermissionDenied(_JUDGES)
    return study


def led_study(request: HttpRequest, pk: int) -> Study:
    """A study to change, to invite people to, or to take data out of."""
    need(request.user, SEE)
    study = _study(pk)
    if not leads(request.user, study):
        raise PermissionDenied(_NOT_LEAD)
    return study


def rater_for(request: HttpRequest, pk: int) -> Rater:
    """The person behind a request, as they take part in a study. Nothing tells others whether there is one."""
    user = request.user
    if pk > LARGEST:
        raise Http404("No study has such a number.")
    found = Rater.objects.select_related("study").filter(study_id=pk, user_id=user.pk or 0, withdrawn_at=None).first()
    if found is None or not user.is_active:
        raise Http404(f"You take part in no study {pk}. Open the link that you were sent.")
    if is_locked_out(request, found):
        raise PageRefusal(_LOCKED_OUT)
    return found


def _study(pk: int) -> Study:
    study = Study.objects.filter(pk=pk).first()
    if study is None:
        raise Http404(f"There is no study {pk}.")
    return study


def _judges(user: User, study: Study) -> bool:
    return Rater.objects.filter(study=study, user_id=user.pk or 0, withdrawn_at=None).exists()
