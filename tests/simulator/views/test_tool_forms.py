"""Forms for the assistant's tools, made from the tools' schemas."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from simulator.agents.policy import TURN_ENDING
from simulator.phone.people import Owner
from simulator.phone.perform import assistant_tools
from simulator.phone.registry import all_apps
from simulator.phone.tool_names import AS_PUBLISHED, Naming
from simulator.phone.world import World
from simulator.templatetags.play import with_ids
from simulator.views.action_form import arguments_of
from simulator.views.tool_forms import ToolField, ToolForm, tool_form, tools_by_app


@pytest.fixture(scope="module")
def phone() -> World:
    return World.blank(Owner(name="Ada", email="", time_zone="UTC"), all_apps(), 0)


def forms(phone: World, naming: Naming = AS_PUBLISHED) -> dict[str, ToolForm]:
    return {form.name: form for app in tools_by_app(phone, naming) for form in app.tools}


def test_every_tool_has_a_form_with_every_argument_except_offers_and_waits(phone: World) -> None:
    found = forms(phone)
    tools = assistant_tools(phone)
    assert set(found) == set(tools) - set(TURN_ENDING)
    for name, form in found.items():
        assert [field.name for field in (*form.main, *form.minor)] == sorted(
            tools[name].params, key=[*(field.name for field in form.main), *(field.name for field in form.minor)].index
        )
        assert form.about and form.write == tools[name].write


def test_fields_follow_the_schema(phone: World) -> None:
    mail = fields(forms(phone)["Emails__get_email_by_id"])
    assert (mail["email_id"].takes, mail["email_id"].required) == ("mail", True)
    assert mail["folder_name"].choices == ("INBOX", "SENT", "DRAFT", "TRASH") and mail["folder_name"].default == "INBOX"
    sent = fields(forms(phone)["Emails__send_email"])
    assert (sent["recipients"].control, sent["recipients"].takes) == ("lines", "address")
    assert sent["content"].control == "text" and not sent["content"].required
    reminder = fields(forms(phone)["Reminders__add_reminder"])
    assert reminder["due_datetime"].example and "week" in reminder["repetition_unit"].choices
    assert fields(forms(phone)["Contacts__edit_contact"])["updates"].control == "json"
    assert fields(forms(phone)["Emails__list_emails"])["offset"].is_minor


def fields(form: ToolForm) -> dict[str, ToolField]:
    return {field.name: field for field in form.fields}


def test_a_form_filled_with_its_own_defaults_is_read_back(phone: World) -> None:
    for name, tool in assistant_tools(phone).items():
        form = tool_form(name, tool)
        if any(field.required for field in form.fields) or not form.fields:
            continue
        given = QueryDict(mutable=True)
        for field in form.fields:
            given[field.field] = field.default
        try:
            arguments_of(tool, given)
        except Exception as problem:
            raise AssertionError(f"{name}: {problem}") from problem


def test_renamed_tools_keep_their_new_names(phone: World) -> None:
    assert forms(phone, Naming({"Emails__list_emails": "Post__show"}, {}))["Post__show"].short == "show"


def test_ids_and_addresses_in_texts_are_buttons_and_all_else_is_escaped() -> None:
    html = with_ids("<b>mail_7d21</b> from bo@berg.example, not file_name.txt or my_word")
    assert 'data-use="mail"' in html and 'data-use="address"' in html and html.count("<button") == 2
    assert "&lt;b&gt;" in html and "my_word" in html
