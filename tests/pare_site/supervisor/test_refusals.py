"""Starts that cannot succeed say why and what to do, in a sentence, and leave nothing behind."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pare_site.valkey import free_port
from tests.pare_site.supervisor.real_site import RealSite, refused


def told(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout in ("", "Starting PARE Studio.\n")
    return done.stderr


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PARE_PORT", "http", "PARE_PORT: 'http' is not allowed. Write a whole number from 0 to 65535."),
        ("PARE_WORKERS", "0", "PARE_WORKERS: '0' is not allowed. Write a whole number from 1 to 64."),
        ("PARE_HOST", "198.51.100.7", "'198.51.100.7' is not an address of this machine."),
        ("PARE_HOST", "no such host", "'no such host' is not an address of this machine."),
        ("PARE_PUBLIC_READ", "perhaps", "PARE_PUBLIC_READ: 'perhaps' is neither yes nor no. Write 1 or 0."),
        ("PARE_BASE_URL", "lab.example", "PARE_BASE_URL: the value is not a valid address. Write it like https://"),
        ("PARE_ALLOWED_HOSTS", "http://lab", "PARE_ALLOWED_HOSTS: 'http://lab' is not a host name."),
        ("PARE_TRUSTED_ORIGINS", "lab", "PARE_TRUSTED_ORIGINS: 'lab' is not an origin."),
        ("PARE_ENV_FILE", "/no/such/.env", "PARE_ENV_FILE: the file /no/such/.env does not exist."),
        ("DATABASE_URL", "a secret", "DATABASE_URL: the value is not the address of a database."),
        ("DATABASE_URL", "mysql://me:secret@lab/pare", "DATABASE_URL: the database is neither PostgreSQL nor SQLite."),
        ("REDIS_URL", "http://lab", "REDIS_URL: the value is not a valid address. Write it like redis://"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named_with_a_remedy(var: Path, name: str, value: str, words: str) -> None:
    text = told(refused(var, **{"PARE_PORT": "0", name: value}))
    assert words in text
    assert "secret" not in text
    assert not (var / "running.json").exists()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--port", "70000"], "argument --port: '70000' is not a whole number from 0 to 65535"),
        (["--workers", "many"], "argument --workers: 'many' is not a whole number from 1 to 64"),
    ],
)
def test_an_option_that_makes_no_sense_is_a_usage_error(var: Path, args: list[str], words: str) -> None:
    assert words in told(refused(var, *args))
    assert not var.exists()


def test_a_line_of_the_env_file_that_makes_no_sense_is_pointed_at(var: Path, tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("# mine\nPARE_PORT=0\nhello\n")
    assert ".env:3: this line is not a setting. Write NAME=value" in told(refused(var, PARE_ENV_FILE=str(file)))


@pytest.mark.parametrize(
    ("args", "variables", "named"),
    [
        (["--host", "0.0.0.0"], {}, "--host 0.0.0.0"),
        ([], {"PARE_HOST": "0.0.0.0"}, "PARE_HOST=0.0.0.0"),
        ([], {"PARE_BASE_URL": "https://lab.example"}, "PARE_BASE_URL=lab.example"),
        ([], {"PARE_ALLOWED_HOSTS": "lab.example"}, "PARE_ALLOWED_HOSTS=lab.example"),
    ],
)
def test_debug_is_refused_where_others_reach_the_site(
    var: Path, args: list[str], variables: dict[str, str], named: str
) -> None:
    text = told(refused(var, "--port", "0", *args, PARE_DEBUG="1", **variables))
    assert f"let other machines reach them: {named}. Set PARE_DEBUG=0, or" in text
    assert not var.exists()


def test_debug_is_refused_also_where_the_env_file_asks_for_it(var: Path, tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("PARE_PORT=0\nPARE_HOST=0.0.0.0\nPARE_DEBUG=1\n")
    assert "PARE_HOST=0.0.0.0. Set PARE_DEBUG=0, or" in told(refused(var, PARE_ENV_FILE=str(file)))
    assert not var.exists()


def test_a_misspelled_setting_is_remarked_on(var: Path) -> None:
    done = refused(var, "--port", "0", PARE_PUBLICREAD="1", PARE_HOST="198.51.100.7")
    assert "PARE_PUBLICREAD is not a setting of PARE Studio; did you mean PARE_PUBLIC_READ?" in done.stderr


def test_a_redis_that_does_not_answer_is_named_without_its_password(var: Path) -> None:
    port = free_port()
    text = told(refused(var, "--port", "0", REDIS_URL=f"redis://:secret@127.0.0.1:{port}/0"))
    assert f"REDIS_URL: Redis at redis://127.0.0.1:{port}/0 does not answer:" in text
    assert "unset REDIS_URL" in text
    assert "secret" not in text


@pytest.mark.all
def test_a_postgresql_that_does_not_answer_is_named_without_its_password(var: Path) -> None:
    address = f"postgresql://me:secret@127.0.0.1:{free_port()}/pare"
    text = told(refused(var, "--port", "0", DATABASE_URL=address))
    assert "The database 'pare' at 127.0.0.1 cannot be used: connection" in text
    assert "DATABASE_URL" in text
    assert "?." not in text
    assert "secret" not in text


def test_an_sqlite_that_cannot_be_used_is_named_with_the_setting_that_chose_it(var: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("This is no database, and far too long to be an empty one.")
    text = told(refused(var, "--port", "0", DATABASE_URL=f"sqlite:///{tmp_path / 'notes.txt'}"))
    assert "notes.txt cannot be used: file is not a database." in text
    assert "fix DATABASE_URL" in text and "PARE_VAR_DIR" not in text


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    text = told(refused(tmp_path / "file" / "var", "--port", "0"))
    assert f"The folder {tmp_path / 'file' / 'var'} cannot be written: Not a directory." in text
    assert "PARE_VAR_DIR" in text


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, timeout=120).returncode:
        pytest.skip("nothing can be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True, timeout=120)


def test_a_disk_that_is_nearly_full_is_refused(mounted: Path) -> None:
    text = told(refused(mounted / "var", "--port", "0"))
    assert f"The disk of {mounted / 'var'} is full: 6 MB are free, 16 MB are needed." in text
    assert "PARE_VAR_DIR" in text


def test_a_disk_that_is_full_is_refused(mounted: Path) -> None:
    with pytest.raises(OSError, match="No space left"):
        (mounted / "ballast").write_bytes(bytes(7 * 1024 * 1024))
    assert "cannot be written: No space left on device." in told(refused(mounted, "--port", "0"))


def test_a_disk_that_is_read_only_is_refused(mounted: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(mounted)], check=True, timeout=120)
    text = told(refused(mounted, "--port", "0"))
    assert f"The folder {mounted} cannot be written: Read-only file system." in text


@pytest.mark.all
def test_a_folder_of_scenarios_that_is_missing_is_named(var: Path) -> None:
    text = told(refused(var, "--port", "0", PARE_SCENARIOS_DIR="/no/such"))
    assert "PARE_SCENARIOS_DIR names the folder '/no/such', but there is no" in text


@pytest.mark.all
def test_a_database_of_a_newer_version_is_left_alone(running: RealSite, var: Path) -> None:
    var.mkdir()
    with sqlite3.connect(running.var / "pare.sqlite3") as source, sqlite3.connect(var / "pare.sqlite3") as target:
        source.backup(target)
        target.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('simulator', '0999_x', '2030-01-01')"
        )
    source.close()
    target.close()
    assert "The database belongs to a newer version of PARE Studio (it has 0999_x)." in told(
        refused(var, "--port", "0")
    )
