"""What the assistant's mail tools give and do."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.email import Emails, Mail
from simulator.phone.apps.email.views import MailboxPage
from simulator.phone.apps.files import File
from simulator.phone.people import Rules
from tests.simulator.phone.apps.app_phone import done, id_in, refused
from tests.simulator.phone.apps.email_phone import BO, CY, INBOX, NEWS, OWNER, MailPhone

READS = {"list_emails", "get_email_by_id", "get_email_by_index", "search_emails", "read_attachment"}
WRITES = {"send_email", "reply_to_email", "forward_email", "move_email", "delete_email", "download_attachments"}


@pytest.fixture
def phone() -> MailPhone:
    return MailPhone()


def test_the_published_tools_are_there_and_labelled() -> None:
    tools = Emails().tools
    assert {name for name, tool in tools.items() if not tool.write} == READS
    assert {name for name, tool in tools.items() if tool.write} == WRITES
    assert tools["list_emails"].full_name == "Emails__list_emails"


@pytest.mark.parametrize(
    ("tool", "usage"),
    [
        ("list_emails", "folder_name='INBOX', offset=0, limit=10"),
        ("get_email_by_id", "email_id, folder_name='INBOX'"),
        ("get_email_by_index", "idx, folder_name='INBOX'"),
        ("search_emails", "query, folder_name='INBOX'"),
        ("send_email", "recipients=None, subject='', content='', cc=None, attachment_paths=None"),
        ("reply_to_email", "email_id, folder_name='INBOX', content='', attachment_paths=None"),
        ("forward_email", "email_id, recipients=None, folder_name='INBOX'"),
        ("move_email", "email_id, source_folder_name='INBOX', dest_folder_name='DRAFT'"),
        ("delete_email", "email_id, folder_name='INBOX'"),
        ("download_attachments", "email_id, folder_name='INBOX', path_to_save='Downloads/'"),
    ],
)
def test_arguments_and_defaults_are_as_published(tool: str, usage: str) -> None:
    assert Emails().tools[tool].usage == usage


def test_a_listing_gives_a_page_and_the_counts(phone: MailPhone) -> None:
    page = done(phone.tries_tool("list_emails", offset=1, limit=2))
    assert phone.labels(email["email_id"] for email in page.pop("emails")) == INBOX[1:3]
    assert page == {"emails_range": [1, 3], "total_returned_emails": 2, "total_emails": 4}


def test_a_limit_beyond_the_end_gives_what_there_is(phone: MailPhone) -> None:
    page = done(phone.tries_tool("list_emails", folder_name="sent", limit=10**30))
    assert (page["emails_range"], page["total_returned_emails"]) == ([0, 1], 1)


@pytest.mark.parametrize(
    "args", [{"offset": -1}, {"offset": 4}, {"limit": 0}, {"folder_name": "SPAM"}, {"folder_name": ""}]
)
def test_an_impossible_listing_is_refused(phone: MailPhone, args: dict[str, Any]) -> None:
    refused(phone.tries_tool("list_emails", **args))


def test_one_mail_is_told_in_full_in_local_time(phone: MailPhone) -> None:
    assert done(phone.tries_tool("get_email_by_id", email_id=phone.id("photos"))) == {
        "email_id": phone.id("photos"),
        "sender": CY,
        "recipients": [OWNER],
        "cc": [],
        "subject": "Kitchen",
        "content": "Two photos.\nAnd a plan.",
        "date": "2026-03-05 06:22:00",
        "folder": "INBOX",
        "is_read": False,
        "parent_id": None,
        "attachments": ["sink.jpg", "plan.txt"],
    }


def test_an_answer_tells_what_it_answers(phone: MailPhone) -> None:
    assert done(phone.tries_tool("get_email_by_id", email_id=phone.id("answer")))["parent_id"] == phone.id("asked")


def test_index_zero_is_the_newest(phone: MailPhone) -> None:
    assert done(phone.tries_tool("get_email_by_index", idx=0))["email_id"] == phone.id("news")
    assert done(phone.tries_tool("get_email_by_index", idx=0, folder_name="Draft"))["email_id"] == phone.id("begun")


@pytest.mark.parametrize("idx", [-1, 4])
def test_an_index_outside_the_folder_is_refused(phone: MailPhone, idx: int) -> None:
    assert "0 to 3" in refused(phone.tries_tool("get_email_by_index", idx=idx))


def test_a_mail_in_another_folder_is_answered_with_that_folder(phone: MailPhone) -> None:
    assert "Use the folder SENT" in refused(phone.tries_tool("get_email_by_id", email_id=phone.id("asked")))


def test_an_unknown_id_is_answered_with_where_to_find_ids(phone: MailPhone) -> None:
    assert "Emails__list_emails" in refused(phone.tries_tool("get_email_by_id", email_id="mail_none"))


@pytest.mark.parametrize(
    ("query", "folder", "labels"),
    [
        ("BERG", "INBOX", ("answer", "room")),
        ("bo@berg", "SENT", ("asked",)),
        ("two PHOTOS", "inbox", ("photos",)),
        ("what if", "DRAFT", ("begun",)),
        ("nothing like it", "INBOX", ()),
    ],
)
def test_a_search_stays_in_one_folder(phone: MailPhone, query: str, folder: str, labels: tuple[str, ...]) -> None:
    found = done(phone.tries_tool("search_emails", query=query, folder_name=folder))
    assert phone.labels(email["email_id"] for email in found) == labels


def test_reading_changes_nothing_and_leaves_mails_unread(phone: MailPhone) -> None:
    before = phone.world.state_hash()
    done(phone.tries_tool("list_emails"))
    done(phone.tries_tool("get_email_by_id", email_id=phone.id("news")))
    done(phone.tries_tool("get_email_by_index", idx=1))
    done(phone.tries_tool("search_emails", query="a"))
    assert phone.world.state_hash() == before
    assert not phone.mail("news").is_read


def test_a_sent_mail_is_kept_in_full(phone: MailPhone) -> None:
    said = done(
        phone.tries_tool(
            "send_email",
            recipients=[BO, BO],
            subject="Late",
            content="By 25 minutes.",
            cc=[CY],
            attachment_paths=["Documents/lease.pdf", "Documents/lease.pdf"],
        )
    )
    email_id = id_in(said)
    assert said == f"Email {email_id} 'Late' is sent to {BO}, copy to {CY}, with 1 attachment: lease.pdf."
    assert phone.mail(email_id) == Mail(
        id="mail_a1",
        sender=OWNER,
        recipients=(BO,),
        cc=(CY,),
        subject="Late",
        content="By 25 minutes.",
        folder="SENT",
        state="sent",
        attachments=(phone.id("lease"),),
        sent_at=phone.world.now,
        is_read=True,
    )


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"recipients": []},
        {"cc": [BO]},
        {"recipients": ["bo"]},
        {"recipients": [BO], "cc": ["x y@z"]},
        {"recipients": [BO], "attachment_paths": ["nowhere.pdf"]},
        {"recipients": BO},
        {"recipients": [None]},
    ],
)
def test_a_mail_that_cannot_be_sent_changes_nothing(phone: MailPhone, args: dict[str, Any]) -> None:
    before = phone.world.state_hash()
    refused(phone.tries_tool("send_email", **args))
    assert phone.world.state_hash() == before


def test_a_reply_goes_to_the_sender_with_thread_and_files(phone: MailPhone) -> None:
    args = {"email_id": phone.id("answer"), "content": "Good", "attachment_paths": ["Documents/plan.txt"]}
    sent = phone.mail(id_in(done(phone.tries_tool("reply_to_email", **args))))
    assert (sent.recipients, sent.cc, sent.subject) == ((BO,), (), "Re: Budget")
    assert (sent.parent_id, sent.attachments, sent.content) == (phone.id("answer"), (phone.id("plan"),), "Good")


def test_a_reply_to_the_owners_mail_goes_to_its_recipients(phone: MailPhone) -> None:
    sent = phone.mail(id_in(done(phone.tries_tool("reply_to_email", email_id=phone.id("asked"), folder_name="SENT"))))
    assert (sent.recipients, sent.subject) == ((BO,), "Re: Budget")


def test_a_forward_carries_quote_and_attachments(phone: MailPhone) -> None:
    sent = phone.mail(id_in(done(phone.tries_tool("forward_email", email_id=phone.id("photos"), recipients=[BO]))))
    assert (sent.subject, sent.parent_id, len(sent.attachments)) == ("FWD: Kitchen", "", 2)
    assert "> Two photos.\n> And a plan." in sent.content


def test_a_forward_to_nobody_is_refused(phone: MailPhone) -> None:
    assert "recipient" in refused(phone.tries_tool("forward_email", email_id=phone.id("photos")))


def test_a_mail_is_moved_and_moved_back(phone: MailPhone) -> None:
    room = phone.id("room")
    assert done(phone.tries_tool("move_email", email_id=room)).startswith(f"Email {room} 'Room' is ")
    assert phone.mail("room").folder == "DRAFT"
    done(phone.tries_tool("move_email", email_id=room, source_folder_name="DRAFT", dest_folder_name="INBOX"))
    assert phone.mail("room").folder == "INBOX"


@pytest.mark.parametrize(
    "args", [{"dest_folder_name": "INBOX"}, {"dest_folder_name": "SPAM"}, {"source_folder_name": "SENT"}]
)
def test_a_move_that_makes_no_sense_is_refused(phone: MailPhone, args: dict[str, Any]) -> None:
    refused(phone.tries_tool("move_email", email_id=phone.id("room"), **args))


def test_a_draft_cannot_be_passed_off_as_sent(phone: MailPhone) -> None:
    args = {"email_id": phone.id("begun"), "source_folder_name": "DRAFT", "dest_folder_name": "SENT"}
    assert "never sent" in refused(phone.tries_tool("move_email", **args))


def test_deleting_first_trashes_then_removes(phone: MailPhone) -> None:
    room = phone.id("room")
    assert done(phone.tries_tool("delete_email", email_id=room)).startswith(f"Email {room} 'Room' is ")
    assert phone.mail("room").folder == "TRASH"
    assert done(phone.tries_tool("delete_email", email_id=room, folder_name="TRASH")).endswith("is deleted for good.")
    assert not phone.is_there("room")


def test_downloads_land_where_asked_and_only_once(phone: MailPhone) -> None:
    photos = phone.id("photos")
    said = f"2 attachments of email {photos} are saved: Downloads/sink.jpg, Downloads/plan.txt."
    assert done(phone.tries_tool("download_attachments", email_id=photos)) == said
    count = len(phone.world.store.all(File))
    assert done(phone.tries_tool("download_attachments", email_id=photos)) == said
    assert len(phone.world.store.all(File)) == count
    assert done(phone.tries_tool("download_attachments", email_id=photos, path_to_save="Pics")).endswith(
        "Pics/sink.jpg, Pics/plan.txt."
    )


def test_a_mail_without_attachments_gives_no_paths(phone: MailPhone) -> None:
    assert done(phone.tries_tool("download_attachments", email_id=phone.id("room"))).endswith("nothing is saved.")


def test_an_attachment_is_read_without_consent_and_without_a_trace(phone: MailPhone) -> None:
    before = phone.world.state_hash()
    read = done(phone.tries_tool("read_attachment", email_id=phone.id("photos"), attachment="plan.txt"))
    assert read == {"name": "plan.txt", "size": 16, "content": "First the walls."}
    assert phone.world.state_hash() == before
    missing = refused(phone.tries_tool("read_attachment", email_id=phone.id("photos"), attachment="wall.txt"))
    assert missing.endswith("Attachments: sink.jpg, plan.txt.")


def test_what_the_assistant_writes_is_on_the_users_screen(phone: MailPhone) -> None:
    phone.open_mailbox("SENT")
    email_id = id_in(done(phone.tries_tool("send_email", recipients=[NEWS], subject="Stop")))
    assert phone.shows(MailboxPage).rows[0].id == email_id


@pytest.mark.parametrize("tool", sorted(WRITES))
def test_no_write_happens_without_consent(phone: MailPhone, tool: str) -> None:
    phone.world.rules = Rules()
    given: dict[str, Any] = {"recipients": [BO]} if tool == "send_email" else {"email_id": phone.id("photos")}
    if tool == "forward_email":
        given["recipients"] = [BO]
    assert "Propose first" in refused(phone.tries_tool(tool, **given))


def test_the_assistants_writes_notify_nobody(phone: MailPhone) -> None:
    done(phone.tries_tool("send_email", recipients=[BO]))
    done(phone.tries_tool("delete_email", email_id=phone.id("room")))
    assert phone.told_both() == ([], [])
