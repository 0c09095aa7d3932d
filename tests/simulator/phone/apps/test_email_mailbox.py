"""The mailbox screen: folders, pages, searching, opening."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.email.screens import ComposeEmail, EmailDetail, MailboxView
from simulator.phone.apps.email.views import MailboxPage
from simulator.phone.perform import user_actions
from tests.simulator.phone.apps.app_phone import done, refused
from tests.simulator.phone.apps.email_phone import BO, INBOX, MailPhone, mails_from


@pytest.fixture
def phone() -> MailPhone:
    return MailPhone().open_mailbox()


def shown(phone: MailPhone) -> tuple[str, ...]:
    return phone.labels(row.id for row in phone.shows(MailboxPage).rows)


def test_an_opened_app_shows_the_inbox_newest_first(phone: MailPhone) -> None:
    page = phone.shows(MailboxPage)
    assert (page.title, page.total, page.unread) == ("Inbox", 4, 3)
    assert shown(phone) == INBOX


def test_a_row_says_who_what_and_when_in_local_time(phone: MailPhone) -> None:
    row = phone.shows(MailboxPage).rows[1]
    assert (row.who, row.subject, row.date) == ("cy@kamau.example", "Kitchen", "2026-03-05 06:22:00")
    assert (row.preview, row.attachments, row.unread, row.index) == ("Two photos. And a plan.", 2, True, 1)


def test_a_row_shows_the_time_of_the_owners_zone() -> None:
    page = MailPhone(zone="Asia/Kolkata", start="2026-03-05 02:00").open_mailbox().shows(MailboxPage)
    assert page.rows[0].date == "2026-03-05 01:00:00"


def test_every_published_action_is_offered(phone: MailPhone) -> None:
    names = {
        "list_emails",
        "search_emails",
        "open_email_by_id",
        "open_email_by_index",
        "switch_folder",
        "start_compose",
    }
    assert names <= user_actions(phone.world).keys()


@pytest.mark.parametrize(("name", "labels"), [("sent", ("asked",)), ("Drafts", ("begun",)), ("TRASH", ("old",))])
def test_a_folder_takes_the_place_of_the_one_before(phone: MailPhone, name: str, labels: tuple[str, ...]) -> None:
    done(phone.tries("switch_folder", folder_name=name))
    assert shown(phone) == labels
    assert len(phone.stack) == 1


def test_an_unknown_folder_is_answered_with_the_four(phone: MailPhone) -> None:
    assert "INBOX, SENT, DRAFT, TRASH" in refused(phone.tries("switch_folder", folder_name="ARCHIVE"))


def test_the_owners_own_mails_are_listed_by_whom_they_went_to(phone: MailPhone) -> None:
    done(phone.tries("switch_folder", folder_name="SENT"))
    assert phone.shows(MailboxPage).rows[0].who == BO


def test_an_empty_folder_is_no_error() -> None:
    phone = MailPhone(mails=()).open_mailbox()
    assert done(phone.tries("list_emails")) == "Inbox: no emails."
    assert phone.shows(MailboxPage).rows == ()


def test_pages_replace_each_other(phone: MailPhone) -> None:
    assert done(phone.tries("list_emails", offset=2, limit=2)) == "Inbox: emails 3 to 4 of 4."
    assert shown(phone) == INBOX[2:]
    assert [row.index for row in phone.shows(MailboxPage).rows] == [2, 3]
    assert len(phone.stack) == 1


@pytest.mark.parametrize("args", [{"offset": -1}, {"offset": 4}, {"limit": 0}, {"limit": 51}, {"limit": 10**30}])
def test_an_impossible_page_is_refused_with_a_remedy(phone: MailPhone, args: dict[str, Any]) -> None:
    assert "Give" in refused(phone.tries("list_emails", **args))


def test_a_page_whose_mails_have_gone_shows_the_last_one_there_is() -> None:
    phone = MailPhone(mails=())
    mails = mails_from(phone.world.now, 12)
    for mail in mails:
        phone.put(mail)
    phone.open_mailbox().taps_all(("list_emails", {"offset": 10}))
    for mail in mails[9:]:
        done(phone.tries_tool("delete_email", email_id=mail.id))
    page = phone.shows(MailboxPage)
    assert (page.offset, page.total, len(page.rows)) == (0, 9, 9)


def test_a_search_looks_into_sender_recipients_subject_and_text(phone: MailPhone) -> None:
    for query, found in [("RAIL", ("news",)), ("ADA@", INBOX), ("kitchen", ("photos",)), ("small ROOM", ("room",))]:
        done(phone.tries("search_emails", query=query))
        assert shown(phone) == found
        assert len(phone.stack) == 1


def test_a_search_keeps_to_its_folder_and_is_over_in_another(phone: MailPhone) -> None:
    phone.taps_all(("search_emails", {"query": "budget"}))
    assert shown(phone) == ("answer",)
    phone.taps_all(("switch_folder", {"folder_name": "TRASH"}))
    assert shown(phone) == ("old",)


def test_a_search_can_be_paged_and_ended(phone: MailPhone) -> None:
    phone.taps_all(("search_emails", {"query": "berg", "limit": 1}), ("list_emails", {"offset": 1, "limit": 1}))
    assert shown(phone) == ("room",)
    phone.taps_all(("search_emails", {"query": ""}))
    assert shown(phone) == INBOX


def test_a_search_between_dates_counts_days_to_their_end(phone: MailPhone) -> None:
    phone.taps_all(("search_emails", {"query": "", "max_date": "2026-03-04"}))
    assert shown(phone) == ("room",)
    phone.taps_all(("search_emails", {"query": "", "min_date": "2026-03-05"}))
    assert shown(phone) == INBOX[:3]
    phone.taps_all(("search_emails", {"query": "", "min_date": "2026-03-05 06:22", "max_date": "2026-03-05 06:22:00"}))
    assert shown(phone) == ("photos",)


@pytest.mark.parametrize("date", ["yesterday", "2026-02-30", "2026-03-05 25:00", " "])
def test_a_date_that_is_none_is_named_not_ignored(phone: MailPhone, date: str) -> None:
    assert "min_date" in refused(phone.tries("search_emails", query="a", min_date=date))


def test_a_search_takes_no_limit_as_the_usual_one(phone: MailPhone) -> None:
    phone.taps_all(("search_emails", {"query": "", "limit": None}))
    assert phone.screen(MailboxView).limit == 10


def test_opening_by_id_marks_the_mail_read_and_back_returns(phone: MailPhone) -> None:
    assert done(phone.tries("open_email_by_id", email_id=phone.id("news"))) == "'Works on line 4' is open."
    assert phone.mail("news").is_read
    assert phone.screen(EmailDetail).email_id == phone.id("news")
    done(phone.tries("go_back"))
    assert phone.shows(MailboxPage).unread == 2


def test_opening_by_index_counts_from_the_newest(phone: MailPhone) -> None:
    done(phone.tries("open_email_by_index", index=1))
    assert phone.screen(EmailDetail).email_id == phone.id("photos")
    assert phone.mail("photos").is_read


def test_opening_by_index_counts_in_the_list_that_is_shown(phone: MailPhone) -> None:
    phone.taps_all(("search_emails", {"query": "berg"}), ("open_email_by_index", {"index": 1}))
    assert phone.screen(EmailDetail).email_id == phone.id("room")


@pytest.mark.parametrize("index", [-1, 4, 10**30])
def test_an_index_outside_the_list_leaves_the_screen_alone(phone: MailPhone, index: int) -> None:
    assert "Give 0 to 3" in refused(phone.tries("open_email_by_index", index=index))
    assert len(phone.stack) == 1


def test_a_mail_that_is_not_there_leaves_the_screen_alone(phone: MailPhone) -> None:
    before = phone.world.state_hash()
    assert "Pick one" in refused(phone.tries("open_email_by_id", email_id="mail_none"))
    assert len(phone.stack) == 1
    assert phone.world.state_hash() == before


def test_a_mail_of_another_folder_is_answered_with_that_folder(phone: MailPhone) -> None:
    assert "SENT" in refused(phone.tries("open_email_by_id", email_id=phone.id("asked")))


def test_a_new_mail_starts_with_an_empty_form(phone: MailPhone) -> None:
    done(phone.tries("start_compose"))
    assert phone.screen(ComposeEmail) == ComposeEmail()


def test_of_mails_of_one_second_the_one_made_last_comes_first(phone: MailPhone) -> None:
    for number in range(11):
        done(phone.tries_tool("send_email", recipients=[BO], subject=f"{number}"))
    phone.taps_all(("switch_folder", {"folder_name": "SENT"}), ("list_emails", {"limit": 12}))
    assert [row.subject for row in phone.shows(MailboxPage).rows[:3]] == ["10", "9", "8"]


def test_looking_at_the_mailbox_changes_nothing(phone: MailPhone) -> None:
    before = phone.world.state_hash()
    phone.shows(MailboxPage)
    assert phone.world.state_hash() == before


def test_five_thousand_mails_are_listed_and_opened() -> None:
    phone = MailPhone(mails=())
    for mail in mails_from(phone.world.now, 5000):
        phone.put(mail)
    phone.open_mailbox().taps_all(("list_emails", {"offset": 4990}), ("open_email_by_index", {"index": 4999}))
    assert phone.mail("mail_04999").is_read
    phone.taps_all(("go_back", {}), ("search_emails", {"query": "no 4321"}))
    assert [row.id for row in phone.shows(MailboxPage).rows] == ["mail_04321"]
