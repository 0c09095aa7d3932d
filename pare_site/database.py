"""Django's database settings: SQLite in the runtime folder, or the database that DATABASE_URL names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dj_database_url

from pare_site.environment import BadSetting

_SQLITE_ENGINE = "django.db.backends.sqlite3"
_REMEDY = "Write an address like postgresql://name:password@host:5432/pare, or unset DATABASE_URL to use SQLite."
_ENGINES = (_SQLITE_ENGINE, "django.db.backends.postgresql")
# Without WAL and immediate transactions, readers and writers of several processes lock each other out.
_SQLITE = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA mmap_size=134217728;"
    "PRAGMA journal_size_limit=27103364;PRAGMA cache_size=-20000",
}
# A worker's machine can vanish while it holds row locks, and the server can vanish while we wait for it. By default,
# TCP notices after two hours. _SILENCE is for our end of the connection, and _GIVEN_UP for the server's end.
_SILENCE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}
_GIVEN_UP = {
    "tcp_keepalives_idle": 10,
    "tcp_keepalives_interval": 5,
    "tcp_keepalives_count": 3,
    "tcp_user_timeout": 25_000,
    # Ends the session of a client that is alive but hangs inside a transaction, which should take milliseconds.
    "idle_in_transaction_session_timeout": 60_000,
}
_POSTGRESQL = {
    "connect_timeout": 5,
    **_SILENCE,
    "options": " ".join(f"-c {name}={value}" for name, value in _GIVEN_UP.items()),
}


def database_of(url: str, var: Path) -> dict[str, Any]:
    """Return Django's DATABASES entry for a database address; an empty address means the SQLite file in `var`.

    Raises BadSetting. The error message never repeats the address, which may contain a password.
    """
    if not url:
        return {"ENGINE": _SQLITE_ENGINE, "NAME": str(var / "pare.sqlite3"), "OPTIONS": _SQLITE}
    try:
        found: dict[str, Any] = dict(dj_database_url.parse(url))
    except (ValueError, KeyError):
        raise BadSetting("DATABASE_URL", "the value is not the address of a database.", _REMEDY) from None
    if found.get("ENGINE") not in _ENGINES:
        raise BadSetting("DATABASE_URL", "the database is neither PostgreSQL nor SQLite.", _REMEDY)
    if not found.get("NAME"):
        raise BadSetting("DATABASE_URL", "the address does not name a database.", _REMEDY)
    ours = _SQLITE if found["ENGINE"] == _SQLITE_ENGINE else _POSTGRESQL
    return {**found, "OPTIONS": {**ours, **found.get("OPTIONS", {})}}
