"""The screens of one mail and its attachments."""

from __future__ import annotations

import pytest

from simulator.phone.apps.email import Mail
from simulator.phone.apps.email.screens import AttachmentView, ComposeEmail, EmailDetail, MailboxView
from simulator.phone.apps.email.views import AttachmentPage, MailPage
from simulator.phone.apps.files import File
from simulator.phone.perform import user_actions
from simulator.phone.screens import GoneView
from tests.simulator.phone.apps.app_phone import done, refused
from tests.simulator.phone.apps.email_phone import BO, CY, NEWS, OWNER, MailPhone

TAPS = [
    ("refresh", {}),
    ("reply", {"content": "Yes"}),
    ("forward", {"recipients": [BO]}),
    ("move", {"destination_folder": "TRASH"}),
    ("delete", {}),
    ("download_attachments", {}),
    ("open_attachment", {"name": "sink.jpg"}),
    ("start_compose_reply", {}),
    ("edit_draft", {}),
]


def newest_sent(phone: MailPhone) -> Mail:
    page = done(phone.tries_tool("list_emails", folder_name="SENT"))
    return phone.mail(page["emails"][0]["email_id"])


def test_a_mail_shows_people_time_text_and_attachments() -> None:
    page = MailPhone().open_mail("photos").shows(MailPage)
    assert (page.title, page.date, page.folder) == ("Kitchen", "2026-03-05 06:22:00", "INBOX")
    assert (page.sender.address, page.recipients[0].name) == (CY, "Ada Lind")
    assert [(file.name, file.path) for file in page.attachments] == [
        ("sink.jpg", ""),
        ("plan.txt", "Documents/plan.txt"),
    ]


def test_a_mail_says_what_it_answers() -> None:
    assert MailPhone().open_mail("answer").shows(MailPage).answers == "Budget"


def test_an_answer_survives_the_end_of_what_it_answers() -> None:
    phone = MailPhone()
    done(phone.tries_tool("delete_email", email_id=phone.id("asked"), folder_name="SENT"))
    done(phone.tries_tool("delete_email", email_id=phone.id("asked"), folder_name="TRASH"))
    assert phone.open_mail("answer").shows(MailPage).answers == ""
    done(phone.tries("reply", content="Thanks"))
    assert newest_sent(phone).recipients == (BO,)


def test_every_published_action_is_offered() -> None:
    phone = MailPhone().open_mail("room")
    assert {name for name, _ in TAPS} | {"go_back"} <= user_actions(phone.world).keys()


def test_a_reply_goes_to_the_sender_and_keeps_the_thread() -> None:
    phone = MailPhone().open_mail("room")
    assert done(phone.tries("reply", content="Good", attachment_paths=["Documents/lease.pdf"])) == "The reply is sent."
    sent = newest_sent(phone)
    assert (sent.id, sent.sender, sent.recipients, sent.cc) == ("mail_u1", OWNER, (BO,), ())
    assert (sent.subject, sent.parent_id, sent.attachments) == ("Re: Room", phone.id("room"), (phone.id("lease"),))
    assert (sent.folder, sent.state, sent.is_read, sent.sent_at) == ("SENT", "sent", True, phone.world.now)
    assert phone.screen(EmailDetail).email_id == phone.id("room")


def test_a_reply_says_re_only_once() -> None:
    phone = MailPhone().open_mail("answer")
    done(phone.tries("reply"))
    assert newest_sent(phone).subject == "Re: Budget"


def test_a_reply_to_ones_own_mail_goes_to_those_who_got_it() -> None:
    phone = MailPhone().open_mail("asked")
    done(phone.tries("reply", content="One more thing"))
    assert newest_sent(phone).recipients == (BO,)


def test_a_reply_with_a_file_that_is_not_there_sends_nothing() -> None:
    phone = MailPhone().open_mail("room")
    assert "Documents/lease.pdf" in refused(phone.tries("reply", content="x", attachment_paths=["lease.pdf"]))


def test_a_forward_quotes_the_mail_and_keeps_its_attachments() -> None:
    phone = MailPhone().open_mail("photos")
    done(phone.tries("forward", recipients=[BO, NEWS]))
    sent = newest_sent(phone)
    assert (sent.subject, sent.recipients, sent.parent_id) == ("FWD: Kitchen", (BO, NEWS), "")
    assert sent.attachments == phone.mail("photos").attachments
    assert sent.content.endswith("> Two photos.\n> And a plan.")
    assert all(line.startswith("> ") for line in sent.content.split("\n"))
    assert f"> From: {CY}" in sent.content


@pytest.mark.parametrize("recipients", [[], ["nobody"], ["a@b@c"], ["a b@c"], ["@c"], ["a@"], [""]])
def test_a_forward_without_a_right_address_is_refused(recipients: list[str]) -> None:
    phone = MailPhone().open_mail("photos")
    refused(phone.tries("forward", recipients=recipients))
    assert newest_sent(phone).id == phone.id("asked")


