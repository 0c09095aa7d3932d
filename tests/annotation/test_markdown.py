"""Texts of studies: Markdown becomes HTML, and nothing in it can act."""

from __future__ import annotations

import pytest

from annotation.markdown import as_html


def test_what_people_write_becomes_headings_lists_emphasis_and_tables() -> None:
    html = as_html("# Rules\n\n1. **Accept** if you want it\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert "<h3>Rules</h3>" in html
    assert "<ol>" in html and "<strong>Accept</strong>" in html
    assert "<td>2</td>" in html


def test_headings_stay_below_those_of_the_page() -> None:
    assert "<h6>Deep</h6>" in as_html("###### Deep")


def test_links_open_beside_the_page() -> None:
    assert 'target="_blank" rel="noopener noreferrer"' in as_html("[more](https://example.org)")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "hello <img src=x onerror=alert(1)>",
        "[press](javascript:alert(1))",
        "![picture](https://elsewhere.example/a.png)",
        "<style>p { display: none }</style>",
    ],
)
def test_nothing_in_a_text_acts(text: str) -> None:
    html = as_html(text)
    assert "<script" not in html and "<img" not in html and "<style" not in html
    assert 'href="javascript' not in html
