"""A moment in the story and on the strip: what it shows, to whom, and that no text is ever taken for markup."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from simulator.rendering.moment_html import item_html, mark_html
from simulator.showing.sentence_parts import plain, quoted, strong
from simulator.showing.tell import Breaks
from simulator.showing.told_moment import Tag, ToldMoment
from tests.simulator.views.cast import ESCAPED, SCRIPT

NO_BREAKS = Breaks()


def told(**fields: Any) -> ToldMoment:
    known = {"n": 7, "turn": 2, "at": 0, "local": "2026-05-14 17:41:00", "lane": "user", "shape": "user"}
    parts = (plain("Opens "), strong("Email"), plain(" for "), quoted("news"))
    return ToldMoment(**{**known, "parts": parts, "kind": "tap", "app": "email", **fields})


def item(one: ToldMoment, breaks: Breaks = NO_BREAKS, private: bool = True, current: bool = False) -> str:
    return item_html(one, breaks, "/runs/1/7/", private, current)


def mark(one: ToldMoment, breaks: Breaks = NO_BREAKS, current: bool = False) -> str:
    return mark_html(one, breaks, "/runs/1/7/", current)


def test_an_item_says_who_did_what_when_and_leads_to_its_step() -> None:
    html = item(told())
    about = 'data-n="7" data-actor="user" data-app="email" data-kind="tap"'
    assert html.startswith(f'<li class="user" id="s7" {about}>')
    assert '<a class="when" href="/runs/1/7/" title="Link to step 7">' in html
    assert '<time datetime="2026-05-14T17:41:00">17:41:00</time>' in html
    assert '<span class="sr">User: </span>Opens <b>Email</b> for <q>news</q></span>' in html


def test_a_mark_says_the_same_in_short() -> None:
    html = mark(told())
    assert html.startswith('<li class=""><a class="user small" href="/runs/1/7/" data-n="7" data-actor="user"')
    assert 'title="7 · Opens Email for “news”" aria-label="Step 7: Opens Email for “news”"' in html


def test_the_step_that_is_shown_is_marked() -> None:
    assert '<li class="user now"' in item(told(), current=True)
    assert '<li class="at">' in mark(told(), current=True)
    for html in (item(told(), current=True), mark(told(), current=True)):
        assert html.count('aria-current="step"') == 1
    assert "aria-current" not in item(told()) + mark(told())


def test_what_decides_a_run_and_what_failed_stand_out() -> None:
    assert '<li class="user key"' in item(told(key=True)) and '<li class="user fail"' in item(told(failed=True))
    assert '<a class="user"' in mark(told(key=True)) and '<a class="bad"' in mark(told(failed=True))


def test_turns_and_time_that_passes_stand_before() -> None:
    breaks = Breaks("Turn 2, 17:41:00", "2 min pass", "2 min")
    assert item(told(), breaks).startswith(
        '<li class="idle"><span>2 min pass</span></li><li class="turn">Turn 2, 17:41:00</li><li class="user"'
    )
    assert mark(told(), breaks).startswith(
        '<li class="idle" title="2 min pass"><span>2 min</span></li>'
        '<li class="turn"><span><span class="word">Turn </span>2</span>'
    )


def test_what_was_said_stands_below() -> None:
    assert "<blockquote>Shall I?</blockquote>" in item(told(key=True, quote="Shall I?"))
    assert '<div class="said"><q>Shall I?</q></div>' in item(told(quote="Shall I?"))
    assert '<div class="said">start: <b>16:30</b></div>' in item(told(notes=((plain("start: "), strong("16:30")),)))


def test_tags_explain_themselves_where_they_can() -> None:
    html = item(told(tags=(Tag("noise"), Tag("error", "bad", "It did not work"))))
    assert '<span class="tags"><span class="tag plain">noise</span>' in html
    assert '<span class="tag bad" title="It did not work">error</span></span></p>' in html


@pytest.mark.parametrize("field", ["thought", "misread"])
def test_what_is_private_is_only_for_those_who_may_see_it(field: str) -> None:
    assert "Shall I?" in item(told(**{field: "Shall I?"}))
    assert "Shall I?" not in item(told(**{field: "Shall I?"}), private=False)


def test_no_text_is_taken_for_markup() -> None:
    texts = dict.fromkeys(("quote", "thought", "misread", "app", "local"), SCRIPT)
    hostile = told(
        parts=(plain(SCRIPT), strong(SCRIPT)), notes=((quoted(SCRIPT),),), tags=(Tag(SCRIPT, "bad", SCRIPT),)
    )
    for html in (
        item(told(**texts), Breaks(SCRIPT, SCRIPT, SCRIPT)) + item(hostile),
        mark(told(**texts), Breaks(SCRIPT, SCRIPT, SCRIPT)) + mark(hostile),
    ):
        assert SCRIPT not in html and ESCAPED in html
        assert "script" not in elements_of(html)
    assert "&quot; onclick=&quot;" in mark(told(parts=(plain('" onclick="'),)))


def elements_of(html: str) -> set[str]:
    found: set[str] = set()

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            found.add(tag)

    Reader().feed(html)
    return found
