"""What holds for mails whatever anybody types."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.phone.actions import Action
from simulator.phone.apps.email import Emails
from simulator.phone.apps.email.addresses import is_address
from simulator.phone.apps.email.compose import ComposeEmail
from simulator.phone.perform import Done
from simulator.phone.screens import taps_of
from simulator.phone.store import Patch, patch_of
from tests.simulator.phone.apps.email_phone import BO, CY, MailPhone

APP = Emails()
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**25), 10**25)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from([BO, CY, "INBOX", "trash", "Documents/lease.pdf", "2026-03-05", "sink.jpg", "room", "asked"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def arguments(data: st.DataObject, phone: MailPhone, action: Action) -> dict[str, Any]:
    """Anything JSON can say, with ids and addresses among it so that some calls work."""
    given = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys((*action.params, "extra"), VALUES)))
    if "email_id" in given:
        given["email_id"] = phone.id(data.draw(st.sampled_from(["room", "asked", "photos", "begun", "old"])))
    if "recipients" in given and data.draw(st.booleans()):
        given["recipients"] = [BO]
    return given


def check(phone: MailPhone, before: str, attempt: Done) -> None:
    after = phone.world.state_hash()
    if attempt.error is not None:
        assert after == before
    phone.world.screen.view(phone.world)
    msgspec.json.encode([attempt.result, attempt.args])


@pytest.mark.parametrize("name", sorted(APP.tools))
@settings(max_examples=40)
@given(data=st.data())
def test_a_tool_answers_or_refuses_whatever_it_is_given(name: str, data: st.DataObject) -> None:
    phone = MailPhone()
    before = phone.world.state_hash()
    attempt = phone.assistant(name, **arguments(data, phone, APP.tools[name]))
    check(phone, before, attempt)
    if not APP.tools[name].write:
        assert phone.world.state_hash() == before


@pytest.mark.parametrize("name", sorted(APP.events))
@settings(max_examples=40)
@given(data=st.data())
def test_an_event_happens_or_fails_whatever_it_is_given(name: str, data: st.DataObject) -> None:
    phone = MailPhone()
    before = phone.world.state_hash()
    check(phone, before, phone.world_does(name, None, **arguments(data, phone, APP.events[name])))


@given(data=st.data())
def test_the_user_can_tap_anything_in_any_order(data: st.DataObject) -> None:
    phone = MailPhone().open_mailbox(data.draw(st.sampled_from(["INBOX", "SENT", "DRAFT", "TRASH"])))
    twin = phone.world.copy()
    for _ in range(data.draw(st.integers(1, 8))):
        actions = taps_of(type(phone.world.screen))
        name = data.draw(st.sampled_from([*sorted(actions), "go_back"]))
        args = arguments(data, phone, actions[name]) if name in actions else {}
        before = phone.world.state_hash()
        attempt = phone.user(name, **args)
        check(phone, before, attempt)
        retold = msgspec.json.encode([patch_of(change) for change in attempt.changes])
        twin.store.apply(msgspec.json.decode(retold, type=list[Patch]))
        assert twin.state_hash() == phone.world.state_hash()
        assert twin.screen == phone.world.screen


@given(
    to=st.lists(st.sampled_from([BO, CY]), max_size=2),
    subject=st.text(max_size=10),
    body=st.text(max_size=30),
)
def test_a_draft_saved_and_reopened_is_the_same_form(to: list[str], subject: str, body: str) -> None:
    phone = MailPhone(mails=()).open_mailbox()
    phone.taps(
        ("start_compose", {}),
        ("set_recipients", {"recipients": to}),
        ("set_subject", {"subject": subject}),
        ("set_body", {"body": body}),
    )
    written = phone.screen(ComposeEmail)
    if phone.user("save_draft").error is None:
        phone.taps(
            ("switch_folder", {"folder_name": "DRAFT"}), ("open_email_by_index", {"index": 0}), ("edit_draft", {})
        )
        assert phone.screen(ComposeEmail) == msgspec.structs.replace(written, draft_id="mail_u1")
    else:
        assert written == ComposeEmail()


@given(st.text(max_size=12))
def test_an_address_has_one_at_sign_text_around_it_and_no_space(text: str) -> None:
    parts = text.split("@")
    assert is_address(text) == (len(parts) == 2 and all(parts) and text.split() == [text])
