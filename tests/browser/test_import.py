"""Bringing a run in and taking it out again, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from replay.jobs.importing import import_file
from simulator.models import Episode
from tests.browser.tabs import tab
from tests.replay.files import changed, own
from tests.replay.foreign.runs import evening, tour
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db(transaction=True)


def _file(name: str, data: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/json", "buffer": data}


def _send(page: Page, *files: FilePayload) -> None:
    page.goto("/runs/")
    page.get_by_role("link", name="Import").click()
    page.get_by_label("Choose files").set_input_files(list(files))
    page.get_by_role("button", name="Import").click()


def test_a_file_is_sent_and_its_run_looked_at(browser: Browser, site: str) -> None:
    with tab(browser, site, person("researcher")) as page:
        _send(page, _file("dentist.jsonl", own()), _file("kiln.json", evening().bytes()))
        expect(page.get_by_text("Imported as")).to_have_count(2)
        page.get_by_role("link", name="The dentist moved").click()
        expect(page.get_by_label("Origin")).to_contain_text("Imported from dentist.jsonl")
        expect(page.locator("#story [data-n]").first).to_be_visible()
        page.goto(Episode.objects.get(import_hash__gt="", success=None).get_absolute_url())
        expect(page.locator("#outcome")).to_contain_text("PARE Studio does not judge runs of other systems")
        expect(page.locator("[data-phone]").first).to_be_visible()


def test_a_refused_file_is_told_on_the_spot(browser: Browser, site: str) -> None:
    with tab(browser, site, person("researcher"), refusal="409") as page:
        _send(page, _file("dentist.jsonl", changed(own())))
        expect(page.locator("#taken")).to_contain_text("The file was changed after it was written.")
        # What was chosen is still there.
        assert page.get_by_label("Choose files").evaluate("field => field.files.length") == 1
    assert not Episode.objects.exists()


@pytest.mark.all
def test_it_works_without_scripts(browser: Browser, site: str) -> None:
    with tab(browser, site, person("researcher"), java_script_enabled=False) as page:
        _send(page, _file("dentist.jsonl", own()))
        expect(page.get_by_text("Imported as")).to_have_count(1)
        page.get_by_role("link", name="The dentist moved").click()
        page.get_by_role("button", name="Download").click()
        expect(page.get_by_role("link", name="Trace JSON Lines")).to_be_visible()


def test_a_trace_is_downloaded_from_the_page_of_its_run(browser: Browser, site: str, tmp_path: Path) -> None:
    row = import_file(own(), "dentist.jsonl").row
    with tab(browser, site, person("viewer")) as page:
        page.goto(row.get_absolute_url())
        page.get_by_role("button", name="Download").click()
        with page.expect_download() as coming:
            page.get_by_role("link", name="Trace JSON Lines").click()
        assert coming.value.suggested_filename == f"run_{row.pk}_dentist.jsonl"
        coming.value.save_as(tmp_path / "run.jsonl")
    assert (tmp_path / "run.jsonl").read_bytes() == own()


def test_what_is_gone_stands_in_the_detail_from_edge_to_edge(browser: Browser, site: str) -> None:
    row = import_file(tour().bytes(), "tour.json").row
    deleted = next(number for number, line in row.moments.values_list("number", "line") if '"name":"delete"' in line)
    with tab(browser, site, person("viewer")) as page:
        page.goto(f"{row.get_absolute_url()}{deleted}/")
        gone = page.locator("#detail .fields.gone").first
        expect(gone).to_be_visible()
        widths = gone.evaluate("fields => [fields.offsetWidth, fields.parentElement.offsetWidth]")
        assert widths[0] > widths[1] / 2


def test_on_a_small_screen_the_result_is_seen_at_once(browser: Browser, site: str) -> None:
    with tab(browser, site, person("researcher"), width=360) as page:
        page.set_viewport_size({"width": 360, "height": 740})
        _send(page, _file("dentist.jsonl", own()))
        expect(page.get_by_text("Imported as")).to_be_in_viewport()
