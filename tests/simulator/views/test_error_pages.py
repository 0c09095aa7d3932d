"""What people see when something does not work: the cause and the next step, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.simulator.views.cast import PASSWORD, person, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    client = signed_in("viewer")
    client.raise_request_exception = False
    return client


@pytest.fixture
def _read_only() -> Iterator[None]:
    """The database as it is on a disk that takes nothing; for tests without a transaction around them."""
    setting = "PRAGMA query_only" if connection.vendor == "sqlite" else "SET default_transaction_read_only"
    for value in ("on", "off"):
        with connection.cursor() as cursor:
            cursor.execute(f"{setting} = {value}")
        if value == "on":
            yield


@pytest.mark.urls("tests.simulator.views.broken_urls")
@pytest.mark.parametrize(
    ("name", "status", "told"),
    [
        ("mistake", 500, "Something went wrong"),
        ("odd", 400, "Bad request"),
        ("denied", 403, "Only the cook may do that."),
        ("denied-silently", 403, "Your account does not have permission to do this."),
        ("gone", 404, "There is no soup 7."),
        ("redis", 503, "Redis does not answer"),
        ("database", 503, "The database does not answer"),
        ("disk", 503, "The disk is full"),
    ],
)
def test_every_problem_has_a_page_with_its_cause(client: Client, name: str, status: int, told: str) -> None:
    response = client.get(f"/break/{name}/")
    html = response.content.decode()
    assert response.status_code == status and told in html and f"Error {status}" in html
    assert "Traceback" not in html and "secret" not in html and "forged" not in html
    assert 'href="/"' in html
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]


@pytest.mark.urls("tests.simulator.views.broken_urls")
@pytest.mark.parametrize(("name", "status"), [("mistake", 500), ("denied", 403), ("gone", 404), ("redis", 503)])
def test_a_part_of_a_page_gets_the_words_alone(client: Client, name: str, status: int) -> None:
    response = client.get(f"/break/{name}/", headers={"HX-Request": "true"})
    assert response.status_code == status and response.headers["Content-Type"].startswith("text/plain")
    assert "<" not in response.content.decode()


@pytest.mark.parametrize("path", ["/nowhere/", "/runs/x/", "/<script>/"])
def test_an_address_that_is_nobodys_is_named(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404 and "<script>alert" not in response.content.decode()
    assert "There is no page at /" in response.content.decode()


@pytest.mark.parametrize("number", [12, 2**63, 10**30])
def test_an_unknown_run_is_named(client: Client, number: int) -> None:
    response = client.get(f"/runs/{number}/")
    assert response.status_code == 404 and f"There is no run {number}." in response.content.decode()


def test_a_foreign_host_name_is_refused_with_the_remedy() -> None:
    response = Client().get("/sign-in/", headers={"host": "evil.example"})
    assert response.status_code == 400 and "PARE_ALLOWED_HOSTS" in response.content.decode()


def test_a_form_without_its_token_is_refused_with_the_remedy() -> None:
    response = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "a", "password": "b"})
    html = response.content.decode()
    assert response.status_code == 403 and "The form is out of date" in html and "reload the page" in html


@pytest.mark.django_db(transaction=True)
def test_signing_in_on_a_database_that_takes_nothing(request: pytest.FixtureRequest) -> None:
    person("viewer")
    request.getfixturevalue("_read_only")
    client = Client(raise_request_exception=False)
    response = client.post("/sign-in/", {"username": "viewer", "password": PASSWORD})
    html = response.content.decode()
    assert response.status_code == 503 and "The database is read-only" in html and "PARE_VAR_DIR" in html
    assert response.headers["Retry-After"] == "10"


@pytest.mark.urls("tests.simulator.views.broken_urls")
def test_the_page_about_a_broken_database_does_not_ask_it(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(2, info="who is asking, and nothing else"):
        client.get("/break/database/")


def test_an_address_that_is_for_something_else_has_a_page_too() -> None:
    answer = signed_in("viewer").get("/sign-out/")
    assert answer.status_code == 405 and "Method not allowed" in answer.content.decode()
    assert "POST" in answer.headers["Allow"]


@pytest.mark.parametrize("path", ["/", "/runs/", "/scenarios/", "/sign-in/"])
def test_asking_for_the_head_alone_works(path: str) -> None:
    assert signed_in("viewer").head(path).status_code in (200, 302)
