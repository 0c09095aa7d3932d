"""The loader that drops the indentation of templates."""

from __future__ import annotations

from pathlib import Path

from django.template import Context, Engine

LOADER = "pare_site.template_loader.UnindentingLoader"


def test_indentation_is_dropped_and_line_breaks_and_values_stay(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(
        "<ul>\n  {% if x %}\n\t<li\n    class='a'>\n      {{ x }}</li>\n  {% endif %}\n</ul>\n"
    )
    engine = Engine(dirs=[str(tmp_path)], loaders=[LOADER])
    shown = engine.get_template("page.html").render(Context({"x": "one\n  two"}))
    assert shown == "<ul>\n\n<li\nclass='a'>\none\n  two</li>\n\n</ul>\n"


def test_the_projects_templates_are_loaded_so() -> None:
    engine = Engine.get_default()
    assert "\n " not in engine.get_template("base.html").source
