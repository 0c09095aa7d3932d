"""Permissions on studies: views get a study or a participant from here, or an error that refuses the request.

A view gets studies of one kind only, in which people judge unless it asks for another kind; `kind=None` allows all.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from annotation.models import Rater, Study, StudyKind, StudyState
from annotation.views.browser_code import is_locked_out
from simulator import access
from simulator.access import User, has_right
from simulator.views.error_pages import ErrorPage, PageRefusal

SEE, BUILD, MANAGE = "annotation.view_study", "annotation.add_study", "annotation.manage_study"
MISSING = {
    SEE: "You are not allowed to see studies. Ask an administrator to add you to the group “viewer”.",
    BUILD: "You can see studies but not build them. Ask an administrator to add you to the group “researcher”.",
}
# The largest number that PostgreSQL can compare with a primary key.
LARGEST = 2**63 - 1
_NOT_LEAD = "Only leads can manage this study. Ask a lead of the study to add you as a lead."
_JUDGES = (
    "You take part in this study yourself, so you can’t see its data until it is closed. "
    "Your own data are under “My studies”."
)
LOCKED_OUT = ErrorPage(
    403,
    "This browser needs your personal code",
    "Your pages open only in browsers that hold your current personal code.",
    "Open the study from the panel again and type the code. “My answers” shows the code in the browser that you used "
    "last. If you no longer have this browser, ask the people who lead the study for a new code.",
)


def need(user: User, right: str) -> None:
    """Raise PermissionDenied unless the user has the permission; the message says whom to ask for it."""
    access.need(user, right, MISSING[right])


def may_build(user: User) -> bool:
    return has_right(user, BUILD)


def leads(user: User, study: Study) -> bool:
    """Return whether the user leads this study. Administrators lead every study."""
    if has_right(user, MANAGE):
        return True
    # A lead who lost the permission to see studies no longer leads any study. An anonymous user has no primary key.
    return has_right(user, SEE) and study.leads.filter(pk=user.pk or 0).exists()


def study_for(request: HttpRequest, pk: int, kind: StudyKind | None = StudyKind.JUDGEMENTS) -> Study:
    """Return a study to show. Until it is closed, raise PermissionDenied for people who take part in it.

    People who judge must not see the answers of others before they give their own. Leads may look at any time. Also
    raise PermissionDenied for users without the permission to see studies.
    """
    need(request.user, SEE)
    study = _study(pk)
    if study.state != StudyState.CLOSED and not leads(request.user, study) and _judges(request.user, study):
        raise PermissionDenied(_JUDGES)
    return _of_kind(study, kind)


def led_study(request: HttpRequest, pk: int, kind: StudyKind | None = StudyKind.JUDGEMENTS) -> Study:
    """Return a study that the user leads. Raise PermissionDenied for other users, Http404 if there is no such study."""
    need(request.user, SEE)
    study = _study(pk)
    if not leads(request.user, study):
        raise PermissionDenied(_NOT_LEAD)
    return _of_kind(study, kind)


def rater_for(request: HttpRequest, pk: int, kind: StudyKind | None = StudyKind.JUDGEMENTS) -> Rater:
    """Return the participant who sent the request. Raise Http404 for others, so that nobody learns who takes part.

    Raise PageRefusal if the participant's browser lacks their personal code.
    """
    user = request.user
    # A larger number in the address would raise OverflowError in SQLite instead of finding nothing.
    if pk > LARGEST:
        raise Http404("This study number is too large. Open the link that you were sent.")
    found = Rater.objects.select_related("study").filter(study_id=pk, user_id=user.pk or 0, withdrawn_at=None).first()
    # The same answer whether the study is missing or the user is not in it: addresses must not reveal studies.
    if found is None or not user.is_active:
        raise Http404(f"You do not take part in study {pk}. Open the link that you were sent.")
    if is_locked_out(request, found):
        raise PageRefusal(LOCKED_OUT)
    _of_kind(found.study, kind)
    return found


def _of_kind(study: Study, kind: StudyKind | None) -> Study:
    """Return the study, or raise Http404 if it is of another kind. Called last, so that it tells strangers nothing."""
    if kind is not None and study.kind != kind:
        has = "In this study people play" if study.kind == StudyKind.PLAY else "In this study people judge offers"
        raise Http404(f"{has}, so it does not have this page. Open the study’s own page.")
    return study


def _study(pk: int) -> Study:
    study = Study.objects.filter(pk=pk).first()
    if study is None:
        raise Http404(f"There is no study {pk}. Choose a study from the list of studies.")
    return study


def _judges(user: User, study: Study) -> bool:
    return Rater.objects.filter(study=study, user_id=user.pk or 0, withdrawn_at=None).exists()
