"""What each side is told: two inboxes that only grow, with a cursor for each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.call import GLANCE, glance
from simulator.phone.perform import show_inbox
from tests.simulator.phone.small_phone import NOW, SmallPhone


@pytest.fixture
def phone() -> SmallPhone:
    return SmallPhone("lamp", "email")


def test_nobody_has_been_told_anything_at_first(phone: SmallPhone) -> None:
    assert phone.world.inbox("user") == phone.world.inbox("assistant") == []
    assert phone.world.seen("user") == phone.world.seen("assistant") == 0


def test_an_event_is_told_to_both_sides_each_in_its_own_words(phone: SmallPhone) -> None:
    lamp = phone.happens("lamp", "deliver_lamp", name="Hallway", about="A long story.")
    [short], [full] = phone.world.inbox("user"), phone.world.inbox("assistant")
    assert (short.id, short.at, short.kind, short.app, short.title) == ("1", NOW, "lamp", "lamp", "A new lamp")
    assert short.text == "Hal"
    assert full.text == f"Hallway ({lamp}) A long story."
    assert short.about == full.about == ("lamp.lamp", lamp)


def test_a_lock_screen_shows_the_beginning_of_a_mail_and_the_assistant_gets_all_of_it(phone: SmallPhone) -> None:
    body = "The small room is booked from nine to ten, and there is coffee."
    phone.happens("email", "send_email_to_user_only", sender="bo@ek.example", subject="Room", content=body)
    [short], [full] = phone.world.inbox("user"), phone.world.inbox("assistant")
    assert body not in short.text and body[:GLANCE] in f"{short.title} {short.text}"
    assert body in full.text
    assert full.about is not None and full.about[1] in full.text


def test_notices_are_numbered_per_side(phone: SmallPhone) -> None:
    phone.opens("lamp")
    phone.happens("lamp", "deliver_lamp", name="Hall")
    assert [notice.id for notice in phone.world.inbox("user")] == ["1"]
    assert [notice.id for notice in phone.world.inbox("assistant")] == ["1", "2", "3"]


def test_more_than_nine_notices_stay_in_order(phone: SmallPhone) -> None:
    for number in range(12):
        phone.happens("lamp", "deliver_lamp", name=f"{number:02} lamp")
    assert [notice.text[:2] for notice in phone.world.inbox("user")] == [f"{number:02}" for number in range(12)]


def test_a_cursor_leaves_out_what_a_side_has_seen(phone: SmallPhone) -> None:
    phone.happens("lamp", "deliver_lamp", name="Hall")
    show_inbox(phone.world, "user", 1)
    phone.happens("lamp", "deliver_lamp", name="Bath")
    assert phone.world.seen("user") == 1
    assert [notice.text for notice in phone.world.inbox("user", phone.world.seen("user"))] == ["Bat"]
    assert len(phone.world.inbox("assistant", phone.world.seen("assistant"))) == 2


def test_reading_an_inbox_takes_nothing_out_of_it(phone: SmallPhone) -> None:
    phone.happens("lamp", "deliver_lamp", name="Hall")
    assert phone.world.inbox("user") == phone.world.inbox("user")
    show_inbox(phone.world, "user", 1)
    assert len(phone.world.inbox("user")) == 1


def test_cursors_do_not_count_in_the_state_and_inboxes_do(phone: SmallPhone) -> None:
    empty = phone.world.state_hash()
    phone.happens("lamp", "deliver_lamp", name="Hall")
    told = phone.world.state_hash()
    show_inbox(phone.world, "user", 1)
    assert told != empty
    assert phone.world.state_hash() == told


def test_a_cursor_survives_the_failure_of_what_comes_next(phone: SmallPhone) -> None:
    phone.happens("lamp", "deliver_lamp", name="Hall")
    show_inbox(phone.world, "user", 1)
    assert phone.tries("sing").error is not None
    assert phone.world.seen("user") == 1


def test_a_moved_cursor_is_no_change_of_the_next_action(phone: SmallPhone) -> None:
    show_inbox(phone.world, "user", 0)
    show_inbox(phone.world, "user", 5)
    done = phone.tries("go_home")
    assert "meta.cursor" not in {change.table for change in done.changes}


def test_the_assistant_s_own_writes_are_news_to_nobody(phone: SmallPhone) -> None:
    phone.offers()
    phone.taps("accept_proposal")
    before = len(phone.world.inbox("assistant")), len(phone.world.inbox("user"))
    phone.calls("Emails__send_email", recipients=["bo@ek.example"], content="Hello")
    assert (len(phone.world.inbox("assistant")), len(phone.world.inbox("user"))) == before


def test_a_user_s_failed_tap_is_not_told(phone: SmallPhone) -> None:
    phone.opens("lamp")
    before = len(phone.world.inbox("assistant"))
    assert phone.tries("open_lamp", lamp_id="x").error is not None
    assert len(phone.world.inbox("assistant")) == before


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("Short", "Short"),
        ("x" * GLANCE, "x" * GLANCE),
        ("x" * (GLANCE + 1), "x" * GLANCE + "..."),
        ("two\nlines", "two lines"),
        ("  much \t space  ", "much space"),
        ("", ""),
    ],
)
def test_a_glance_shows_the_first_characters_in_one_line(body: str, shown: str) -> None:
    assert glance(body) == shown


@given(st.text())
def test_a_glance_is_short_and_has_no_line_breaks(body: str) -> None:
    assert len(glance(body)) <= GLANCE + 3
    assert len(glance(body).splitlines()) <= 1
