"""What holds for every app whatever anybody types or taps."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.phone.perform import Done
from simulator.phone.registry import all_apps
from simulator.phone.screens import taps_of
from simulator.phone.store import Patch, patch_of
from tests.simulator.phone.apps.app_phone import AppPhone
from tests.simulator.phone.apps.app_properties import TRIED, arguments

TOOLS = [(app, name) for app in TRIED for name in sorted(all_apps()[app].tools)]
EVENTS = [(app, name) for app in TRIED for name in sorted(all_apps()[app].events)]


def check(app: str, phone: AppPhone, before: str, attempt: Done) -> None:
    if attempt.error is not None:
        assert phone.world.state_hash() == before
    assert msgspec.json.encode([attempt.result, attempt.args, phone.view])
    TRIED[app].holds(phone)


@pytest.mark.parametrize(("app", "name"), TOOLS)
@settings(max_examples=40)
@given(data=st.data())
def test_a_tool_answers_or_refuses_whatever_it_is_given(app: str, name: str, data: st.DataObject) -> None:
    phone = TRIED[app].phone()
    before = phone.world.state_hash()
    tool = phone.app.tools[name]
    check(app, phone, before, phone.tries_tool(name, **arguments(data, app, phone, tool)))
    if not tool.write:
        assert phone.world.state_hash() == before


@pytest.mark.parametrize(("app", "name"), EVENTS)
@settings(max_examples=40)
@given(data=st.data())
def test_an_event_happens_or_fails_whatever_it_is_given(app: str, name: str, data: st.DataObject) -> None:
    phone = TRIED[app].phone()
    before, told = phone.world.state_hash(), phone.told_both()
    attempt = phone.tries_world(name, **arguments(data, app, phone, phone.app.events[name]))
    check(app, phone, before, attempt)
    if TRIED[app].tells:
        news = 0 if attempt.error is not None else 1
        assert [len(side) for side in phone.told_both()] == [len(side) + news for side in told]


@pytest.mark.parametrize("app", list(TRIED))
@given(data=st.data())
def test_the_user_can_tap_anything_in_any_order_and_it_can_be_retold(app: str, data: st.DataObject) -> None:
    phone = TRIED[app].begin(data)
    twin = phone.world.copy()
    for _ in range(data.draw(st.integers(1, 8))):
        actions = taps_of(type(phone.world.screen))
        name = data.draw(st.sampled_from([*sorted(actions), "go_back"]))
        args = arguments(data, app, phone, actions[name]) if name in actions else {}
        before = phone.world.state_hash()
        attempt = phone.tries(name, **args)
        check(app, phone, before, attempt)
        retold = msgspec.json.encode([patch_of(change) for change in attempt.changes])
        twin.store.apply(msgspec.json.decode(retold, type=list[Patch]))
        assert twin.state_hash() == phone.world.state_hash()
        assert twin.screen == phone.world.screen
