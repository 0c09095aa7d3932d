"""Forks on pages: where a run comes from, its family as a tree, what is cut, and what one may not see."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from simulator.config import EpisodeConfig
from simulator.jobs.fork_run import fork_episode
from simulator.jobs.play_job import run_episode
from simulator.models import Episode, State
from simulator.showing.run_family import FamilyNode
from simulator.views.family import MOST_CHILDREN, MOST_RELATIVES, MOST_SIBLINGS, family_of
from tests.markup import markup_of
from tests.simulator.jobs.background import started
from tests.simulator.views.cast import person, run, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


def played() -> Episode:
    row = started("late_train", assistant="silent")
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def fork(parent: Episode, step: int, **options: Any) -> Episode:
    return fork_episode(parent, step, EpisodeConfig.model_validate({**parent.config_now, **options}), hold=True)


def child(parent: Episode, **fields: Any) -> Episode:
    """A row without moments."""
    return run(parent=parent, parent_step=3, forked_config={**parent.config, "seed": 5}, **fields)


def numbers(node: FamilyNode | None) -> list[int]:
    return [] if node is None else [node.run.pk, *(pk for one in node.children for pk in numbers(one))]


@pytest.fixture
def boss() -> User:
    return person("administrator")


def test_a_run_without_forks_has_no_family_and_costs_one_question(
    boss: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    row = run()
    boss.has_perm("simulator.view_episode")
    with django_assert_num_queries(1):
        assert family_of(row, boss) is None


def test_every_member_sees_the_same_tree(boss: User) -> None:
    root = run()
    first, second = child(root), child(root)
    third = child(first)
    for row in (root, first, second, third):
        node = family_of(row, boss)
        assert numbers(node) == [root.pk, first.pk, third.pk, second.pk]
        assert str(node).count("is_current=True") == 1


def test_a_large_family_is_cut_with_a_count(boss: User) -> None:
    root = run()
    middle = child(root)
    siblings = [child(root) for _ in range(MOST_SIBLINGS + 6)]
    children = [child(middle) for _ in range(MOST_CHILDREN + 9)]
    assert len(siblings) + len(children) + 2 > MOST_RELATIVES
    node = family_of(middle, boss)
    assert node is not None
    assert (node.run.pk, len(node.children), node.more) == (root.pk, 1 + MOST_SIBLINGS, 6)
    own = next(one for one in node.children if one.is_current)
    assert (len(own.children), own.more) == (MOST_CHILDREN, 9)


def test_a_long_line_of_forks_ends_somewhere(boss: User) -> None:
    row = run()
    for _ in range(30):
        row = child(row)
    node = family_of(row, boss)
    assert node is not None and node.run.parent is not None
    assert numbers(node)[-1] == row.pk


def test_the_page_of_a_fork_says_where_it_comes_from_and_what_differs() -> None:
    parent = played()
    row = fork(parent, 9, assistant="oracle", seed=7, env_events_per_minute=2)
    client = signed_in("researcher")
    html = markup_of(client.get(f"/runs/{row.pk}/"))
    assert f'Forked from <a href="/runs/{parent.pk}/9/">run {parent.pk}, step 9</a>' in html
    assert "Assistant <b>oracle</b>" in html and "Noise <b>2 a minute</b>" in html and "Seed <b>7</b>" in html
    assert f"{row.pk}, this run" in html and "assistant oracle, seed 7, noise 2 a minute" in html
    assert f"Forked from <b>run {parent.pk}</b> after step 9" in html
    assert "From here on: assistant oracle, seed 7, noise 2 a minute." in html
    above = markup_of(client.get(f"/runs/{parent.pk}/"))
    assert f"{parent.pk}, this run" in above and f'<a href="/runs/{parent.pk}/9/" data-step="9">step 9</a>' in above
    assert "Assistant <b>silent</b>" in above


def test_the_list_of_runs_names_the_parent_and_finds_by_who_plays_now() -> None:
    parent = played()
    row = fork(parent, 9, assistant="oracle")
    client = signed_in("viewer")
    assert f"Forked from run {parent.pk}, step 9" in markup_of(client.get("/runs/"))
    found = markup_of(client.get("/runs/", {"assistant": "oracle"}))
    assert f'href="/runs/{row.pk}/"' in found and f'href="/runs/{parent.pk}/"' not in found


def test_models_of_the_parent_are_not_those_of_the_fork() -> None:
    config = EpisodeConfig().model_dump(mode="json")
    model = {"alias": "small", "name": "s"}
    parent = run(config={**config, "observe_model": model})
    row = run(parent=parent, parent_step=2, config=parent.config, forked_config=config)
    other = run(parent=parent, parent_step=2, config=config, forked_config={**config, "user_model": model})
    found = markup_of(signed_in("viewer").get("/runs/", {"q": "small"}))
    assert f'href="/runs/{parent.pk}/"' in found and f'href="/runs/{other.pk}/"' in found
    assert f'href="/runs/{row.pk}/"' not in found


def test_a_parent_that_is_gone_is_told_without_a_link() -> None:
    parent = played()
    row = fork(parent, 9)
    parent.delete()
    client = signed_in("viewer")
    assert "Forked from a deleted run, step 9" in markup_of(client.get(f"/runs/{row.pk}/"))
    assert "Forked from a deleted run, step 9" in markup_of(client.get("/runs/"))


def test_public_reading_shows_only_relatives_that_are_public(settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    parent = played()
    hidden = fork(parent, 9)
    shown = child(parent, version=parent.version)
    assert numbers(family_of(parent, AnonymousUser())) == [parent.pk, shown.pk]
    html = markup_of(Client().get(f"/runs/{parent.pk}/"))
    assert f'href="/runs/{hidden.pk}/"' not in html and f'href="/runs/{shown.pk}/"' in html
    Episode.objects.filter(pk=parent.pk).update(state=State.STOPPED)
    assert family_of(Episode.objects.get(pk=shown.pk), AnonymousUser()) is None


@pytest.mark.parametrize(("role", "may"), [("researcher", True), ("viewer", False)])
def test_the_way_to_fork_is_shown_to_those_who_may(role: str, may: bool) -> None:
    row = played()
    html = markup_of(signed_in(role).get(f"/runs/{row.pk}/5/"))
    assert ("data-may-fork" in html) is may


def test_what_another_system_played_shows_no_way_to_fork() -> None:
    row = played()
    row.imported = {"format": "hf", "file": "x.json", "said": {}, "warnings": []}
    row.save()
    assert "data-may-fork" not in markup_of(signed_in("researcher").get(f"/runs/{row.pk}/5/"))
