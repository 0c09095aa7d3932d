from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from simulator.phone.when import (
    After,
    TimeError,
    day_bounds,
    parse_after,
    parse_author_time,
    parse_day,
    parse_duration,
    parse_local,
    show,
    show_clock,
    show_day,
    weekday,
    zone,
)

LUXEMBOURG = ZoneInfo("Europe/Luxembourg")
NEW_YORK = ZoneInfo("America/New_York")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")
BEIRUT = ZoneInfo("Asia/Beirut")
APIA = ZoneInfo("Pacific/Apia")
ZONES = (LUXEMBOURG, NEW_YORK, LORD_HOWE, BEIRUT, APIA, ZoneInfo("UTC"), ZoneInfo("Asia/Kathmandu"))


def utc(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


START = utc("2026-03-05 07:22")

zones = st.sampled_from(ZONES)
instants = st.integers(utc("1970-01-02"), utc("2199-12-30"))
# Random instants seldom meet a clock change, so these stand around some.
changes = [
    utc("2026-03-29 01:00"),
    utc("2026-10-25 01:00"),
    utc("2026-11-01 06:00"),
    utc("2026-04-04 15:00"),
    utc("2026-10-03 15:30"),
    utc("2011-12-30 10:00"),
]
near_changes = st.builds(lambda change, shift: change + shift, st.sampled_from(changes), st.integers(-90000, 90000))


def test_a_known_zone_is_given() -> None:
    assert zone("Europe/Luxembourg").key == "Europe/Luxembourg"


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("Europe/Luxemburg", "Europe/Luxembourg"),
        ("europe/luxembourg", "Europe/Luxembourg"),
        ("Luxembourg", "Europe/Luxembourg"),
        ("New York", "America/New_York"),
    ],
)
def test_a_misspelt_zone_is_refused_with_the_close_name(name: str, suggestion: str) -> None:
    with pytest.raises(TimeError, match=f"{name!r} is not a time zone.*{suggestion}"):
        zone(name)


@pytest.mark.parametrize("name", ["", "Mars", "Europe", "../etc/passwd", "/etc/localtime", "localtime", "a\0b"])
def test_what_is_no_zone_is_refused_with_an_example(name: str) -> None:
    with pytest.raises(TimeError, match="Europe/Luxembourg"):
        zone(name)


def test_times_are_shown_local() -> None:
    at = utc("2026-03-05 07:22:40")
    shown = (show(at, LUXEMBOURG), show_day(at, LUXEMBOURG), show_clock(at, LUXEMBOURG), weekday(at, LUXEMBOURG))
    assert shown == ("2026-03-05 08:22:40", "2026-03-05", "08:22", "Thursday")


def test_the_weekday_is_the_local_one() -> None:
    at = utc("2026-03-05 23:30")
    assert (weekday(at, LUXEMBOURG), weekday(at, NEW_YORK)) == ("Friday", "Thursday")


@pytest.mark.parametrize("text", ["2026-03-05 08:22", "2026-03-05T08:22", "2026-03-05 08:22:00", " 2026-03-05 08:22 "])
def test_a_typed_time_is_read_as_local(text: str) -> None:
    assert parse_local(text, LUXEMBOURG) == START


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("tomorrow", "2026-03-05 08:22"),
        ("", "2026-03-05 08:22"),
        ("05.03.2026 08:22", "2026-03-05 08:22"),
        ("2026-03-05 8:22", "2026-03-05 08:22"),
        ("٢٠٢٦-03-05 08:22", "2026-03-05 08:22"),
        ("2026-03-05", "no time of day"),
        ("2026-03-05T08:22:00Z", "local"),
        ("2026-03-05T08:22:00+01:00", "local"),
        ("2026-02-30 08:22", "no calendar has"),
        ("2026-03-05 24:00", "00:00 to 23:59"),
        ("0001-01-01 00:00", "1900"),
        ("9999-12-31 23:59", "2199"),
    ],
)
def test_other_typed_times_are_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(TimeError) as refusal:
        parse_local(text, LUXEMBOURG)
    assert repr(text) in str(refusal.value)
    assert hint in str(refusal.value)


@given(st.one_of(instants, near_changes), zones)
def test_a_shown_time_is_read_back_to_an_instant_shown_the_same(at: int, tz: ZoneInfo) -> None:
    again = parse_local(show(at, tz), tz)
    assert show(again, tz) == show(at, tz)
    assert again <= at


@given(st.one_of(instants, near_changes), zones)
def test_a_shown_time_is_read_back_exactly_unless_the_clock_was_put_back(at: int, tz: ZoneInfo) -> None:
    assume(datetime.fromtimestamp(at, tz).fold == 0)
    assert parse_local(show(at, tz), tz) == at


