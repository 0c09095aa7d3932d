"""Checks who may see, start and control runs. Views and sockets call these functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.auth.models import User as Account
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect

from simulator.models import Episode, Seat, State
from simulator.models.episode import OVER, OWN_FORMAT, EpisodeQuerySet
from simulator.words.numbers import LARGEST_ID

SEE, START, CONTROL = "simulator.view_episode", "simulator.add_episode", "simulator.control_episode"
# The right to use models, servers and prompt folders that no administrator has listed.
USE_UNLISTED = "simulator.use_unlisted_servers"
REJUDGE = "simulator.rejudge_episode"
MISSING = {
    SEE: "You are not allowed to see runs. Ask an administrator to add you to the group “viewer”.",
    START: "You can see runs, but not start them. Ask an administrator to add you to the group “researcher”.",
    REJUDGE: "You can’t start a judge. Ask an administrator to add you to the group “researcher”.",
    CONTROL: "You can see this run, but not control it. Ask an administrator to add you to the group “researcher”.",
}
# Imported runs of other systems stay closed: their files may contain anything, even an endpoint or the user's goal.
_OPEN = Q(state=State.FINISHED, is_withheld=False) & (Q(imported__isnull=True) | Q(imported__format=OWN_FORMAT))
User = AbstractBaseUser | AnonymousUser
P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
# Raises an error that refuses the request if the player must not play the seat in this browser.
SeatCheck = Callable[[HttpRequest, Seat], None]
_seat_checks: dict[str, SeatCheck] = {}


def has_right(user: User, right: str) -> bool:
    return bool(getattr(user, "is_active", False)) and bool(user.has_perm(right))  # type: ignore[union-attr]


def may_start(user: User) -> bool:
    return has_right(user, START)


def may_control(user: User) -> bool:
    return has_right(user, CONTROL)


def only_judges(user: User) -> bool:
    """Return whether a user is an annotator without the right to see runs.

    The start page redirects such a user to the list of their studies.
    """
    # A researcher who also judges in studies still gets a researcher's pages.
    if not isinstance(user, Account) or has_right(user, SEE):
        return False
    return user.groups.filter(name="annotator").exists()


def sees_all(user: User) -> bool:
    """Return whether a person sees private parts of runs: thoughts, the simulated user's goal, who started the run."""
    return has_right(user, SEE)


def may_see(user: User, episode: Episode) -> bool:
    """Return whether a user may see a run.

    A user with the right to see runs may see every run. If PARE_PUBLIC_READ is set, anyone may see finished runs,
    except runs that another system played and runs that are withheld because a study uses them. People who play a run
    blind see it only on the pages for playing until it is over.
    """
    is_open = episode.state == State.FINISHED and not episode.is_foreign and not episode.is_withheld
    if has_right(user, SEE):
        return episode.is_over or not blind_seats(user).filter(episode=episode).exists()
    return bool(settings.PUBLIC_READ) and is_open


def visible_episodes(user: User) -> EpisodeQuerySet:
    if has_right(user, SEE):
        return Episode.objects.exclude(pk__in=runs_played_blind(user))
    return Episode.objects.filter(_OPEN) if settings.PUBLIC_READ else Episode.objects.none()


def blind_seats(user: User) -> QuerySet[Seat]:
    """Return the seats of a player who must not see the other side of the run."""
    return Seat.objects.filter(player=user.pk, looked_at=None) if user.pk else Seat.objects.none()


def runs_played_blind(user: User) -> QuerySet[Episode]:
    """Return the runs that the user plays blind, and that are not over."""
    return Episode.objects.filter(seats__in=blind_seats(user)).exclude(state__in=OVER)


def register_seat_check(name: str, check: SeatCheck) -> None:
    """Register a check of an app that sends people to runs. A second call with the same name replaces it."""
    _seat_checks[name] = check


def seat_for(request: HttpRequest, pk: int) -> Seat:
    """Return the seat that the user has in a run. Raise the same 404 for a missing run as for one played by others.

    Registered checks may refuse the request too, for example in a browser without the player's personal code.
    """
    # Lookups over a foreign key raise errors for numbers that the column can't hold.
    if request.user.is_authenticated and pk <= LARGEST_ID:
        seats = Seat.objects.select_related("episode__version__scenario").defer("episode__version__source")
        seat = seats.filter(episode=pk, player=request.user.pk).first()
        if seat is not None:
            for check in _seat_checks.values():
                check(request, seat)
            return seat
    raise Http404(f"You do not play in a run {pk}. Start a run of your own, or ask for a link to it.")


def episode_for(request: HttpRequest, pk: int) -> Episode:
    """Return a run with its scenario. Raise the same 404 for a missing run as for one that is hidden from the user."""
    # The scenario's text is long and rarely needed; views that need it pay for one more query.
    rows = Episode.objects.select_related("version__scenario", "started_by").defer("version__source")
    episode = rows.filter(pk=pk).first()
    if episode is None or not may_see(request.user, episode):
        hint = "" if request.user.is_authenticated else " Sign in to see runs that are not public."
        if episode is not None and blind_seats(request.user).filter(episode=pk).exists():
            hint = f" You play in run {pk}: until it is over, you see it only on the page on which you play."
        raise Http404(f"There is no run {pk}.{hint}")
    return episode


def need(user: User, right: str, missing: str = "") -> None:
    """Raise PermissionDenied if the user lacks the right. `missing` replaces the usual message."""
    if not has_right(user, right):
        raise PermissionDenied(missing or MISSING[right])


def open_for_reading(view: View[P]) -> View[P]:
    """Let anyone open a view if PARE_PUBLIC_READ is set; otherwise require a sign-in and the right to see runs."""

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
    """Return a redirect to the sign-in page, which leads back to the current page.

    The response to an htmx request redirects the whole page, not only the part that htmx replaces.
    """
    if request.headers.get("HX-Request") != "true":
        return redirect_to_login(request.get_full_path(), resolve_url(settings.LOGIN_URL))
    page = urlsplit(request.headers.get("HX-Current-URL", ""))
    # Path and query only: the header must not make us redirect to another host.
    sign_in = redirect_to_login(page._replace(scheme="", netloc="").geturl(), resolve_url(settings.LOGIN_URL))
    return HttpResponseClientRedirect(sign_in.url)
