"""`pare sign-in` and `pare worker` where there is no site, no account or no Redis."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User

from pare_site.cli.main import main
from pare_site.sign_in.links import LinkState, link_state, owner
from pare_site.valkey import free_port
from tests.pare_site.cli.command import pare


def printed(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_the_link_is_all_that_is_printed_for_programs(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sign-in"]) == 0
    out, err = printed(capsys)
    assert out.startswith("http://127.0.0.1:8000/enter/")
    assert out.count("\n") == 1
    assert link_state(out.rstrip("/\n").rpartition("/")[2]) is LinkState.GOOD
    assert "The site is not running. Start the site with `make run`" in err


def test_a_link_can_be_for_somebody_else(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    User.objects.create_user("leila")
    assert main(["sign-in", "--user", "leila"]) == 0


def test_a_link_for_nobody_is_refused(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sign-in", "--user", "leila"]) == 2
    assert "There is no account 'leila'. Create it on the administration pages, under Users." in printed(capsys)[1]


def test_a_link_for_somebody_who_is_switched_off_is_refused(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    owner()
    User.objects.update(is_active=False)
    assert main(["sign-in"]) == 2
    assert "The account 'owner' is not active." in printed(capsys)[1]


def test_without_a_database_the_site_must_be_started_first(tmp_path: Path) -> None:
    done = pare("sign-in", PARE_VAR_DIR=str(tmp_path))
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Start the site first: make run" in done.stderr


def test_settings_that_make_no_sense_are_told_in_a_sentence(tmp_path: Path) -> None:
    done = pare("sign-in", PARE_VAR_DIR=str(tmp_path), PARE_DEBUG="maybe")
    assert done.returncode == 2
    assert done.stderr == "PARE_DEBUG: 'maybe' is neither yes nor no. Write 1 or 0.\n"


def test_a_worker_without_redis_says_so(tmp_path: Path) -> None:
    address = f"redis://127.0.0.1:{free_port()}/0"
    done = pare("worker", "batch", PARE_VAR_DIR=str(tmp_path), REDIS_URL=address)
    assert done.returncode == 2
    assert "Start the site first with `make run`, or fix REDIS_URL." in done.stderr


def test_a_worker_for_no_queue_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worker", "tea"]) == 2
    assert "invalid choice: 'tea'" in printed(capsys)[1]
