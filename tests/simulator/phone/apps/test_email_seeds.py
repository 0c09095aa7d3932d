"""Mails in a scenario file: defaults, people, files, mistakes."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simulator.phone.apps.files import File
from simulator.phone.plot import SeedError
from tests.simulator.phone.apps.email_phone import BO, CY, OWNER, MailPhone


def seeded(**seed: Any) -> MailPhone:
    return MailPhone(({"label": "it", "at": "-1h", **seed},))


def test_a_mail_from_someone_lies_unread_in_the_inbox() -> None:
    mail = seeded(**{"from": "bo"}).mail("it")
    assert (mail.sender, mail.recipients, mail.folder, mail.state, mail.is_read) == (
        BO,
        (OWNER,),
        "INBOX",
        "received",
        False,
    )


@pytest.mark.parametrize("who", ["owner", "Ada Lind", OWNER, OWNER.upper()])
def test_a_mail_from_the_owner_was_sent(who: str) -> None:
    mail = seeded(**{"from": who, "to": "bo", "cc": "Cy Kamau"}).mail("it")
    assert (mail.recipients, mail.cc, mail.folder, mail.state, mail.is_read) == ((BO,), (CY,), "SENT", "sent", True)


def test_a_mail_of_the_owner_in_drafts_may_be_without_recipient() -> None:
    mail = seeded(**{"from": "owner", "folder": "DRAFT"}).mail("it")
    assert (mail.state, mail.recipients) == ("draft", ())


@pytest.mark.parametrize(("folder", "read"), [("INBOX", False), ("TRASH", True)])
def test_a_mail_is_read_outside_the_inbox(folder: str, read: bool) -> None:
    assert seeded(**{"from": "bo", "folder": folder}).mail("it").is_read is read


def test_a_file_may_say_what_is_read() -> None:
    assert seeded(**{"from": "bo", "read": True}).mail("it").is_read


def test_times_are_relative_to_the_start() -> None:
    phone = seeded(**{"from": "bo", "at": "-16h"})
    assert phone.mail("it").sent_at == phone.world.now - 16 * 3600


def test_an_answer_names_the_label_of_what_it_answers() -> None:
    phone = MailPhone()
    assert phone.mail("answer").parent_id == phone.id("asked")


def test_attachments_are_inline_or_files_by_label_or_path() -> None:
    phone = seeded(**{"from": "bo", "attachments": [{"name": "a.txt", "text": "A"}, "lease", "Documents/plan.txt"]})
    files = [phone.world.store.get(File, file_id) for file_id in phone.mail("it").attachments]
    assert [(file.name, file.path) for file in files if file] == [
        ("a.txt", ""),
        ("lease.pdf", "Documents/lease.pdf"),
        ("plan.txt", "Documents/plan.txt"),
    ]


def test_ids_follow_from_the_order_in_the_file_and_not_from_the_text() -> None:
    one, other = seeded(**{"from": "bo"}), seeded(**{"from": "cy", "subject": "Else", "at": "-2h"})
    assert one.id("it") == other.id("it")


@pytest.mark.parametrize(
    ("field", "seed"),
    [
        ("from", {"from": "zoe"}),
        ("from", {"from": "mute"}),
        ("from", {"from": "a@b@c"}),
        ("to", {"from": "owner"}),
        ("to", {"from": "bo", "to": []}),
        ("to", {"from": "owner", "to": ["bo", "zoe"]}),
        ("cc", {"from": "bo", "cc": ["zoe"]}),
        ("at", {"from": "bo", "at": "+1h"}),
        ("reply_to", {"from": "bo", "reply_to": "lease"}),
        ("attachments", {"from": "bo", "attachments": ["nowhere"]}),
    ],
)
def test_a_mistake_names_its_field(field: str, seed: dict[str, Any]) -> None:
    with pytest.raises(SeedError) as mistake:
        seeded(**seed)
    assert mistake.value.field == field


@pytest.mark.parametrize(
    "seed",
    [{}, {"from": "bo", "folder": "SPAM"}, {"from": "bo", "text": "x"}, {"from": "bo", "attachments": [{"name": ""}]}],
)
def test_a_wrong_shape_is_refused(seed: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        seeded(**seed)
