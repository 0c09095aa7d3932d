"""What the docs say that each app takes is what the apps declare."""

from __future__ import annotations

from pathlib import Path

from pare_site.cli.app_markdown import markdown
from pare_site.cli.app_names import names_of
from simulator.phone.registry import all_apps

BEGIN, END = "<!-- apps:begin -->", "<!-- apps:end -->"
REMEDY = "put what `pare apps show all --markdown` prints between the markers of docs/scenarios.md"


def test_the_docs_list_what_each_app_takes_as_declared(root: Path) -> None:
    text = (root / "docs" / "scenarios.md").read_text(encoding="utf-8")
    shown = text.partition(BEGIN)[2].partition(END)[0].strip()
    declared = markdown(names_of(app) for app in all_apps().values() if not app.system)
    assert shown == declared.strip(), REMEDY
