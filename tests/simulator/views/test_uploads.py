"""Every page with a form for files is declared to accept uploads, and no other view is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from django.urls import URLPattern, URLResolver, get_resolver

from simulator.views.uploads import accepts_uploads, is_upload_path

_FORM = re.compile(r"<form\b[^>]*multipart/form-data[^>]*>")
_ADDRESS = re.compile(r"""(?:action|formaction|hx-post)="\{% url '(\w+)'""")


def names_with_files(root: Path) -> set[str]:
    """Names of the addresses that forms with files are sent to, also those of other buttons of the same form."""
    found: set[str] = set()
    for file in (root / "templates").rglob("*.html"):
        for form in _FORM.findall(file.read_text(encoding="utf-8")):
            found.update(_ADDRESS.findall(form))
    return found


def declared(patterns: list[URLPattern | URLResolver] | None = None) -> Iterator[str]:
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            yield from declared(pattern.url_patterns)
        elif getattr(pattern.callback, "accepts_uploads", False):
            yield str(pattern.name)


def test_forms_with_files_and_declared_views_are_the_same(root: Path) -> None:
    # Its form is that of a new sweep, sent by a button of its own.
    assert sorted(declared()) == sorted(names_with_files(root) | {"plan_as_yaml"})


def test_a_path_is_asked_for_its_view() -> None:
    assert is_upload_path("/runs/import/")
    assert is_upload_path("/studies/7/import/")
    assert not is_upload_path("/runs/")
    assert not is_upload_path("/no/such/page/")


def test_declaring_a_view_changes_nothing_else() -> None:
    def view() -> int:
        return 7

    assert accepts_uploads(view) is view
