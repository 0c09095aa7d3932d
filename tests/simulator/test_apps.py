"""The groups that rights come in."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from simulator.apps import make_groups

pytestmark = pytest.mark.django_db


def _rights(name: str) -> set[str]:
    """Those of this app; others give theirs to the same groups."""
    rights = Group.objects.get(name=name).permissions.filter(content_type__app_label="simulator")
    return set(rights.values_list("codename", flat=True))


def test_a_new_site_has_its_groups() -> None:
    assert _rights("viewer") == {"view_episode"}
    assert _rights("researcher") == {"view_episode", "add_episode", "control_episode", "rejudge_episode"}


def test_what_an_administrator_has_changed_stays() -> None:
    Group.objects.get(name="researcher").permissions.clear()
    Group.objects.get(name="viewer").delete()
    make_groups(using="default")
    assert _rights("researcher") == set() and _rights("viewer") == {"view_episode"}
