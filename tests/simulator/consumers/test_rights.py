"""The question about all viewers at once gives the same answers as the one that pages ask about each."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from simulator.access import sees_all
from simulator.consumers.rights import Pass, pass_of, valid_passes

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Pass:
    client = Client()
    client.force_login(user)
    return Pass(user.pk, client.session.session_key or "", user.get_session_auth_hash())


def people() -> list[User]:
    right = Permission.objects.get(codename="view_episode")
    group = Group.objects.create(name="those who look")
    group.permissions.add(right)
    plain = User.objects.create_user("plain")
    direct = User.objects.create_user("direct")
    direct.user_permissions.add(right)
    by_group = User.objects.create_user("by group")
    by_group.groups.add(group)
    gone = User.objects.create_user("gone", is_active=False)
    gone.user_permissions.add(right)
    return [plain, direct, by_group, gone, User.objects.create_superuser("root")]


@pytest.mark.parametrize("public", [False, True])
def test_sockets_are_for_those_who_see_all_of_a_run(settings: Settings, public: bool) -> None:
    settings.PUBLIC_READ = public
    for user in people():
        held = signed_in(user)
        assert (held in valid_passes([held])) == sees_all(User.objects.get(pk=user.pk)), user
    assert not valid_passes([Pass()])


def test_a_pass_of_somebody_else_is_worth_nothing() -> None:
    root = User.objects.create_superuser("root")
    good = signed_in(root)
    forged = [good._replace(user_id=root.pk + 1), good._replace(session_key="x"), good._replace(auth_hash="")]
    assert valid_passes([good, *forged, Pass()]) == {good}


def test_a_session_gives_the_pass_of_whoever_signed_in() -> None:
    root = User.objects.create_superuser("root")
    held = signed_in(root)
    assert pass_of(held.session_key) == held


@pytest.mark.parametrize("key", ["", "x", "x" * 1000, "ä"])
def test_no_session_gives_no_pass(key: str) -> None:
    assert pass_of(key) == Pass()


def test_any_number_of_viewers_costs_two_queries() -> None:
    passes = [signed_in(user) for user in people() for _ in range(20)]
    with CaptureQueriesContext(connection) as queries:
        valid = valid_passes(passes)
    assert len(queries) == 2
    assert len(valid) == 60
