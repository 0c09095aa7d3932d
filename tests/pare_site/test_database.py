"""DATABASE_URL: SQLite by default, PostgreSQL by name, nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from pare_site.database import database_of
from pare_site.environment import BadSetting

VAR = Path("/somewhere/var")


def test_without_an_address_it_is_sqlite_that_readers_and_writers_can_share() -> None:
    found = database_of("", VAR)
    assert found["ENGINE"] == "django.db.backends.sqlite3"
    assert found["NAME"] == "/somewhere/var/pare.sqlite3"
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in found["OPTIONS"]["init_command"]


def test_a_folder_with_odd_characters_in_its_name_is_found() -> None:
    odd = Path("/some where/é #1?%20")
    assert database_of("", odd)["NAME"] == str(odd / "pare.sqlite3")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgresql_is_not_waited_for_without_end(scheme: str) -> None:
    found = database_of(f"{scheme}://me:pw@lab:5433/pare?sslmode=require", VAR)
    assert (found["NAME"], found["HOST"], found["PORT"], found["USER"]) == ("pare", "lab", 5433, "me")
    assert (found["OPTIONS"]["connect_timeout"], found["OPTIONS"]["sslmode"]) == (5, "require")


def test_a_machine_that_vanished_from_postgresql_is_given_up_within_a_minute() -> None:
    options = database_of("postgres://me@lab/pare", VAR)["OPTIONS"]
    silence = options["keepalives_idle"] + options["keepalives_interval"] * options["keepalives_count"]
    assert silence <= 30 and options["tcp_user_timeout"] <= 30_000
    assert "-c tcp_keepalives_idle=10" in options["options"]
    assert database_of("postgres://me@lab/pare?options=-c%20geqo%3Doff", VAR)["OPTIONS"]["options"] == "-c geqo=off"


@pytest.mark.parametrize(
    "url", ["secret", "lab:5432/secret", "mysql://me:secret@lab/x", "postgresql://me:secret@lab", "oracle://secret@x/y"]
)
def test_anything_else_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(BadSetting, match=r"DATABASE_URL: .* Write an address like postgresql://") as refusal:
        database_of(url, VAR)
    assert "secret" not in str(refusal.value)
