"""Mails that the world sends, and what both sides hear of them."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from simulator.phone.app import App
from simulator.phone.apps.email import Emails, Mail
from simulator.phone.apps.email.views import MailboxPage, MailPage
from simulator.phone.apps.files import File
from simulator.phone.store import Record
from tests.simulator.phone.apps.app_phone import done, refused
from tests.simulator.phone.apps.email_phone import BO, CY, NEWS, OWNER, MailPhone

LONG = "The agent asks to move the viewing to half past five."


class Contact(Record, frozen=True):
    table: ClassVar[str] = "contacts.contact"
    prefix: ClassVar[str] = "contact"

    first_name: str
    last_name: str
    email: str | None = None


class SomeContacts(App):
    """Contacts as the mail app reads them."""

    name = "contacts"
    records = (Contact,)


@pytest.fixture
def phone() -> MailPhone:
    return MailPhone()


@pytest.mark.parametrize(
    ("event", "usage"),
    [
        ("send_email_to_user_only", "sender, subject='', content='', files=None"),
        ("send_email_to_user_with_id", "email_id, sender, subject='', content='', attachment_paths=None"),
        ("reply_to_email_from_user", "sender, email_id, content='', attachment_paths=None"),
        ("create_and_add_email", "sender, recipients=None, subject='', content='', folder_name='INBOX'"),
    ],
)
def test_events_and_their_arguments_are_as_published(event: str, usage: str) -> None:
    assert Emails().events[event].usage == usage


def test_a_mail_to_the_owner_arrives_unread(phone: MailPhone) -> None:
    email_id = done(phone.tries_world("send_email_to_user_only", sender=BO, subject="Viewing", content=LONG))
    assert phone.mail(email_id) == Mail(
        id="mail_e1", sender=BO, recipients=(OWNER,), subject="Viewing", content=LONG, sent_at=phone.world.now
    )
    assert phone.open_mailbox().shows(MailboxPage).rows[0].id == email_id


def test_an_event_uses_the_id_kept_for_it(phone: MailPhone) -> None:
    kept = ("email.mail", "mail_kept")
    assert done(phone.tries_world("send_email_to_user_only", kept, sender=BO)) == "mail_kept"
    reply = phone.tries_world(
        "reply_to_email_from_user", ("email.mail", "mail_b"), sender=BO, email_id=phone.id("asked")
    )
    assert done(reply) == "mail_b"


def test_the_user_gets_a_glance_and_the_assistant_the_whole(phone: MailPhone) -> None:
    email_id = done(phone.tries_world("send_email_to_user_only", sender=BO, subject="Viewing", content=LONG))
    (user,), (assistant,) = phone.told_both()
    assert (user.title, user.text, user.app) == (f"{BO}: Viewing", "The agent asks to mo...", "email")
    assert assistant.text == f"Email: {email_id}\nFrom: {BO}\nTo: {OWNER}\nSubject: Viewing\n\n{LONG}"
    assert user.about == assistant.about == ("email.mail", email_id)
    assert email_id not in user.title + user.text


def test_a_sender_among_the_contacts_is_shown_by_name() -> None:
    phone = MailPhone(more_apps={"contacts": SomeContacts()})
    phone.put(Contact(id="contact_2", first_name="Robert", last_name="Berg", email=BO.upper()))
    phone.put(Contact(id="contact_1", first_name="Bo", last_name="Berg", email=BO))
    phone.put(Contact(id="contact_0", first_name="No", last_name="Mail"))
    done(phone.tries_world("send_email_to_user_only", sender=BO))
    assert phone.told_both()[0][0].title == "Bo Berg: (no subject)"
    assert phone.open_mailbox().shows(MailboxPage).rows[0].who == "Bo Berg"


def test_attachments_come_with_the_mail_and_are_not_on_the_phone_yet(phone: MailPhone) -> None:
    files = [{"name": "menu.txt", "text": "Soup"}, {"name": "map.png"}]
    email_id = done(phone.tries_world("send_email_to_user_only", sender=BO, files=files))
    made = [phone.world.store.get(File, file_id) for file_id in phone.mail(email_id).attachments]
    assert [(file.name, file.path, file.text) for file in made if file] == [
        ("menu.txt", "", "Soup"),
        ("map.png", "", ""),
    ]
    assert "Attachments: menu.txt, map.png" in phone.told_both()[1][0].text
    phone.open_mailbox().taps_all(
        ("open_email_by_id", {"email_id": email_id}), ("open_attachment", {"name": "menu.txt"})
    )


@pytest.mark.parametrize("file", [{}, {"name": " "}, {"text": "x"}, {"name": "a", "path": "b"}, {"name": 3}])
def test_an_attachment_needs_a_name(phone: MailPhone, file: dict[str, Any]) -> None:
    refused(phone.tries_world("send_email_to_user_only", sender=BO, files=[file]))


def test_a_mail_with_a_chosen_id_carries_files_of_the_phone(phone: MailPhone) -> None:
    args: dict[str, Any] = {
        "email_id": "mail_7",
        "sender": CY,
        "subject": "Lease",
        "attachment_paths": ["Documents/lease.pdf"],
    }
    assert done(phone.tries_world("send_email_to_user_with_id", **args)) == "mail_7"
    assert phone.mail("mail_7").attachments == (phone.id("lease"),)


@pytest.mark.parametrize("email_id", ["", "  "])
def test_a_chosen_id_must_say_something(phone: MailPhone, email_id: str) -> None:
    refused(phone.tries_world("send_email_to_user_with_id", email_id=email_id, sender=BO))


def test_a_chosen_id_must_be_free(phone: MailPhone) -> None:
    assert "already" in refused(phone.tries_world("send_email_to_user_with_id", email_id=phone.id("room"), sender=BO))


def test_a_reply_arrives_in_the_thread(phone: MailPhone) -> None:
    email_id = done(phone.tries_world("reply_to_email_from_user", sender=CY, email_id=phone.id("asked"), content="Yes"))
    mail = phone.mail(email_id)
    assert (mail.sender, mail.subject, mail.parent_id, mail.folder) == (CY, "Re: Budget", phone.id("asked"), "INBOX")
    (user,), (assistant,) = phone.told_both()
    assert (user.title, user.text) == (f"{CY}: Re: Budget", "Yes")
    assert f"In reply to: {phone.id('asked')}" in assistant.text
    phone.open_mailbox().taps_all(("open_email_by_index", {"index": 0}))
    assert phone.shows(MailPage).answers == "Budget"


def test_a_reply_finds_its_mail_in_the_trash_too(phone: MailPhone) -> None:
    done(phone.tries_tool("delete_email", email_id=phone.id("asked"), folder_name="SENT"))
    done(phone.tries_world("reply_to_email_from_user", sender=BO, email_id=phone.id("asked")))


@pytest.mark.parametrize(("sender", "label"), [(NEWS, "asked"), (BO, "room"), (CY, "begun")])
def test_only_who_got_a_mail_that_was_sent_can_answer_it(phone: MailPhone, sender: str, label: str) -> None:
    refused(phone.tries_world("reply_to_email_from_user", sender=sender, email_id=phone.id(label)))
    assert phone.told_both() == ([], [])


def test_a_reply_to_nothing_is_refused(phone: MailPhone) -> None:
    refused(phone.tries_world("reply_to_email_from_user", sender=BO, email_id="mail_none"))


def test_a_mail_put_into_the_inbox_is_announced(phone: MailPhone) -> None:
    email_id = done(phone.tries_world("create_and_add_email", sender=NEWS, recipients=[OWNER, BO], content="Hi"))
    assert phone.mail(email_id).recipients == (OWNER, BO)
    assert f"To: {OWNER}, {BO}" in phone.told_both()[1][0].text


@pytest.mark.parametrize(
    ("sender", "folder", "state"), [(OWNER, "SENT", "sent"), (OWNER, "draft", "draft"), (NEWS, "TRASH", "received")]
)
def test_a_mail_put_elsewhere_is_not_announced(phone: MailPhone, sender: str, folder: str, state: str) -> None:
    mail = phone.mail(done(phone.tries_world("create_and_add_email", sender=sender, folder_name=folder)))
    assert (mail.folder, mail.state, mail.is_read) == (folder.upper(), state, True)
    assert phone.told_both() == ([], [])


@pytest.mark.parametrize(
    ("event", "args"),
    [
        ("send_email_to_user_only", {"sender": "nobody"}),
        ("send_email_to_user_with_id", {"email_id": "m", "sender": BO, "attachment_paths": ["none"]}),
        ("create_and_add_email", {"sender": BO, "folder_name": "SPAM"}),
        ("create_and_add_email", {"sender": BO, "recipients": ["x"]}),
        ("send_email_to_user_only", {}),
    ],
)
def test_a_failed_event_changes_nothing_and_tells_nobody(phone: MailPhone, event: str, args: dict[str, Any]) -> None:
    before = phone.world.state_hash()
    refused(phone.tries_world(event, **args))
    assert phone.world.state_hash() == before
    assert phone.told_both() == ([], [])
