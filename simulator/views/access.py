"""Who may see, start and control runs. Every view and socket asks here."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.auth.models import User as Account
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect

from simulator.models import Episode, State
from simulator.models.episode import OWN_FORMAT, EpisodeQuerySet

SEE, START, CONTROL = "simulator.view_episode", "simulator.add_episode", "simulator.control_episode"
# The right to use models, servers and prompt folders that no administrator has listed.
USE_UNLISTED = "simulator.use_unlisted_servers"
MISSING = {
    SEE: "You are signed in, but you may not see runs. Ask an administrator to put you into the group “viewer”.",
    START: "You may watch runs, but not start them. Ask an administrator to put you into the group “researcher”.",
    CONTROL: "You may watch this run, but not control it. Ask an administrator to put you into the group “researcher”.",
}
# What other systems' files say of themselves may hold anything, an endpoint or a goal among it.
_OPEN = Q(state=State.FINISHED, is_withheld=False) & (Q(imported__isnull=True) | Q(imported__format=OWN_FORMAT))
User = AbstractBaseUser | AnonymousUser
P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def has_right(user: User, right: str) -> bool:
    return bool(getattr(user, "is_active", False)) and bool(user.has_perm(right))  # type: ignore[union-attr]


def may_start(user: User) -> bool:
    return has_right(user, START)


def may_control(user: User) -> bool:
    return has_right(user, CONTROL)


def only_judges(user: User) -> bool:
    """Whether somebody came to judge in a study and has no business with runs: pages lead them to their own then."""
    if not isinstance(user, Account) or has_right(user, SEE):
        return False
    return user.groups.filter(name="annotator").exists()


def sees_all(user: User) -> bool:
    """Whether somebody also sees what is private in a run: thoughts, the user's goal, who started it."""
    return has_right(user, SEE)


def may_see(user: User, episode: Episode) -> bool:
    """Whoever has the right sees every run; with public reading anybody sees finished ones that were played here."""
    is_open = episode.state == State.FINISHED and not episode.is_foreign and not episode.is_withheld
    return has_right(user, SEE) or (settings.PUBLIC_READ and is_open)


def visible_episodes(user: User) -> EpisodeQuerySet:
    if has_right(user, SEE):
        return Episode.objects.all()
    return Episode.objects.filter(_OPEN) if settings.PUBLIC_READ else Episode.objects.none()


def episode_for(request: HttpRequest, pk: int) -> Episode:
    """The run with its scenario, if it is there and may be seen. Otherwise nothing says whether it exists."""
    # What the scenario says is long and rarely needed; whoever does need it gets it with another query.
    rows = Episode.objects.select_related("version__scenario", "started_by").defer("version__source")
    episode = rows.filter(pk=pk).first()
    if episode is None or not may_see(request.user, episode):
        hint = "" if request.user.is_authenticated else " Sign in to see runs that are not public."
        raise Http404(f"There is no run {pk}.{hint}")
    return episode


def need(user: User, right: str, missing: str = "") -> None:
    """Refuses with a sentence that says which right is missing; `missing` says it where the usual one does not fit."""
    if not has_right(user, right):
        raise PermissionDenied(missing or MISSING[right])


def open_for_reading(view: View[P]) -> View[P]:
    """For pages that PARE_PUBLIC_READ opens: without it, or for runs that are not finished, people sign in first."""

    @login_not_required
    @wraps(view)
    def opened(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not settings.PUBLIC_READ:
            if not request.user.is_authenticated:
                return to_sign_in(request)
            need(request.user, SEE)
        return view(request, *args, **kwargs)

    return opened


def to_sign_in(request: HttpRequest) -> HttpResponseBase:
    """The way back is kept. A part of a page that updates itself sends the whole page there."""
    if request.headers.get("HX-Request") != "true":
        return redirect_to_login(request.get_full_path(), resolve_url(settings.LOGIN_URL))
    page = urlsplit(request.headers.get("HX-Current-URL", ""))
    sign_in = redirect_to_login(page._replace(scheme="", netloc="").geturl(), resolve_url(settings.LOGIN_URL))
    return HttpResponseClientRedirect(sign_in.url)


class SignInRequired(LoginRequiredMiddleware):
    """Everything needs a sign-in unless its view says otherwise."""

    def process_view(
        self, request: HttpRequest, view_func: Callable[..., Any], view_args: Any, view_kwargs: Any
    ) -> HttpResponseBase | None:
        # Who it is may not be known while the database is away, and does not matter to a view that is open.
        if not getattr(view_func, "login_required", True):
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)

    def handle_no_permission(self, request: HttpRequest, view_func: Callable[..., Any]) -> HttpResponseBase:  # type: ignore[override]
        return to_sign_in(request)
