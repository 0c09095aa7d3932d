"""The settings as a whole, each time in a process of its own, since Django reads them once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pare_site import machine
from tests.conftest import ROOT

READ = """
import json, sys
from pare_site import settings
print(json.dumps({name: getattr(settings, name, None) for name in sys.argv[1:]}))
"""


def surroundings(var: Path, variables: dict[str, str]) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "PARE_VAR_DIR": str(var), "PARE_ENV_FILE": os.devnull, **variables}


def read(var: Path, *names: str, **variables: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", READ, *names],
        cwd=ROOT,
        env=surroundings(var, variables),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_by_default_only_this_machine_is_answered(tmp_path: Path) -> None:
    found = read(tmp_path, "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "FORCE_SCRIPT_NAME", "DEBUG", "STATIC_URL")
    assert found["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert found["CSRF_TRUSTED_ORIGINS"] == []
    assert found["FORCE_SCRIPT_NAME"] is None
    assert found["DEBUG"] is False
    assert found["STATIC_URL"] == "/static/"


@pytest.mark.parametrize("host", ["", "localhost", "127.0.0.1", "::1"])
def test_debug_is_allowed_on_this_machine(tmp_path: Path, host: str) -> None:
    found = read(tmp_path, "DEBUG", PARE_DEBUG="1", PARE_HOST=host, PARE_BASE_URL="http://localhost:8000")
    assert found["DEBUG"] is True


def test_open_to_the_network_it_answers_to_its_names_and_addresses(tmp_path: Path) -> None:
    hosts = read(tmp_path, "ALLOWED_HOSTS", PARE_HOST="0.0.0.0")["ALLOWED_HOSTS"]
    assert {*machine.names(), *map(machine.as_host, machine.addresses())} <= set(hosts)
    assert "*" not in hosts


def test_behind_a_proxy_all_follows_from_the_address_that_people_type(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        *("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "FORCE_SCRIPT_NAME", "STATIC_URL"),
        *("SESSION_COOKIE_SECURE", "SESSION_COOKIE_PATH", "SECURE_PROXY_SSL_HEADER"),
        PARE_BASE_URL="https://lab.example:8443/pare/",
        PARE_ALLOWED_HOSTS="other.example",
        PARE_TRUSTED_ORIGINS="https://other.example",
    )
    assert found["ALLOWED_HOSTS"][-2:] == ["lab.example", "other.example"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://lab.example:8443", "https://other.example"]
    assert found["FORCE_SCRIPT_NAME"] == "/pare"
    assert found["STATIC_URL"] == "/pare/static/"
    assert found["SESSION_COOKIE_SECURE"] is True
    assert found["SESSION_COOKIE_PATH"] == "/pare/"
    assert found["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]


def test_two_sites_on_one_machine_have_cookies_of_their_own(tmp_path: Path) -> None:
    names = [read(tmp_path / folder, "SESSION_COOKIE_NAME")["SESSION_COOKIE_NAME"] for folder in ("a", "b", "a")]
    assert names[0] == names[2] != names[1]


OPEN_DATABASE = """
import os, django
os.umask(0o022)
django.setup()
from django.db import connection
connection.cursor().execute("CREATE TABLE thing (name TEXT)")
os.system("stat --format=%a pare.sqlite3*")
"""


def test_the_database_is_for_us_alone_even_in_a_folder_that_is_open(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    variables = {"DJANGO_SETTINGS_MODULE": "pare_site.settings", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", OPEN_DATABASE],
        cwd=tmp_path,
        env=surroundings(tmp_path, variables),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.split() == ["600"] * 3


SECRET = """
import logging, django
django.setup()
try:
    raise ValueError("/pare/enter/abc-DEF_123/")
except ValueError:
    logging.getLogger("django.request").exception("Internal Server Error: %s", "/enter/abc-DEF_123/")
logging.getLogger("django.server").info('"GET /enter/abc-DEF_123/?next=/ HTTP/1.1" 302 0')
"""


def test_links_that_sign_in_are_masked_in_logs(tmp_path: Path) -> None:
    variables = {"DJANGO_SETTINGS_MODULE": "pare_site.settings"}
    done = subprocess.run(
        [sys.executable, "-c", SECRET],
        cwd=ROOT,
        env=surroundings(tmp_path, variables),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert "Internal Server Error: /enter/***/\n" in done.stderr
    assert "ValueError: /pare/enter/***/" in done.stderr
    assert "GET /enter/***/?next=/ HTTP/1.1" in done.stderr
    assert "DEF_123" not in done.stderr


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"PARE_DEBUG": "maybe"}, "PARE_DEBUG: 'maybe' is neither yes nor no. Write 1 or 0."),
        ({"PARE_DEBUG": "1", "PARE_HOST": "0.0.0.0"}, "PARE_DEBUG: debug pages show source code and settings, and"),
        ({"PARE_DEBUG": "1", "PARE_ALLOWED_HOSTS": "*"}, "PARE_DEBUG: debug pages show source code and settings, and"),
        ({"PARE_HEADER_SECONDS": "0"}, "PARE_HEADER_SECONDS: '0' is not allowed. Write a whole number from 1 to 3600."),
        ({"PARE_BODY_SECONDS": "1.5"}, "PARE_BODY_SECONDS: '1.5' is not allowed. Write a whole number from 1 to 3600."),
        ({"PARE_UPLOAD_SPACE_MB": "100"}, "PARE_UPLOAD_SPACE_MB: '100' is too small for one upload"),
        ({"PARE_VAR_DIR": "/dev/null/var"}, "The folder /dev/null/var cannot be written: Not a directory."),
        ({"PARE_ENV_FILE": "/no/such"}, "PARE_ENV_FILE: the file /no/such does not exist."),
    ],
)
def test_manage_py_says_what_is_wrong_in_a_sentence(tmp_path: Path, variables: dict[str, str], words: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=surroundings(tmp_path, variables),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(words)
    assert "Traceback" not in done.stderr