@given(st.text(max_size=30), zones)
def test_no_text_breaks_the_reading_of_times(text: str, tz: ZoneInfo) -> None:
    for read in (
        lambda: parse_local(text, tz),
        lambda: parse_day(text, tz),
        lambda: parse_duration(text),
        lambda: parse_after(text),
        lambda: parse_author_time(text, START, tz),
    ):
        try:
            read()
        except TimeError as error:
            assert "such as" in str(error) or "Write" in str(error) or "as in" in str(error)


@pytest.mark.parametrize(
    ("tz", "text", "jump"),
    [
        (LUXEMBOURG, "2026-03-29 02:30", "from 2026-03-29 02:00:00 to 2026-03-29 03:00:00"),
        (NEW_YORK, "2026-03-08 02:00", "from 2026-03-08 02:00:00 to 2026-03-08 03:00:00"),
        (LORD_HOWE, "2026-10-04 02:15", "from 2026-10-04 02:00:00 to 2026-10-04 02:30:00"),
        (APIA, "2011-12-30 12:00", "from 2011-12-30 00:00:00 to 2011-12-31 00:00:00"),
    ],
)
def test_a_time_the_clock_jumps_over_is_refused_and_the_jump_named(tz: ZoneInfo, text: str, jump: str) -> None:
    with pytest.raises(TimeError, match=f"does not exist in {tz.key}.*{jump}"):
        parse_local(text, tz)


def test_a_skipped_time_is_refused_with_one_that_exists() -> None:
    with pytest.raises(TimeError, match="Write 2026-03-29 03:30:00"):
        parse_local("2026-03-29 02:30", LUXEMBOURG)


@pytest.mark.parametrize(
    ("tz", "text", "earlier"),
    [
        (LUXEMBOURG, "2026-10-25 02:30", "2026-10-25 00:30"),
        (NEW_YORK, "2026-11-01 01:30", "2026-11-01 05:30"),
        (LORD_HOWE, "2026-04-05 01:45", "2026-04-04 14:45"),
    ],
)
def test_of_a_time_that_comes_twice_the_earlier_is_taken(tz: ZoneInfo, text: str, earlier: str) -> None:
    assert parse_local(text, tz) == utc(earlier)


def test_a_day_starts_at_local_midnight() -> None:
    assert parse_day("2026-03-05", LUXEMBOURG) == utc("2026-03-04 23:00")


def test_a_day_without_midnight_starts_when_the_clock_has_jumped() -> None:
    assert show(parse_day("2026-03-29", BEIRUT), BEIRUT) == "2026-03-29 01:00:00"


def test_a_day_the_calendar_skips_is_refused() -> None:
    with pytest.raises(TimeError, match=r"2011-12-30.*Use 2011-12-31"):
        parse_day("2011-12-30", APIA)


@pytest.mark.parametrize("text", ["2026-03-05 08:22", "5 March", "2026-3-5", ""])
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(TimeError, match="2026-03-05"):
        parse_day(text, LUXEMBOURG)


@pytest.mark.parametrize(
    ("tz", "day", "hours"),
    [
        (LUXEMBOURG, "2026-03-05", 24),
        (LUXEMBOURG, "2026-03-29", 23),
        (LUXEMBOURG, "2026-10-25", 25),
        (NEW_YORK, "2026-11-01", 25),
        (LORD_HOWE, "2026-04-05", 24.5),
        (LORD_HOWE, "2026-10-04", 23.5),
        (BEIRUT, "2026-03-29", 23),
        (APIA, "2011-12-29", 24),
    ],
)
def test_a_local_day_is_as_long_as_the_clock_makes_it(tz: ZoneInfo, day: str, hours: float) -> None:
    start, end = day_bounds(parse_day(day, tz), tz)
    assert (end - start) / 3600 == hours


@given(st.one_of(instants, near_changes), zones)
def test_an_instant_lies_within_its_day_and_days_join(at: int, tz: ZoneInfo) -> None:
    start, end = day_bounds(at, tz)
    assert start <= at < end
    assert show_day(start, tz) == show_day(end - 1, tz) == show_day(at, tz)
    assert day_bounds(end, tz)[0] == end


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("40s", 40), ("2m", 120), ("2h30m", 9000), ("3d", 259200), ("1w", 604800), ("0s", 0), ("1w1d1h1m1s", 694861)],
)
def test_durations_are_read_in_seconds(text: str, seconds: int) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize(
    "text", ["", "5", "2x", "-2m", "+2m", "30m2h", "2m2m", "1.5h", "2 m", "2M", "two minutes", "٢m"]
)
def test_what_is_no_duration_is_refused_with_examples(text: str) -> None:
    with pytest.raises(TimeError, match="2h30m"):
        parse_duration(text)


