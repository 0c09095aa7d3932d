"""Troubles of the machine are told apart, from the real errors of a real database."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.db import IntegrityError, OperationalError, ProgrammingError
from redis.exceptions import TimeoutError as RedisSlow

from simulator.views.trouble import AWAY, BUSY, FULL, NOT_READY, READ_ONLY, REDIS_AWAY, ServiceTrouble, trouble_behind


def _as_django_says(error: sqlite3.Error) -> OperationalError:
    """Django wraps what the driver raises."""
    wrapped = OperationalError(*error.args)
    wrapped.__cause__ = error
    return wrapped


def _error_of(path: Path, *statements: str) -> OperationalError:
    with sqlite3.connect(path, timeout=0, isolation_level=None) as database:
        try:
            for statement in statements:
                database.execute(statement)
        except sqlite3.Error as error:
            return _as_django_says(error)
        finally:
            database.rollback()
    raise AssertionError("nothing went wrong")


def test_a_full_disk(tmp_path: Path) -> None:
    fill = "INSERT INTO t SELECT randomblob(100000)"
    error = _error_of(tmp_path / "a", "CREATE TABLE t (x)", "PRAGMA max_page_count = 3", fill)
    assert trouble_behind(error) == FULL


def test_a_database_that_takes_nothing(tmp_path: Path) -> None:
    error = _error_of(tmp_path / "a", "PRAGMA query_only = ON", "CREATE TABLE t (x)")
    assert trouble_behind(error) == READ_ONLY


def test_a_database_that_somebody_holds(tmp_path: Path) -> None:
    holder = sqlite3.connect(tmp_path / "a", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert trouble_behind(_error_of(tmp_path / "a", "CREATE TABLE t (x)")) == BUSY
    holder.close()


def test_a_database_without_tables(tmp_path: Path) -> None:
    assert trouble_behind(_error_of(tmp_path / "a", "SELECT * FROM missing")) == NOT_READY


@pytest.mark.parametrize(
    ("folder", "trouble"),
    [
        (Path("/"), AWAY),
        (Path("/no/such/folder"), AWAY),
        pytest.param(
            Path("/proc"), FULL, marks=pytest.mark.skipif(not Path("/proc").is_mount(), reason="no /proc here")
        ),
    ],
)
def test_a_database_that_cannot_be_opened_is_blamed_on_its_disk(
    tmp_path: Path, settings: LazySettings, folder: Path, trouble: ServiceTrouble
) -> None:
    settings.VAR = folder
    with pytest.raises(sqlite3.OperationalError) as caught:
        sqlite3.connect(tmp_path / "no" / "such" / "folder")
    assert trouble_behind(_as_django_says(caught.value)) == trouble


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (ProgrammingError('relation "simulator_episode" does not exist'), NOT_READY),
        (OperationalError("FATAL: sorry, too many clients already"), BUSY),
        (OperationalError('could not extend file "base/1": No space left on device'), FULL),
        (OperationalError("server closed the connection unexpectedly"), AWAY),
        (RedisSlow("Timeout reading from socket"), REDIS_AWAY),
        (OSError(28, "No space left on device"), FULL),
        (OSError(30, "Read-only file system"), READ_ONLY),
    ],
)
def test_other_sources_of_the_same_troubles(error: Exception, trouble: ServiceTrouble) -> None:
    assert trouble_behind(error) == trouble


@pytest.mark.parametrize("error", [None, ValueError("x"), OSError(2, "No such file"), IntegrityError("UNIQUE failed")])
def test_mistakes_of_ours_are_no_trouble_of_the_machine(error: Exception | None) -> None:
    assert trouble_behind(error) is None


def test_the_cause_behind_an_error_counts() -> None:
    outer = ValueError("could not render")
    outer.__cause__ = OperationalError("database is locked")
    assert trouble_behind(outer) == BUSY
