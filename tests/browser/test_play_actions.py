"""A sample of the actions of all apps, performed on the page for playing the user in a real browser."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser

from simulator.agents.policy import Decision
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode as PlayedEpisode
from simulator.jobs.play_job import run_episode
from simulator.jobs.seats import start_play
from simulator.jobs.serialization import moments_of, source_text
from simulator.models import Scenario, ScenarioVersion, Side
from simulator.phone.actions import Action
from simulator.phone.perform import user_actions, user_does
from simulator.phone.screens import taps_of
from simulator.phone.world import World
from simulator.rendering.awaited_views import awaited
from simulator.trace.moments import Acted
from tests.browser.at_the_table import AtTheTable, at_the_table
from tests.simulator.play.read_forms import TRIES, filled, shown_forms
from tests.simulator.play.table import Player
from tests.simulator.showing.room import story_of

pytestmark = [pytest.mark.all, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_server")]
APPS = ("apartment", "cab", "calendar", "contacts", "email", "messaging", "note", "reminder", "shopping")
OF_EACH = 7
MOST_TAPS = 16


def test_nine_apps_make_a_sample_of_sixty() -> None:
    assert len(APPS) * OF_EACH >= 60


@pytest.mark.parametrize("app", APPS)
def test_actions_of_an_app_are_performed_in_the_browser(browser: Browser, site: str, app: str) -> None:
    done: set[tuple[str, str]] = set()
    rng = random.Random(app)
    with at_the_table(browser, site, in_the_room_of(app)) as table:
        table.plays("open_app", {"app_name": phone_of(table).apps[app].prefix})
        for _ in range(MOST_TAPS):
            if len(done) >= OF_EACH:
                break
            world = phone_of(table)
            here = type(world.screen).__name__
            decision = next_decision(world, app, {name for screen, name in done if screen == here}, rng)
            table.plays(decision.name, decision.args)
            last = [one for one in moments_of(table.row.pk) if isinstance(one, Acted) and one.actor == "user"][-1]
            assert last.error is None, (decision, last.error)
            action = user_actions(world)[decision.name]
            assert (last.name, plain(action, last.args)) == (decision.name, plain(action, decision.args))
            if decision.name in taps_of(type(world.screen)) and world.phone.active == app:
                done.add((here, decision.name))
    assert len(done) >= OF_EACH


def in_the_room_of(app: str) -> Player:
    """Start a run on the phone of this app's rooms."""
    story = story_of(app)
    scenario, _ = Scenario.objects.get_or_create(slug=f"rooms_{app}")
    version, _ = ScenarioVersion.objects.get_or_create(
        scenario=scenario, content_hash=story.hash, defaults={"source": source_text(story), "title": app}
    )
    person = User.objects.create_user(f"player-{app}")
    client = Client()
    client.force_login(person)
    config = EpisodeConfig(user="human", assistant="silent", max_turns=3 * MOST_TAPS)
    row = start_play(version, config, Side.USER, person).row
    run_episode(row.pk)
    row.refresh_from_db()
    return Player(client, row, Side.USER)


def phone_of(table: AtTheTable) -> World:
    with awaited(table.row) as found:
        assert found is not None and isinstance(found.episode, PlayedEpisode)
        return found.episode.world.copy()


def next_decision(world: World, app: str, done: set[str], rng: random.Random) -> Decision:
    """Return a decision that works here: an action that was not performed on this screen yet, or else a way on."""
    fields, actions = shown_forms(world), user_actions(world)
    own = [name for name in taps_of(type(world.screen)) if name not in done]
    # Only at random: a fixed order would return to the same screens.
    rng.shuffle(own)
    if world.phone.active != app:
        return Decision("open_app", {"app_name": world.apps[app].prefix})
    others = [name for name in ("go_back", *taps_of(type(world.screen))) if name in actions and name not in own]
    for name in (*own, *others):
        for _ in range(TRIES):
            args = filled(actions[name], fields[name], world, rng)
            if args is None:
                continue
            args = {key: value[:10] if fields[name][key].kind == "day" else value for key, value in args.items()}
            if user_does(world.copy(), name, args, 1).error is None:
                return Decision(name, args)
    raise AssertionError(f"nothing can be done on {type(world.screen).__name__}")


def plain(action: Action, args: Mapping[str, Any]) -> dict[str, str]:
    """Arguments as they are compared, without defaults: pickers leave out seconds, and empty lists are not sent."""
    given = {key: value for key, value in args.items() if value not in ([], "", action.params[key].default)}
    return {key: str(value).removesuffix(":00").strip() for key, value in given.items()}
