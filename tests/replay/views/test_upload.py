"""The page on which runs are imported: who may, what becomes of each file, and what is refused."""

from __future__ import annotations

import re

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from simulator.models import Episode
from tests.markup import markup_of
from tests.replay.files import NOT_TRACES, changed, cut, own
from tests.simulator.views.cast import ESCAPED, SCRIPT, signed_in

pytestmark = pytest.mark.django_db
PAGE = "/runs/import/"


@pytest.fixture
def client() -> Client:
    return signed_in("researcher")


def _sent(client: Client, *files: tuple[str, bytes], **headers: str) -> tuple[int, str]:
    """The status, and what the page says as plain text."""
    uploads = [SimpleUploadedFile(name, data) for name, data in files]
    response = client.post(PAGE, {"files": uploads}, headers=headers)
    return response.status_code, markup_of(response)


def test_the_page_says_what_can_be_imported_and_how_much(client: Client) -> None:
    html = markup_of(client.get(PAGE))
    assert "At most 64 MB at once." in html
    assert 'enctype="multipart/form-data"' in html and "multiple" in html
    for kind in ("Traces of PARE Studio", "“hf”", "“lite”"):
        assert kind in html


def test_the_list_of_runs_leads_there_for_those_who_may(client: Client) -> None:
    assert f'href="{PAGE}"' in markup_of(client.get("/runs/"))
    assert f'href="{PAGE}"' not in markup_of(signed_in("viewer").get("/runs/"))


def test_a_file_becomes_a_run(client: Client) -> None:
    status, html = _sent(client, ("dentist.jsonl", own()))
    row = Episode.objects.get()
    assert status == 200
    assert re.search(rf'Imported as <a href="/runs/{row.pk}/">run {row.pk}, ', html)
    assert row.started_by is not None and row.started_by.username == "researcher"


def test_a_second_time_it_is_already_here(client: Client) -> None:
    _sent(client, ("dentist.jsonl", own()))
    status, html = _sent(client, ("again.jsonl", own()))
    assert status == 200
    assert "Imported before as" in html and "Imported as" not in html
    assert Episode.objects.count() == 1


def test_the_result_stands_right_after_the_form(client: Client) -> None:
    _, html = _sent(client, ("dentist.jsonl", own()))
    assert html.index("</form>") < html.index('id="taken"') < html.index("Formats you can import")


def test_of_many_files_each_has_its_result(client: Client) -> None:
    files = [("a.jsonl", own()), ("b.jsonl", own()), ("bad.jsonl", changed(own())), ("c.jsonl", own("late_train"))]
    status, html = _sent(client, *files)
    assert status == 200
    assert (html.count("Imported as"), html.count("Imported before as"), html.count(">Refused<")) == (2, 1, 1)
    assert "4 files" in html
    assert Episode.objects.count() == 2


@pytest.mark.parametrize("name", NOT_TRACES)
def test_what_is_no_trace_is_refused_with_a_sentence(client: Client, name: str) -> None:
    status, html = _sent(client, (name, NOT_TRACES[name][0]))
    # Django leaves out files without content: then none was chosen.
    assert status == 409
    assert ">Refused<" in html or "No file was chosen." in html
    assert not Episode.objects.exists()


@pytest.mark.parametrize(("data", "says"), [(cut(own()), "whole moments"), (changed(own()), "changed after")])
def test_a_damaged_file_is_refused_with_the_words_of_the_reader(client: Client, data: bytes, says: str) -> None:
    status, html = _sent(client, ("run.jsonl", data))
    assert status == 409
    assert says in html
    assert not Episode.objects.exists()


def test_without_a_file_it_says_so(client: Client) -> None:
    response = client.post(PAGE)
    assert response.status_code == 409
    assert "No file was chosen." in markup_of(response)


def test_a_file_above_the_limit_is_refused_without_being_read(client: Client, settings: LazySettings) -> None:
    settings.MOST_UPLOAD = 1_000_000
    status, html = _sent(client, ("large.jsonl", own() + b" " * 1_000_000), ("small.jsonl", own("late_train")))
    assert status == 200
    assert "The file is larger than 1 MB." in html and "PARE_MOST_UPLOAD_MB" in html
    assert Episode.objects.count() == 1


def test_too_many_files_are_refused_together(client: Client, settings: LazySettings) -> None:
    settings.DATA_UPLOAD_MAX_NUMBER_FILES = 2
    status, html = _sent(client, *((f"{n}.jsonl", own()) for n in range(3)))
    assert status == 413
    assert "At most 2 files" in html
    assert not Episode.objects.exists()


def test_names_are_shown_as_text(client: Client) -> None:
    _, html = _sent(client, (f"{SCRIPT}.jsonl", own()), ("x.json", b'{"%s": 1}' % SCRIPT.encode()))
    assert SCRIPT not in html
    assert ESCAPED.rpartition("/")[2] in html


@pytest.mark.parametrize("role", ["viewer", "nobody"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_without_the_right_nothing_can_be_imported(role: str, method: str) -> None:
    client = signed_in(role)
    given = {"files": SimpleUploadedFile("a", own())} if method == "post" else {}
    response = getattr(client, method)(PAGE, given)
    assert response.status_code == 403
    assert "not import them" in markup_of(response)
    assert not Episode.objects.exists()


@pytest.mark.parametrize("public", [False, True])
def test_whoever_has_not_signed_in_does_so_first(settings: LazySettings, public: bool) -> None:
    settings.PUBLIC_READ = public
    response = signed_in("anonymous").get(PAGE)
    assert response.status_code == 302 and "/sign-in/" in response["Location"]


def test_a_form_of_another_site_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies = signed_in("researcher").cookies
    assert client.post(PAGE, {"files": SimpleUploadedFile("a", own())}).status_code == 403
    assert not Episode.objects.exists()
