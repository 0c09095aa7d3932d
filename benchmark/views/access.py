"""Who may see, start and steer sweeps. Every view asks here."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from benchmark.models import Sweep
from simulator.views import access
from simulator.views.access import User, has_right

SEE, START, CONTROL = "benchmark.view_sweep", "benchmark.add_sweep", "benchmark.control_sweep"
MISSING = {
    SEE: "You are signed in, but you may not see sweeps. Ask an administrator to put you into the group “viewer”.",
    START: "You may look at sweeps, but not start them. Ask an administrator to put you into the group “researcher”.",
    CONTROL: "You may look at this sweep, but not steer it. Ask an administrator to put you into the group "
    "“researcher”.",
}


def need(user: User, right: str) -> None:
    """Refuses with a sentence that says which right is missing, and who can give it."""
    access.need(user, right, MISSING[right])


def may_start(user: User) -> bool:
    return has_right(user, START)


def may_control(user: User) -> bool:
    return has_right(user, CONTROL)


def sweep_for(request: HttpRequest, pk: int) -> Sweep:
    need(request.user, SEE)
    sweep = Sweep.objects.select_related("started_by").filter(pk=pk).first()
    if sweep is None:
        raise Http404(f"There is no sweep {pk}.")
    return sweep
