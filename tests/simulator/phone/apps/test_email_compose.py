"""The form on which the owner writes, and the drafts it keeps."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.email import Mail
from simulator.phone.apps.email.screens import ComposeEmail, EmailDetail, MailboxView
from simulator.phone.apps.email.views import ComposePage
from simulator.phone.perform import user_actions
from tests.simulator.phone.apps.app_phone import done, refused
from tests.simulator.phone.apps.email_phone import BO, CY, NEWS, OWNER, MailPhone

LEASE = {"attachment_path": "Documents/lease.pdf"}


@pytest.fixture
def phone() -> MailPhone:
    phone = MailPhone().open_mailbox()
    phone.taps_all(("start_compose", {}))
    return phone


def editing(phone: MailPhone, label: str = "begun") -> MailPhone:
    phone.open_mail(label)
    phone.taps_all(("edit_draft", {}))
    return phone


def test_every_published_action_is_offered(phone: MailPhone) -> None:
    fields = "set_recipients add_recipient set_cc set_subject set_body attach_file"
    endings = "send_composed_email save_draft discard_draft"
    repairs = "remove_recipient remove_attachment go_back"
    assert {*f"{fields} {endings} {repairs}".split()} <= user_actions(phone.world).keys()


def test_every_field_can_be_filled_and_cleared(phone: MailPhone) -> None:
    fills: list[tuple[str, dict[str, Any]]] = [
        ("set_recipients", {"recipients": [BO]}),
        ("set_cc", {"cc": [CY]}),
        ("set_subject", {"subject": "Lease"}),
        ("set_body", {"body": "Here it is."}),
        ("attach_file", LEASE),
    ]
    phone.taps_all(*fills)
    page = phone.shows(ComposePage)
    assert ([one.address for one in page.recipients], [one.address for one in page.cc]) == ([BO], [CY])
    assert (page.subject, page.body, page.attachments[0].name) == ("Lease", "Here it is.", "lease.pdf")
    phone.taps_all(
        ("set_recipients", {"recipients": []}),
        ("set_cc", {"cc": []}),
        ("set_subject", {"subject": ""}),
        ("set_body", {"body": ""}),
        ("remove_attachment", LEASE),
    )
    assert phone.screen(ComposeEmail) == ComposeEmail()
    assert len(phone.stack) == 2


def test_recipients_can_be_added_and_removed_one_by_one(phone: MailPhone) -> None:
    phone.taps_all(("add_recipient", {"recipient": BO}), ("add_recipient", {"recipient": f" {CY} "}))
    assert phone.screen(ComposeEmail).recipients == [BO, CY]
    phone.taps_all(("remove_recipient", {"recipient": BO.upper()}))
    assert phone.screen(ComposeEmail).recipients == [CY]


def test_a_copy_can_be_removed_too(phone: MailPhone) -> None:
    phone.taps_all(("set_cc", {"cc": [CY]}), ("remove_recipient", {"recipient": CY}))
    assert phone.screen(ComposeEmail).cc == []


def test_an_address_given_twice_counts_once(phone: MailPhone) -> None:
    phone.taps_all(("set_recipients", {"recipients": [BO, BO.upper()]}))
    assert phone.screen(ComposeEmail).recipients == [BO]
    assert "already" in refused(phone.tries("add_recipient", recipient=BO))


def test_removing_someone_who_is_not_on_the_mail_names_those_who_are(phone: MailPhone) -> None:
    phone.taps_all(("set_recipients", {"recipients": [BO]}))
    assert BO in refused(phone.tries("remove_recipient", recipient=CY))


@pytest.mark.parametrize(
    ("tap", "args"),
    [
        ("set_recipients", {"recipients": [BO, "nobody"]}),
        ("add_recipient", {"recipient": "Bo Berg <bo@berg.example>"}),
        ("set_cc", {"cc": ["a@b@c"]}),
        ("remove_recipient", {"recipient": ""}),
    ],
)
def test_a_wrong_address_is_refused_and_changes_nothing(phone: MailPhone, tap: str, args: dict[str, Any]) -> None:
    assert "not an e-mail address" in refused(phone.tries(tap, **args))
    assert phone.screen(ComposeEmail) == ComposeEmail()


def test_a_file_that_is_not_there_cannot_be_attached(phone: MailPhone) -> None:
    assert "Documents/plan.txt" in refused(phone.tries("attach_file", attachment_path="plan"))


def test_a_file_is_attached_only_once(phone: MailPhone) -> None:
    phone.taps_all(("attach_file", LEASE))
    assert "already" in refused(phone.tries("attach_file", **LEASE))


def test_an_attachment_is_removed_by_path_or_name(phone: MailPhone) -> None:
    phone.taps_all(("attach_file", LEASE), ("remove_attachment", {"attachment_path": "lease.pdf"}))
    assert phone.screen(ComposeEmail).attachments == []
    assert "Attachments: none" in refused(phone.tries("remove_attachment", **LEASE))


def test_a_sent_mail_holds_all_that_was_written(phone: MailPhone) -> None:
    phone.taps_all(
        ("set_recipients", {"recipients": [BO]}),
        ("set_cc", {"cc": [CY]}),
        ("set_subject", {"subject": "Lease"}),
        ("set_body", {"body": "Here it is."}),
        ("attach_file", LEASE),
        ("send_composed_email", {}),
    )
    assert phone.mail("mail_u1") == Mail(
        id="mail_u1",
        sender=OWNER,
        recipients=(BO,),
        cc=(CY,),
        subject="Lease",
        content="Here it is.",
        folder="SENT",
        state="sent",
        attachments=(phone.id("lease"),),
        sent_at=phone.world.now,
        is_read=True,
    )
    assert phone.screen(MailboxView) == MailboxView()


def test_a_mail_without_recipient_is_not_sent(phone: MailPhone) -> None:
    phone.taps_all(("set_cc", {"cc": [CY]}))
    assert "no recipient" in refused(phone.tries("send_composed_email"))
    phone.screen(ComposeEmail)


def test_a_written_reply_keeps_the_thread_and_the_users_edits() -> None:
    phone = MailPhone().open_mail("room")
    phone.taps_all(
        ("start_compose_reply", {}),
        ("add_recipient", {"recipient": CY}),
        ("set_subject", {"subject": "Another room?"}),
        ("send_composed_email", {}),
    )
    sent = phone.mail("mail_u1")
    assert (sent.parent_id, sent.recipients, sent.subject) == (phone.id("room"), (BO, CY), "Another room?")
    assert phone.screen(EmailDetail).email_id == phone.id("room")


def test_a_reply_whose_mail_is_deleted_meanwhile_can_still_be_sent() -> None:
    phone = MailPhone().open_mail("room")
    phone.taps_all(("start_compose_reply", {}))
    for folder in ("INBOX", "TRASH"):
        done(phone.tries_tool("delete_email", email_id=phone.id("room"), folder_name=folder))
    assert phone.shows(ComposePage).answers == ""
    phone.taps_all(("send_composed_email", {}))
    assert phone.mail("mail_u1").parent_id == phone.id("room")


def test_a_saved_draft_lies_in_drafts_and_tells_nobody_its_text(phone: MailPhone) -> None:
    before = phone.world.inbox("user")
    phone.taps_all(("set_body", {"body": "Secret plan"}), ("save_draft", {}))
    draft = phone.mail("mail_u1")
    assert (draft.folder, draft.state, draft.content) == ("DRAFT", "draft", "Secret plan")
    assert phone.world.inbox("user") == before
    assert {notice.kind for notice in phone.world.inbox("assistant")} == {"user_action"}
    assert all(notice.text == "" for notice in phone.world.inbox("assistant"))
    phone.screen(MailboxView)


def test_an_empty_form_is_not_saved(phone: MailPhone) -> None:
    assert "nothing to save" in refused(phone.tries("save_draft"))


def test_a_discarded_form_leaves_nothing(phone: MailPhone) -> None:
    mails = set(phone.world.store.all(Mail))
    phone.taps_all(("set_body", {"body": "No"}), ("discard_draft", {}))
    assert set(phone.world.store.all(Mail)) == mails
    phone.screen(MailboxView)


def test_going_back_from_a_form_saves_nothing(phone: MailPhone) -> None:
    mails = set(phone.world.store.all(Mail))
    phone.taps_all(("set_body", {"body": "No"}), ("go_back", {}))
    assert set(phone.world.store.all(Mail)) == mails


def test_a_draft_is_reopened_with_all_it_holds() -> None:
    phone = editing(MailPhone())
    expected = ComposeEmail(recipients=[CY], subject="Idea", body="What if", draft_id=phone.id("begun"))
    assert phone.screen(ComposeEmail) == expected
    assert phone.shows(ComposePage).title == "Draft"


def test_a_reopened_draft_is_saved_in_its_place() -> None:
    phone = editing(MailPhone())
    phone.taps_all(("set_body", {"body": "What if we"}), ("save_draft", {}))
    assert phone.mail("begun").content == "What if we"
    assert phone.mail("begun").sent_at == phone.world.now
    assert phone.screen(MailboxView).folder == "DRAFT"
    assert len([mail for mail in phone.world.store.all(Mail).values() if mail.folder == "DRAFT"]) == 1


def test_a_sent_draft_is_no_longer_among_the_drafts() -> None:
    phone = editing(MailPhone())
    phone.taps_all(("send_composed_email", {}))
    assert not phone.is_there("begun")
    assert phone.mail("mail_u1").content == "What if"
    assert phone.screen(MailboxView).folder == "DRAFT"


def test_a_discarded_draft_goes_to_the_trash_and_can_be_taken_up_again() -> None:
    phone = editing(MailPhone())
    phone.taps_all(("discard_draft", {}))
    assert phone.mail("begun").folder == "TRASH"
    editing(phone).taps_all(("save_draft", {}))
    assert phone.mail("begun").folder == "DRAFT"


def test_a_draft_deleted_meanwhile_can_still_be_saved_sent_or_discarded() -> None:
    for tap, made in (("save_draft", ["DRAFT"]), ("send_composed_email", ["SENT"]), ("discard_draft", [])):
        phone = editing(MailPhone())
        for folder in ("DRAFT", "TRASH"):
            done(phone.tries_tool("delete_email", email_id=phone.id("begun"), folder_name=folder))
        phone.taps_all((tap, {}))
        new = [mail.folder for mail in phone.world.store.all(Mail).values() if mail.id.startswith("mail_u")]
        assert new == made


def test_an_attachment_without_a_path_survives_the_editing_of_a_draft() -> None:
    draft = {
        "label": "d",
        "from": "owner",
        "at": "-1h",
        "folder": "DRAFT",
        "attachments": [{"name": "a.txt", "text": "A"}],
    }
    phone = editing(MailPhone((draft,)), "d")
    attached = phone.mail("d").attachments
    phone.taps_all(("set_recipients", {"recipients": [NEWS]}), ("save_draft", {}))
    assert phone.mail("d").attachments == attached
