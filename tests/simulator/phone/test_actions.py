"""Actions from signatures: schema, validation and the words of a refusal."""

from __future__ import annotations

import json
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.actions import POP, STAY, Action, Lead, actions_of, push, replace, root, root_push, tap
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.registry import all_apps
from simulator.phone.roles import Amount, Code, Plain, Ref, Text
from simulator.phone.screens import Screen, Step, stay, taps_of
from tests.simulator.phone.toy_app import LampList, Lamps

ADD = Lamps().tools["add_lamp"]


def refused(args: dict[str, Any], action: Action = ADD) -> str:
    with pytest.raises(ActionError) as caught:
        action.validate(args)
    assert caught.value.code == "bad_argument"
    return str(caught.value)


def test_the_schema_follows_from_the_signature() -> None:
    properties = ADD.schema["properties"]
    assert ADD.schema["type"] == "object"
    assert ADD.schema["required"] == ["name"]
    assert list(properties) == ["name", "watts", "number", "mood", "colours"]
    assert properties["watts"]["type"] == "number"
    assert properties["watts"]["default"] == 40.0
    assert properties["mood"]["anyOf"] == [{"enum": ["warm", "cold"], "type": "string"}, {"type": "null"}]
    assert properties["mood"]["default"] is None


def test_the_schema_describes_every_argument_also_inside_a_list() -> None:
    about = {name: field["description"] for name, field in ADD.schema["properties"].items()}
    assert about == {
        "name": "What the lamp is called.",
        "watts": "How much it takes.",
        "number": "How many.",
        "mood": "warm or cold.",
        "colours": "A colour.",
    }


def test_the_schema_allows_no_other_arguments() -> None:
    assert ADD.schema["additionalProperties"] is False


def test_a_schema_is_built_once() -> None:
    reminders = all_apps()["reminder"]
    assert reminders.tools["add_reminder"].schema is reminders.tools["add_reminder"].schema
    assert reminders.tools["add_reminder"].model is reminders.tools["add_reminder"].model
    assert taps_of(LampList)["open_lamp"].schema is taps_of(LampList)["open_lamp"].schema


def test_the_description_is_the_docstring_without_its_indent() -> None:
    assert ADD.about == "Add a lamp.\n\nGives its id."


def test_roles_are_found_in_plain_optional_and_list_arguments() -> None:
    kinds = {name: type(param.role) for name, param in ADD.params.items()}
    assert kinds == {"name": Text, "watts": Amount, "number": Plain, "mood": Code, "colours": Code}
    role = taps_of(LampList)["open_lamp"].params["lamp_id"].role
    assert isinstance(role, Ref) and role.table == "lamp.lamp"


def test_what_is_left_out_takes_its_default_and_is_not_kept_as_given() -> None:
    checked = ADD.validate({"name": "Hall"})
    assert checked.call == {"name": "Hall", "watts": 40.0, "number": 1, "mood": None, "colours": None}
    assert checked.given == {"name": "Hall"}


def test_what_is_given_is_kept_in_the_order_of_the_signature() -> None:
    assert list(ADD.validate({"mood": None, "watts": 5, "name": "Hall"}).given) == ["name", "watts", "mood"]


@pytest.mark.parametrize("number", [3, "3", " 3 ", 3.0, "3.0"])
def test_numbers_may_come_as_text_or_with_a_point(number: Any) -> None:
    value = ADD.validate({"name": "Hall", "number": number}).given["number"]
    assert value == 3
    assert isinstance(value, int)


def test_a_missing_argument_is_named_with_the_way_to_call() -> None:
    assert refused({}) == (
        "Lamps__add_lamp needs the argument 'name'. Arguments: name, watts=40.0, number=1, mood=None, colours=None."
    )


def test_an_argument_too_many_is_named() -> None:
    assert "Lamps__add_lamp has no argument 'colour'." in refused({"name": "Hall", "colour": "red"})


def test_an_action_without_arguments_refuses_any() -> None:
    text = refused({"why": 1}, Lamps().tools["list_lamps"])
    assert text == "Lamps__list_lamps has no argument 'why'. Arguments: none."


def test_a_wrong_choice_is_answered_with_the_right_ones() -> None:
    text = refused({"name": "Hall", "mood": "blue"})
    assert "'mood'" in text and "'warm' or 'cold'" in text and "got 'blue'" in text


def test_a_wrong_item_of_a_list_is_named_by_its_place() -> None:
    assert "The argument 'colours.1' of Lamps__add_lamp is wrong" in refused({"name": "Hall", "colours": ["red", 5]})


