"""Apps from other packages: a folder under tests brings one, and nothing else has to know of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from simulator.phone import registry
from simulator.phone.app import App
from simulator.phone.registry import GROUP, all_apps
from tests.garden_app.app import Garden
from tests.simulator.views.phone_html import PhoneHtml

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a process sees after the package with the garden was installed."""
    place = tmp_path_factory.mktemp("site")
    info = place / "garden-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: garden\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\ngarden = tests.garden_app.app\n")
    path = os.pathsep.join((str(place), str(ROOT)))
    return {**os.environ, "PYTHONPATH": path, "DJANGO_SETTINGS_MODULE": "tests.settings"}


@pytest.fixture(scope="module")
def toured(surroundings: dict[str, str]) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.garden_app.tour"]
    done = subprocess.run(command, env=surroundings, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def page_of(toured: dict[str, Any], screen: str) -> PhoneHtml:
    return PhoneHtml(toured["html"][toured["screens"].index(screen)])


def test_it_is_played_and_replayed(toured: dict[str, Any]) -> None:
    assert toured["success"]
    assert toured["verified"]
    assert "tool_failed" in toured["failures"]


def test_it_is_told_in_its_own_words(toured: dict[str, Any]) -> None:
    assert "Looks at the bed Ferns" in toured["told"]
    assert "The bed Roses has dried out" in toured["told"]
    assert toured["told"].index("Waters the bed Roses") > 0
    assert "flower bed" in toured["nouns"]


def test_models_read_its_screens_and_its_taps(toured: dict[str, Any]) -> None:
    assert any("needs water: no" in text for text in toured["texts"])
    assert any("name: Roses" in text for text in toured["texts"])


def test_a_screen_with_a_template_uses_it(toured: dict[str, Any]) -> None:
    page = page_of(toured, "BedList")
    assert page.problems == []
    assert "Content" in page.text
    assert {"open_bed", "dig_bed"} <= page.actions


def test_a_screen_without_one_is_shown_plainly_with_all_that_can_be_tapped(toured: dict[str, Any]) -> None:
    page = page_of(toured, "BedDetail")
    assert page.problems == []
    assert "Ferns" in page.text
    assert "Needs water" in page.text
    assert "water" in page.actions


def test_taps_on_it_are_ringed(toured: dict[str, Any]) -> None:
    pages = [PhoneHtml(html) for html in toured["tapped"]]
    assert any(control.name == "open_bed" and control.tapped for page in pages for control in page.controls)
    assert all(page.problems == [] for page in pages)


def test_the_launcher_shows_it_with_a_drawing_that_is_there(toured: dict[str, Any]) -> None:
    page = page_of(toured, "HomeScreen")
    assert "Garden" in page.text
    assert "#i-box" in toured["html"][toured["screens"].index("HomeScreen")]


def test_the_command_line_shows_it(surroundings: dict[str, str]) -> None:
    pare = str(Path(sys.executable).with_name("pare"))
    for words in (["apps", "show", "garden"], ["apps", "list"], ["apps", "graph", "garden"]):
        done = subprocess.run([pare, *words], env=surroundings, cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        assert "garden" in done.stdout.lower() or "BedList" in done.stdout


def test_without_the_package_there_is_no_such_app() -> None:
    assert "garden" not in all_apps()


class Twin(Garden):
    name = "twin"


class Intruder(Garden):
    name, prefix, title = "intruder", "Intruders", "Intruder"
    system = True


class Namesake(App):
    name, prefix, title, about = "namesake", "Namesake", "Notes", "An app with the title of another."


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("tests.no_such_module", "No module named"),
        ("simulator.phone.when", "names neither a module with an app nor an app's class"),
        (f"{__name__}:Twin", "its table 'garden.bed' must be named 'twin.<noun>'"),
        (f"{__name__}:Intruder", "an installed app cannot be a system app"),
        (f"{__name__}:Namesake", "the app 'note' already has its name, prefix or title"),
    ],
)
def test_one_that_cannot_be_used_is_skipped_with_the_reason(
    value: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert registry._installed(EntryPoint("odd", value, GROUP), all_apps()) == {}
    assert said in caplog.text


def test_one_that_can_be_used_is_there_by_its_name() -> None:
    found = registry._installed(EntryPoint("garden", "tests.garden_app.app:Garden", GROUP), all_apps())
    assert [type(app) for app in found.values()] == [Garden]