@pytest.mark.parametrize(
    ("tap", "args"), [("reply", {}), ("forward", {"recipients": [BO]}), ("start_compose_reply", {})]
)
def test_a_draft_can_be_neither_answered_nor_forwarded(tap: str, args: dict[str, list[str]]) -> None:
    phone = MailPhone().open_mail("begun")
    assert "draft" in refused(phone.tries(tap, **args))


def test_moving_leads_back_to_the_list() -> None:
    phone = MailPhone().open_mail("room")
    assert done(phone.tries("move", destination_folder="trash")) == "'Room' is now in Trash."
    assert phone.mail("room").folder == "TRASH"
    assert phone.screen(MailboxView).folder == "INBOX"


def test_a_trashed_mail_can_be_moved_back() -> None:
    phone = MailPhone().open_mail("old")
    done(phone.tries("move", destination_folder="INBOX"))
    assert phone.mail("old").folder == "INBOX"


@pytest.mark.parametrize(
    ("label", "folder"), [("room", "INBOX"), ("room", "ARCHIVE"), ("begun", "SENT"), ("begun", "INBOX")]
)
def test_a_move_that_makes_no_sense_is_refused(label: str, folder: str) -> None:
    phone = MailPhone().open_mail(label)
    refused(phone.tries("move", destination_folder=folder))
    assert len(phone.stack) == 2


def test_deleting_puts_a_mail_into_the_trash() -> None:
    phone = MailPhone().open_mail("room")
    assert done(phone.tries("delete")) == "'Room' is in the trash."
    assert phone.mail("room").folder == "TRASH"
    assert len(phone.stack) == 1


def test_deleting_from_the_trash_is_for_good() -> None:
    phone = MailPhone().open_mail("old")
    assert done(phone.tries("delete")) == "'Sale' is deleted for good."
    assert not phone.is_there("old")
    assert phone.screen(MailboxView).folder == "TRASH"


def test_attachments_are_saved_on_the_phone() -> None:
    phone = MailPhone().open_mail("photos")
    assert done(phone.tries("download_attachments")) == "Saved: Downloads/sink.jpg, Downloads/plan.txt."
    saved = [file for file in phone.world.store.all(File).values() if file.path == "Downloads/sink.jpg"]
    assert [file.text for file in saved] == ["a sink"]


def test_without_attachments_there_is_nothing_to_save() -> None:
    assert "no attachments" in refused(MailPhone().open_mail("room").tries("download_attachments"))


def test_an_attachment_can_be_read_and_left_again() -> None:
    phone = MailPhone().open_mail("photos")
    done(phone.tries("open_attachment", name="sink.jpg"))
    page = phone.shows(AttachmentPage)
    assert (page.title, page.text, page.size, page.subject) == ("sink.jpg", "a sink", 6, "Kitchen")
    done(phone.tries("go_back"))
    phone.screen(EmailDetail)


def test_an_attachment_that_is_not_there_is_answered_with_those_that_are() -> None:
    phone = MailPhone().open_mail("photos")
    assert "sink.jpg, plan.txt" in refused(phone.tries("open_attachment", name="tap.jpg"))


def test_an_attachment_on_the_screen_survives_the_end_of_its_mail() -> None:
    phone = MailPhone().open_mail("photos")
    done(phone.tries("open_attachment", name="sink.jpg"))
    done(phone.tries_tool("delete_email", email_id=phone.id("photos")))
    phone.shows(AttachmentPage)
    done(phone.tries_tool("delete_email", email_id=phone.id("photos"), folder_name="TRASH"))
    assert phone.screen(AttachmentView).name == "sink.jpg"
    assert phone.shows(GoneView).title == "sink.jpg"


def test_a_written_reply_starts_with_recipient_subject_and_thread() -> None:
    phone = MailPhone().open_mail("room")
    done(phone.tries("start_compose_reply"))
    assert phone.screen(ComposeEmail) == ComposeEmail(recipients=[BO], subject="Re: Room", reply_to=phone.id("room"))


def test_only_a_draft_can_be_edited() -> None:
    assert "not a draft" in refused(MailPhone().open_mail("room").tries("edit_draft"))


@pytest.mark.parametrize(("tap", "args"), TAPS)
def test_a_mail_deleted_meanwhile_is_shown_as_gone_and_refuses_all(tap: str, args: dict[str, object]) -> None:
    phone = MailPhone().open_mail("photos")
    for folder in ("INBOX", "TRASH"):
        done(phone.tries_tool("delete_email", email_id=phone.id("photos"), folder_name=folder))
    assert phone.shows(GoneView).text == "This email was deleted."
    assert "deleted" in refused(phone.tries(tap, **args))


def test_a_mail_opened_from_its_notification_is_read() -> None:
    phone = MailPhone()
    email_id = done(phone.tries_world("send_email_to_user_only", sender=BO, subject="Hi"))
    phone.taps_all(("open_notifications", {}), ("open_notification", {"notification_id": "1"}))
    assert not phone.shows(MailPage).unread
    assert phone.mail(email_id).is_read
    done(phone.tries("go_back"))
    assert phone.screen(MailboxView).folder == "INBOX"
