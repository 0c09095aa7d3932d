"""What the mail app tells the judge: what left the phone, what is gone, what does no harm."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from simulator.phone.app import Outgoing
from simulator.phone.apps.email import Emails, Mail
from simulator.phone.apps.email.screens import EmailDetail, MailboxView
from simulator.phone.apps.files import File
from simulator.phone.registry import all_apps, phone_with
from simulator.phone.screens import taps_of
from tests.simulator.phone.apps.app_phone import done, id_in
from tests.simulator.phone.apps.email_phone import BO, CY, NEWS, OWNER, MailPhone

APP = Emails()


@pytest.fixture
def phone() -> MailPhone:
    return MailPhone()


def outgoing(phone: MailPhone, mail: Mail) -> Outgoing | None:
    return APP.outgoing(phone.world.store, mail)


def test_the_app_is_found_and_brings_the_files() -> None:
    assert isinstance(all_apps()["email"], Emails)
    assert "files" in phone_with(("email",))


def test_what_the_owner_sent_is_outgoing_to_recipients_and_copies(phone: MailPhone) -> None:
    assert outgoing(phone, phone.mail("asked")) == Outgoing(to=(BO, CY), text="Ok?", subject="Budget")


def test_a_reply_tells_what_it_answers(phone: MailPhone) -> None:
    email_id = id_in(done(phone.tries_tool("reply_to_email", email_id=phone.id("room"), content="Thanks")))
    sent = outgoing(phone, phone.mail(email_id))
    assert sent is not None
    assert (sent.to, sent.reply_to) == ((BO,), phone.id("room"))


@pytest.mark.parametrize("folder", ["TRASH", "INBOX", "DRAFT"])
def test_a_sent_mail_has_left_wherever_it_is_put_later(phone: MailPhone, folder: str) -> None:
    done(phone.tries_tool("move_email", email_id=phone.id("asked"), source_folder_name="SENT", dest_folder_name=folder))
    assert outgoing(phone, phone.mail("asked")) is not None


@pytest.mark.parametrize("label", ["room", "begun", "old"])
def test_received_mails_and_drafts_are_not_outgoing(phone: MailPhone, label: str) -> None:
    assert outgoing(phone, phone.mail(label)) is None


def test_a_trashed_draft_was_never_sent(phone: MailPhone) -> None:
    done(phone.tries_tool("delete_email", email_id=phone.id("begun"), folder_name="DRAFT"))
    assert outgoing(phone, phone.mail("begun")) is None


def test_files_are_no_messages(phone: MailPhone) -> None:
    file = phone.world.store.get(File, phone.id("lease"))
    assert file is not None
    assert APP.outgoing(phone.world.store, file) is None
    assert not APP.gone(file)


def test_a_trashed_mail_counts_as_gone(phone: MailPhone) -> None:
    assert APP.gone(phone.mail("old"))
    assert not APP.gone(phone.mail("room"))


def test_drafts_do_no_harm_but_hiding_a_mail_among_them_does(phone: MailPhone) -> None:
    store, draft, room = phone.world.store, phone.mail("begun"), phone.mail("room")
    assert APP.harmless(store, None, draft)
    assert APP.harmless(store, draft, replace(draft, content="More"))
    assert not APP.harmless(store, room, replace(room, folder="DRAFT"))
    assert not APP.harmless(store, draft, None)
    assert not APP.harmless(store, draft, replace(draft, folder="TRASH"))
    assert not APP.harmless(store, None, phone.mail("asked"))


def test_meddling_touches_no_spared_record_and_works(phone: MailPhone) -> None:
    spared = frozenset(phone.id(label) for label in ("news", "answer"))
    meddlings = list(APP.meddlings(phone.world, spared))
    assert [meddling.tool for meddling in meddlings] == ["delete_email", "send_email", "move_email"]
    assert meddlings[0].args["email_id"] == phone.id("photos")
    assert meddlings[1].args["recipients"] == [CY]
    for meddling in meddlings:
        attempt = MailPhone().tries_tool(meddling.tool, **meddling.args)
        assert [change.table for change in attempt.changes if change.table.startswith("email.")] == ["email.mail"]


def test_meddling_writes_to_nobody_of_the_story(phone: MailPhone) -> None:
    spared = frozenset(phone.id(label) for label in ("news", "answer", "photos"))
    assert "send_email" not in [meddling.tool for meddling in APP.meddlings(phone.world, spared)]


def test_an_empty_phone_offers_nothing_to_meddle_with() -> None:
    assert list(APP.meddlings(MailPhone(mails=()).world, frozenset())) == []


def test_a_reader_learns_people_texts_and_names_of_attachments(phone: MailPhone) -> None:
    text = APP.readable(phone.world.store, phone.mail("photos"))
    for part in (phone.id("photos"), CY, OWNER, "Kitchen", "Two photos.", "sink.jpg", "plan.txt"):
        assert part in text
    assert NEWS not in text


def test_the_detail_screen_of_a_mail_stands_on_its_folder(phone: MailPhone) -> None:
    screens = APP.landing(phone.world, phone.mail("old"))
    assert screens == (MailboxView(folder="TRASH"), EmailDetail(email_id=phone.id("old")))


def test_every_lead_names_a_screen_of_the_app() -> None:
    leads = {lead.screen for screen in APP.screens for tap in taps_of(screen).values() for lead in tap.mark.leads}
    assert leads - {""} == {screen.__name__ for screen in APP.screens}
