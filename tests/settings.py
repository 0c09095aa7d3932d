"""Settings of the tests: a folder, a Redis and a database of their own, whatever the surroundings say."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

from pare_site.valkey import free_port

_folder = tempfile.mkdtemp(prefix="pare-tests-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["PARE_VAR_DIR"] = _folder
os.environ["PARE_ENV_FILE"] = os.devnull
os.environ["REDIS_URL"] = f"redis://127.0.0.1:{free_port()}/0"
# Playwright keeps an event loop in the main thread, which Django would take for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
for _name in ("PARE_BASE_URL", "PARE_ALLOWED_HOSTS", "PARE_TRUSTED_ORIGINS", "PARE_PUBLIC_READ", "PARE_DEBUG"):
    os.environ.pop(_name, None)

from pare_site.settings import *  # noqa: E402, F403
from pare_site.settings import DATABASES, VAR  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, because servers and workers of the tests open it from other threads and processes.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR / "test.sqlite3")}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
