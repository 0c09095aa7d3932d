"""The words and marks with which the phone's templates are written."""

from __future__ import annotations

import pytest
from django.template import Context, Template

from simulator.phone.registry import all_apps
from simulator.showing.tap_highlight import TapHighlight, UserTap
from simulator.templatetags import phone as tags
from tests.simulator.showing.room import picture_in, rooms_of

PICTURE = picture_in(rooms_of("home")[0])


def render(source: str, tapped: UserTap | None = None, **values: object) -> str:
    context = Context({"picture": PICTURE, "tapped": tapped, "highlight": TapHighlight(tapped), **values})
    return Template("{% load phone %}" + source).render(context)


def test_a_control_tells_its_action_and_escapes_its_arguments() -> None:
    html = render("{% tap 'open' name=name limit=nothing %}", name='"><b>', nothing=None)
    assert html == 'data-tap="open" data-args="{&quot;name&quot;: &quot;\\&quot;&gt;&lt;b&gt;&quot;}" tabindex="-1"'


def test_a_partial_names_its_argument_by_a_variable() -> None:
    assert "&quot;folder&quot;: 3" in render("{% tap action arg 3 %}", action="open", arg="folder")


def test_a_second_action_of_a_control_is_ringed_as_well() -> None:
    source = "{% tap 'open_by_id' id='m1' %} {% also 'open_by_index' index=4 %}"
    assert render(source, UserTap("open_by_index", {"index": 4})).endswith("data-tapped")
    assert render(source, UserTap("open_by_id", {"id": "m1"})).count("data-tapped") == 1
    assert "data-tapped" not in render(source, UserTap("open_by_index", {"index": 5}))


@pytest.mark.parametrize(
    ("local", "told"),
    [
        ("2026-05-14 09:05:00", "09:05"),
        ("2026-05-13 23:59:00", "Yesterday"),
        ("2026-05-10 08:00:00", "Sun"),
        ("2026-05-01 08:00:00", "1 May"),
        ("2025-12-24 08:00:00", "24 Dec 2025"),
        ("2026-05-16 08:00:00", "16 May"),
    ],
)
def test_times_in_lists_are_as_short_as_can_be(local: str, told: str) -> None:
    assert render("{% listed_when local %}", local=local) == told


def test_times_are_told_in_several_lengths() -> None:
    local = "2026-05-26 12:00:00"
    assert (tags.clock(local), tags.day(local), tags.long_day(local)) == ("12:00", "Tue 26 May", "Tuesday 26 May")
    assert tags.full_when(local) == "Tuesday 26 May 2026, 12:00"
    assert tags.full_when("") == ""
    assert tags.iso(local) == "2026-05-26T12:00:00"


@pytest.mark.parametrize(
    ("name", "letters"), [("Ji-won Park", "JP"), ("Ada", "A"), ("", "?"), ("(Bo) Ek", "E"), ("a b c", "AC"), ("…", "?")]
)
def test_initials_of_any_name(name: str, letters: str) -> None:
    assert tags.initials(name) == letters


def test_a_name_has_the_same_tone_everywhere() -> None:
    assert tags.tone("Ji-won Park") == tags.tone("Ji-won Park")
    assert tags.tone("Ji-won Park").startswith("ph-tone-")


@pytest.mark.parametrize(
    ("size", "told"), [(0, "0 B"), (999, "999 B"), (1234, "1.2 kB"), (412_000, "412 kB"), (10**12, "1000 GB")]
)
def test_sizes_of_files(size: int, told: str) -> None:
    assert tags.file_size(size) == told


@pytest.mark.parametrize(
    ("name", "kind", "icon"),
    [
        ("plan.PDF", "PDF", "file"),
        ("a.b.jpg", "Photo", "image"),
        ("x.pptx", "PPTX", "file"),
        ("README", "File", "file"),
    ],
)
def test_kinds_of_files(name: str, kind: str, icon: str) -> None:
    assert (tags.file_kind(name), tags.file_icon(name)) == (kind, icon)


def test_apps_are_known_by_name_and_prefix() -> None:
    assert (tags.app_key("Emails"), tags.app_key("email"), tags.app_key("unknown")) == ("email", "email", "unknown")
    assert (tags.app_title("Emails"), tags.app_title("unknown")) == ("Email", "Unknown")
    assert tags.spellings("Messages") == ("Messages", "Messages", "messaging")
    assert "#i-email" in tags.app_icon("Emails")
    assert "#i-reminder" in tags.app_icon("home")


def test_small_words() -> None:
    assert tags.words("open_email_by_id") == "Open email by id"
    assert tags.rows("", 10) == 1
    assert tags.rows("0123456789\n\n01234567890", 10) == 4
    assert (tags.less(25, 10), tags.less(5, 10)) == (15, 0)
    assert tags.or_also("Inbox", "") == ("Inbox",)


def test_every_app_has_an_icon_of_the_sprite() -> None:
    for app in (*all_apps(), "app_of_another_package"):
        assert f"i-{tags.app_symbol(app)}" in tags._symbols(), app
