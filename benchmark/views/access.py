"""Checks permissions on sweeps; every page about sweeps uses these functions."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from benchmark.models import Sweep
from simulator import access
from simulator.access import User, has_right

SEE, START, CONTROL = "benchmark.view_sweep", "benchmark.add_sweep", "benchmark.control_sweep"
MISSING = {
    SEE: "You are not allowed to see sweeps. Ask an administrator to add you to the group “viewer”.",
    START: "You can see sweeps but not start them. Ask an administrator to add you to the group “researcher”.",
    CONTROL: "You can see this sweep but not control it. Ask an administrator to add you to the group “researcher”.",
}


def need(user: User, right: str) -> None:
    """Raise PermissionDenied if the user lacks a permission. The message says what is forbidden and whom to ask."""
    access.need(user, right, MISSING[right])


def may_start(user: User) -> bool:
    return has_right(user, START)


def may_control(user: User) -> bool:
    return has_right(user, CONTROL)


def sweep_for(request: HttpRequest, pk: int) -> Sweep:
    need(request.user, SEE)
    # The permission is checked first, so that nobody learns which sweeps exist.
    sweep = Sweep.objects.select_related("started_by").filter(pk=pk).first()
    if sweep is None:
        raise Http404(f"There is no sweep {pk}.")
    return sweep