def test_several_wrong_arguments_are_told_at_once_but_not_without_end() -> None:
    text = refused({"name": 1, "watts": "x", "number": "y", "mood": "z", "colours": "w"})
    assert text.count("is wrong") == 3


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf"), "nan", "Infinity"])
def test_what_is_not_a_number_is_refused(number: Any) -> None:
    assert "'watts'" in refused({"name": "Hall", "watts": number})
    assert "'number'" in refused({"name": "Hall", "number": number})


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb"])
def test_half_a_character_is_refused_by_name(text: str) -> None:
    said = refused({"name": text})
    assert "The argument 'name' of Lamps__add_lamp cannot be written down" in said
    assert said.encode()


def test_half_a_character_in_the_name_of_an_argument_is_refused() -> None:
    assert refused({"name": "Hall", "\ud800": 1}).encode()


def test_a_number_with_too_many_digits_is_refused() -> None:
    assert "'number'" in refused({"name": "Hall", "number": 10**5000})
    assert "'name'" in refused({"name": 10**5000})
    assert "'number'" in refused({"name": "Hall", "number": "9" * 5000})


def test_a_list_too_deep_to_be_spelled_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert "'name'" in refused({"name": deep})
    assert "'colours.0'" in refused({"name": "Hall", "colours": deep})


def test_a_refusal_quotes_only_the_beginning_of_a_long_value() -> None:
    assert len(refused({"name": "Hall", "number": "x" * 100_000})) < 300
    assert len(refused({"x" * 100_000: 1})) < 300


def test_a_long_problem_is_cut_and_its_remedy_is_not() -> None:
    error = ActionError("code", "p" * 10_000, "Do it right.")
    assert len(str(error)) < 500
    assert str(error).endswith("... Do it right.")


def test_an_action_error_without_a_remedy_ends_with_the_problem() -> None:
    assert str(ActionError("code", "It broke.")) == "It broke."


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.characters(categories=["Cs"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*ADD.params, "other"]), json_values, max_size=6))
def test_any_arguments_are_taken_or_refused_and_what_is_taken_can_be_written(args: dict[str, Any]) -> None:
    try:
        checked = ADD.validate(args)
    except ActionError as error:
        assert str(error).encode()
        assert str(error).endswith(f"Arguments: {ADD.usage}.")
    else:
        written = msgspec.json.encode(checked.given)
        assert ADD.validate(json.loads(written)).given == checked.given


def test_actions_are_found_in_the_order_in_which_they_are_written() -> None:
    assert list(Lamps().tools) == ["add_lamp", "list_lamps", "list_and_write"]
    assert list(Lamps().events) == ["deliver_lamp", "take_lamp", "switch_off"]
    assert list(taps_of(LampList))[:2] == ["show_only", "open_lamp"]


def test_an_event_may_have_another_name_than_its_method() -> None:
    assert Lamps().events["switch_off"].full_name == "Lamps__switch_off"


def test_a_screen_inherits_the_taps_of_its_parent() -> None:
    class Wider(LampList, frozen=True):
        @tap(POP)
        def leave(self, call: Call, why: Annotated[str, Plain("Why.")] = "") -> Step:
            return stay("no")

    found = actions_of(Wider, "lamp", "Lamps", "user")
    assert list(found) == [*taps_of(LampList), "leave"]


def test_leads_are_what_the_tap_declares() -> None:
    class Odd(Screen, frozen=True):
        @tap(push("A", "B"), replace("C"), POP, root("D"), root_push("E"))
        def many(self, call: Call) -> Step:
            return stay("no")

        @tap()
        def none(self, call: Call) -> Step:
            return stay("no")

    found = actions_of(Odd, "odd", "Odd", "user")
    assert found["many"].mark.leads == (
        *(Lead("push", "A"), Lead("push", "B"), Lead("replace", "C")),
        *(POP, Lead("root", "D"), Lead("root_push", "E")),
    )
    assert found["none"].mark.leads == (STAY,)


@pytest.mark.parametrize("app", list(all_apps()))
def test_every_action_of_every_app_says_what_it_does_and_what_it_takes(app: str) -> None:
    found = all_apps()[app]
    taps = [action for screen in found.screens for action in taps_of(screen).values()]
    for action in (*found.tools.values(), *found.events.values(), *found.everywhere.values(), *taps):
        assert action.about, f"{action.full_name} has no docstring"
        assert json.loads(json.dumps(action.schema)) == action.schema
        missing = [name for name, field in action.schema.get("properties", {}).items() if not field.get("description")]
        assert not missing, f"{action.full_name} does not describe {missing}"
