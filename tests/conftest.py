"""What every test may use: the files of the repository, and steady property tests."""

from __future__ import annotations

import faulthandler
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import settings

from pare_site import valkey
from tests.live_site import live_site
from tests.model_server.server import ModelServer
from tests.waiting import kill

ROOT = Path(__file__).resolve().parent.parent
NOT_SOURCE = {"var", "build", "dist", "__pycache__"}

# The same examples every time and no time limit: a test must not fail because the machine is busy.
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")

# Under `nohup … &` SIGINT is ignored, and children inherit that: a command that a test interrupts would not notice.
# A handler of Python's is not inherited.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _known_to_git() -> list[str]:
    """Files that are tracked, or would be with the next `git add`."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True, timeout=120)
    return listed.stdout.split("\0")


def _found_on_disk() -> list[str]:
    """The same for a copy without git history, such as an unpacked archive."""
    hidden_but_ours = {".ci", ".gitignore", ".env.example"}
    found = []
    for path in ROOT.rglob("*"):
        name = path.relative_to(ROOT)
        skipped = NOT_SOURCE.intersection(name.parts) or name.parts[0].endswith(".egg-info")
        if not skipped and (not name.parts[0].startswith(".") or name.parts[0] in hidden_but_ours):
            found.append(str(name))
    return found


def pytest_unconfigure() -> None:
    """End the process and print all stacks if a thread that a test has left behind keeps Python from ending."""
    faulthandler.dump_traceback_later(60, exit=True)


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def repository_files() -> list[Path]:
    """Every source file, relative to the root, in a fixed order."""
    names = _known_to_git() if (ROOT / ".git").exists() else _found_on_disk()
    return sorted({Path(name) for name in names if name and (ROOT / name).is_file()})


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """A real Redis of this test process; gives its address."""
    from django.conf import settings as django_settings

    url: str = django_settings.REDIS_URL
    process = valkey.start(urlsplit(url).port or 0, django_settings.VAR / "redis")
    yield url
    kill(process)


@pytest.fixture(scope="session")
def site(redis_server: str, django_db_setup: None) -> Iterator[str]:
    """Address of the real web server; use it with `transactional_db`, so that it sees the rows of the test."""
    with live_site() as address:
        yield address


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """A language model that plays a script over HTTP; tests/model_server/server.py shows how it is used."""
    with ModelServer() as server:
        yield server
    assert not server.unexpected, f"nothing was scripted for {[asked.last[:300] for asked in server.unexpected]}"
