"""Doing one action: found, checked, carried out whole or not at all."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from simulator.phone.errors import EngineError
from simulator.phone.people import Rules
from simulator.phone.perform import assistant_does, assistant_tools, environment_does, user_actions, user_does
from simulator.phone.state import Counter
from tests.simulator.phone.small_phone import SmallPhone, everything, refusal
from tests.simulator.phone.toy_app import Lamp, Lamps

STANDING = Rules(standing_consent=True)


@pytest.fixture
def phone() -> SmallPhone:
    made = SmallPhone("lamp", "reminder", rules=STANDING)
    made.calls("Lamps__add_lamp", name="Hall")
    return made


def test_one_action_has_one_result_and_its_changes(phone: SmallPhone) -> None:
    done = phone.asks("Lamps__add_lamp", name="Bath", watts="60")
    assert done.error is None
    assert (done.app, done.name, done.write, done.result) == ("lamp", "add_lamp", True, "lamp_a2")
    assert done.args == {"name": "Bath", "watts": 60.0}
    made = [change for change in done.changes if change.table == Lamp.table]
    assert [(change.id, change.old) for change in made] == [("lamp_a2", None)]


def test_what_a_user_taps_is_one_entry_of_the_user_alone(phone: SmallPhone) -> None:
    phone.opens("lamp")
    before = len(phone.world.inbox("assistant"))
    phone.taps("open_lamp", lamp_id="lamp_a1")
    told = phone.world.inbox("assistant")[before:]
    assert [(notice.kind, notice.app, notice.moment) for notice in told] == [("user_action", "lamp", phone.moment)]


def test_ids_count_by_actor_and_table(phone: SmallPhone) -> None:
    assert phone.calls("Lamps__add_lamp", name="Bath") == "lamp_a2"
    assert phone.happens("lamp", "deliver_lamp", name="Desk") == "lamp_e1"
    assert phone.calls("Lamps__add_lamp", name="Desk") == "lamp_a3"


@pytest.mark.parametrize(
    ("side", "name", "args", "code"),
    [
        ("assistant", "Lamps__add_lamp", {"name": "faulty"}, "faulty"),
        ("assistant", "Lamps__add_lamp", {"name": 5}, "bad_argument"),
        ("assistant", "Lamps__sing", {}, "unknown_tool"),
        ("assistant", "sing", {}, "unknown_tool"),
        ("environment", "lamp.deliver_lamp", {"name": "faulty"}, "faulty"),
        ("environment", "lamp.sing", {}, "unknown_event"),
        ("environment", "radio.sing", {}, "unknown_event"),
        ("user", "open_lamp", {"lamp_id": "nothing"}, "unknown_record"),
        ("user", "open_lamp", {}, "bad_argument"),
        ("user", "sing", {}, "not_available"),
        ("user", "break_lamp", {}, "not_available"),
        ("user", "System__open_lamp", {"lamp_id": "lamp_a1"}, "not_available"),
    ],
)
def test_a_failed_action_changes_nothing(
    phone: SmallPhone, side: str, name: str, args: dict[str, Any], code: str
) -> None:
    phone.opens("lamp")
    before, digest = everything(phone.world), phone.world.state_hash()
    if side == "assistant":
        done = phone.asks(name, **args)
    elif side == "user":
        done = phone.tries(name, **args)
    else:
        done = phone.event(*name.split("."), **args)
    assert done.error is not None
    assert (done.error.code, done.result, done.changes) == (code, None, [])
    assert everything(phone.world) == before
    assert phone.world.state_hash() == digest


def test_an_id_taken_by_a_failed_action_is_given_to_the_next_one(phone: SmallPhone) -> None:
    phone.asks("Lamps__add_lamp", name="faulty")
    assert phone.calls("Lamps__add_lamp", name="Bath") == "lamp_a2"
    counter = phone.world.store.get(Counter, "lamp.lamp.assistant")
    assert counter is not None and counter.count == 2


def test_a_failed_event_tells_nobody(phone: SmallPhone) -> None:
    phone.event("lamp", "deliver_lamp", name="faulty")
    assert [notice.text for notice in phone.told("user")] == ["Hall is new."]
    assert phone.told("assistant") == []


def test_a_refusal_keeps_what_was_asked(phone: SmallPhone) -> None:
    done = phone.asks("Lamps__add_lamp", name="faulty", watts=3)
    assert (done.app, done.name, done.write, done.args) == ("lamp", "add_lamp", True, {"name": "faulty", "watts": 3.0})
    done = phone.asks("Lamps__add_lamp", colour="red")
    assert (done.app, done.name, done.write, done.args) == ("lamp", "add_lamp", True, {"colour": "red"})
    done = phone.asks("Lamps__sing", loud=True)
    assert (done.app, done.name, done.write, done.args) == ("lamp", "sing", False, {"loud": True})
    done = phone.asks("Radio__sing")
    assert (done.app, done.name) == ("home", "Radio__sing")


def test_refusals_name_the_remedy(phone: SmallPhone) -> None:
    phone.opens("lamp")
    assert "Here you can: show_only, open_lamp, " in refusal(phone.tries("sing"))
    assert "Lamps__add_lamp" in refusal(phone.asks("Lamps__sing"))
    assert "lamp.deliver_lamp" in refusal(phone.event("lamp", "sing"))


@pytest.mark.parametrize(
    "args", [{"name": "\ud800"}, {"name": float("nan")}, {"\ud800": [10**5000]}, {"name": "x", "number": 10**5000}]
)
def test_a_refusal_can_be_written_down_whatever_was_given(phone: SmallPhone, args: dict[str, Any]) -> None:
    done = phone.asks("Lamps__add_lamp", **args)
    assert done.error is not None
    written = msgspec.json.encode((done.app, done.name, done.args, done.error))
    assert msgspec.json.decode(written)[2] == done.args


@pytest.mark.parametrize("name", ["\ud800", "Lamps__\ud800", "x" * 100_000, "", "__", ".", "Lamps__"])
def test_a_name_that_is_no_name_is_refused_and_can_be_written_down(phone: SmallPhone, name: str) -> None:
    for done in (phone.asks(name), phone.tries(name), phone.event("lamp", name)):
        assert done.error is not None
        assert len(msgspec.json.encode((done.app, done.name, done.error))) < 5000


def test_a_tool_may_be_called_by_its_full_name_only(phone: SmallPhone) -> None:
    assert phone.asks("Lamps__list_lamps").error is None
    assert refusal(phone.asks("list_lamps")).startswith("unknown_tool")


def test_a_tap_may_be_called_by_its_short_or_its_full_name(phone: SmallPhone) -> None:
    phone.taps("System__open_app", app_name="Lamps")
    phone.taps("Lamps__open_lamp", lamp_id="lamp_a1")
    phone.taps("go_home")
    assert phone.front == "home"


def test_a_tool_that_breaks_down_by_noise_changes_nothing(phone: SmallPhone) -> None:
    before = everything(phone.world)
    done = phone.asks("Lamps__add_lamp", failing="The lamp shop is closed.", name="Bath")
    assert refusal(done) == "tool_failed: The lamp shop is closed. Try again, or find another way."
    assert everything(phone.world) == before


def test_system_apps_never_break_down_by_noise(phone: SmallPhone) -> None:
    assert phone.asks("System__get_current_time", failing="Broken.").error is None


def test_a_reading_tool_that_writes_is_an_error_of_the_engine_and_undone(phone: SmallPhone) -> None:
    before = everything(phone.world)
    with pytest.raises(EngineError, match=r"Lamps__list_and_write is declared as reading, but it changed lamp\.lamp"):
        assistant_does(phone.world, "Lamps__list_and_write", {}, 9)
    assert everything(phone.world) == before


def test_a_reading_tap_that_writes_is_an_error_of_the_engine_and_undone(phone: SmallPhone) -> None:
    phone.opens("lamp")
    before = everything(phone.world)
    with pytest.raises(EngineError, match="look_and_write"):
        user_does(phone.world, "look_and_write", {}, 9)
    assert everything(phone.world) == before


def test_a_tap_may_leave_the_mark_that_it_declares(phone: SmallPhone) -> None:
    phone.opens("lamp")
    phone.taps("open_lamp", lamp_id="lamp_a1")
    lamp = phone.world.store.get(Lamp, "lamp_a1")
    assert lamp is not None and lamp.seen


@pytest.mark.parametrize(("name", "went"), [("stay_after_all", "stay"), ("leave_after_all", "push LampDetail")])
def test_a_way_that_was_not_declared_is_an_error_of_the_engine_and_undone(
    phone: SmallPhone, name: str, went: str
) -> None:
    phone.opens("lamp")
    before = everything(phone.world)
    with pytest.raises(EngineError, match=f"made the move '{went}'"):
        user_does(phone.world, name, {}, 9)
    assert everything(phone.world) == before


def test_an_event_takes_the_id_that_was_kept_for_it(phone: SmallPhone) -> None:
    done = environment_does(phone.world, "lamp", "deliver_lamp", {"name": "Desk"}, 9, (Lamp.table, "lamp_77abc"))
    assert done.result == "lamp_77abc"
    assert phone.happens("lamp", "deliver_lamp", name="Roof") == "lamp_e1"


def test_the_actions_offered_are_those_of_the_screen_and_those_that_are_everywhere(phone: SmallPhone) -> None:
    assert list(user_actions(phone.world)) == [
        *("open_app", "open_notifications"),
        "send_message_to_agent",
        *("go_home", "switch_app", "put_phone_down"),
    ]
    phone.opens("lamp")
    phone.taps("open_lamp", lamp_id="lamp_a1")
    assert {"deeper", "break_lamp", "to_all", "go_back"} <= set(user_actions(phone.world))
    assert "open_app" not in user_actions(phone.world)


def test_everything_that_is_offered_can_be_found(phone: SmallPhone) -> None:
    phone.opens("lamp")
    for name, action in user_actions(phone.world).items():
        done = phone.tries(name, unheard_of=1)
        assert done.error is not None and done.error.code == "bad_argument", name
        assert done.app == action.app


def test_tools_are_those_of_the_apps_on_the_phone(phone: SmallPhone) -> None:
    prefixes = {name.partition("__")[0] for name in assistant_tools(phone.world)}
    assert prefixes == {"System", "PAREAgentUserInterface", "Reminders", "Lamps"}


def test_an_error_of_python_leaves_the_phone_as_it_was(phone: SmallPhone, monkeypatch: pytest.MonkeyPatch) -> None:
    def looked_at(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Lamps, "looked_at", looked_at)
    phone.happens("lamp", "deliver_lamp", name="Desk")
    phone.taps("open_notifications")
    before = everything(phone.world)
    with pytest.raises(ZeroDivisionError):
        user_does(phone.world, "open_notification", {"notification_id": "2"}, 9)
    assert everything(phone.world) == before


def test_an_unknown_tool_is_answered_with_the_tools_of_the_phase() -> None:
    phone = SmallPhone("reminder")
    watching = refusal(phone.asks("Lamps__sing"))
    assert "PAREAgentUserInterface__wait" in watching
    writing = [name for name, tool in assistant_tools(phone.world).items() if tool.write]
    assert writing and not any(name in watching for name in writing)
    phone.asks("PAREAgentUserInterface__send_message_to_user", content="Shall I?")
    phone.taps("accept_proposal")
    acting = refusal(phone.asks("Lamps__sing"))
    assert all(name in acting for name in writing)
    assert "PAREAgentUserInterface__wait," not in acting