def test_a_duration_of_decades_is_refused() -> None:
    with pytest.raises(TimeError, match="longer than ten years"):
        parse_duration("9999999w")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("09:00", "2026-03-05 09:00:00"),
        ("09:00:30", "2026-03-05 09:00:30"),
        ("07:00", "2026-03-05 07:00:00"),
        ("+5d 16:30", "2026-03-10 16:30:00"),
        ("-1d 18:00", "2026-03-04 18:00:00"),
        ("+1w 09:00", "2026-03-12 09:00:00"),
        ("+2h30m", "2026-03-05 10:52:00"),
        ("-16h", "2026-03-04 16:22:00"),
        ("-3d", "2026-03-02 08:22:00"),
        ("2026-03-06 07:00", "2026-03-06 07:00:00"),
        ("2026-03-06 07:00:05", "2026-03-06 07:00:05"),
        ("Thu 2026-03-05 08:22", "2026-03-05 08:22:00"),
        ("thursday, 2026-03-05 08:22", "2026-03-05 08:22:00"),
        ("Thu 08:10", "2026-03-05 08:10:00"),
        ("Wed 08:10", "2026-03-11 08:10:00"),
        ("start", "2026-03-05 08:22:00"),
        ("start + 40s", "2026-03-05 08:22:40"),
        ("start - 2h", "2026-03-05 06:22:00"),
    ],
)
def test_a_scenario_tells_times_from_its_start(text: str, shown: str) -> None:
    assert show(parse_author_time(text, START, LUXEMBOURG), LUXEMBOURG) == shown


def test_days_keep_the_clock_time_over_a_clock_change_and_hours_do_not() -> None:
    start = parse_local("2026-03-28 12:00", LUXEMBOURG)
    shown = [show(parse_author_time(text, start, LUXEMBOURG), LUXEMBOURG) for text in ("+1d", "+24h", "+1d2h")]
    assert shown == ["2026-03-29 12:00:00", "2026-03-29 13:00:00", "2026-03-29 14:00:00"]


@pytest.mark.parametrize("tz", [LUXEMBOURG, NEW_YORK, LORD_HOWE])
def test_a_week_ahead_shows_the_same_clock_whatever_the_season(tz: ZoneInfo) -> None:
    for day in ("2026-03-27 09:00", "2026-04-03 09:00", "2026-10-02 09:00", "2026-10-30 09:00"):
        start = parse_local(day, tz)
        assert show_clock(parse_author_time("+1w", start, tz), tz) == "09:00"
        assert show_clock(parse_author_time("-1w", start, tz), tz) == "09:00"


def test_a_start_in_the_repeated_hour_stays_where_it_is() -> None:
    second_pass = utc("2026-10-25 01:30")
    assert parse_author_time("+5m", second_pass, LUXEMBOURG) == second_pass + 300


def test_a_weekday_that_disagrees_is_refused_with_the_right_day_and_date() -> None:
    with pytest.raises(TimeError, match="2026-03-05 is a Thursday, and the nearest Friday is 2026-03-06"):
        parse_author_time("Fri 2026-03-05 08:22", START, LUXEMBOURG)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("2026-03-05", "Add one, as in 2026-03-05 08:22"),
        ("Thu 2026-03-05", "Add one"),
        ("+24d 02:30", "does not exist in Europe/Luxembourg"),
        ("Foo 08:22", "'Foo', which is not a weekday"),
        ("9:00", "Write 09:00"),
        ("25:00", "00:00 to 23:59"),
        ("+5x", "2h30m"),
        ("late + 2m", "start [+] 40s"),
        ("750", "Write 09:00"),
    ],
)
def test_other_author_times_are_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(TimeError, match=hint):
        parse_author_time(text, START, LUXEMBOURG)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("late + 2m", After("late", 120)),
        ("late+2m", After("late", 120)),
        ("late", After("late", 0)),
        ("start + 40s", After("start", 40)),
        ("mail_2 + 1h", After("mail_2", 3600)),
    ],
)
def test_an_anchor_and_its_delay_are_read(text: str, after: After) -> None:
    assert parse_after(text) == after


@pytest.mark.parametrize("text", ["", "Late", "2late", "late - 2m", "late + ", "late + soon", "late 2m", "+ 2m", "_x"])
def test_what_is_no_anchor_is_refused(text: str) -> None:
    with pytest.raises(TimeError, match="2m"):
        parse_after(text)
