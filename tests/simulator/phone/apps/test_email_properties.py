"""What holds for mails whatever anybody types."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.apps.email.screens import ComposeEmail
from simulator.phone.people import is_mail_address
from tests.simulator.phone.apps.email_phone import BO, CY, MailPhone


@given(
    to=st.lists(st.sampled_from([BO, CY]), max_size=2),
    subject=st.text(max_size=10),
    body=st.text(max_size=30),
)
def test_a_draft_saved_and_reopened_is_the_same_form(to: list[str], subject: str, body: str) -> None:
    phone = MailPhone(mails=()).open_mailbox()
    phone.taps_all(
        ("start_compose", {}),
        ("set_recipients", {"recipients": to}),
        ("set_subject", {"subject": subject}),
        ("set_body", {"body": body}),
    )
    written = phone.screen(ComposeEmail)
    if phone.tries("save_draft").error is None:
        phone.taps_all(
            ("switch_folder", {"folder_name": "DRAFT"}), ("open_email_by_index", {"index": 0}), ("edit_draft", {})
        )
        assert phone.screen(ComposeEmail) == msgspec.structs.replace(written, draft_id="mail_u1")
    else:
        assert written == ComposeEmail()


@given(st.text(max_size=12))
def test_an_address_has_one_at_sign_text_around_it_and_no_space(text: str) -> None:
    parts = text.split("@")
    assert is_mail_address(text) == (len(parts) == 2 and all(parts) and text.split() == [text])
