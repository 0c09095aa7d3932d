"""Recognises problems of the machine (disk, database, Redis), which are not bugs, and suggests a remedy for each."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from redis.exceptions import RedisError


class ServiceTrouble(NamedTuple):
    title: str
    cause: str
    remedy: str


_KEPT = "Runs keep their stored steps and continue after the last stored step."
FULL = ServiceTrouble(
    "The disk is full",
    "The database has no space left to write.",
    f"Free some space on the disk that holds the database (PARE_VAR_DIR), then reload this page. {_KEPT}",
)
READ_ONLY = ServiceTrouble(
    "The database is read-only",
    "The server can’t write to the database’s folder or file.",
    f"Give the server write permission for PARE_VAR_DIR, or mount it writable, then reload this page. {_KEPT}",
)
BUSY = ServiceTrouble(
    "The database is busy",
    "Another process has locked the database for too long.",
    "Reload this page in a minute. If the error persists, stop programs that use the database, such as a backup.",
)
NOT_READY = ServiceTrouble(
    "The database is not ready",
    "The database lacks tables that this version needs.",
    "Start the studio with `make run`, which updates the database, then reload this page.",
)
AWAY = ServiceTrouble(
    "The database does not answer",
    "The database can’t be opened, or the connection was lost.",
    "Check that the database is running and that DATABASE_URL or PARE_VAR_DIR is right, then reload this page.",
)
REDIS_AWAY = ServiceTrouble(
    "Redis does not answer",
    "The queue of runs can’t be reached, so waiting runs start only after Redis answers again.",
    "Check that `make run` is running, or that REDIS_URL is right, then try again. Runs are not lost: "
    "they are stored in the database.",
)
# Parts of error messages of SQLite and PostgreSQL, whose error classes do not tell these problems apart.
_SIGNS = (
    (FULL, ("disk is full", "no space left", "disk full", "quota exceeded")),
    (READ_ONLY, ("readonly", "read-only", "permission denied")),
    (BUSY, ("locked", "lock timeout", "deadlock", "too many connections", "too many clients")),
    (NOT_READY, ("no such table", "no such column", "does not exist", "has no column")),
)
_DISK_SIGNS = ("disk i/o error", "unable to open database file")
# Bytes of free space. With less, SQLite can't even create the small files that it needs for reading.
_LITTLE = 1_000_000
_CODES = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY}


def trouble_behind(error: BaseException | None) -> ServiceTrouble | None:
    """Return the problem of the machine that caused this exception; None if the cause is something else."""
    return next(filter(None, map(_trouble, _chain(error))), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _trouble(error: BaseException) -> ServiceTrouble | None:
    if isinstance(error, RedisError):
        return REDIS_AWAY
    if isinstance(error, OSError) and error.errno in _CODES:
        return _CODES[error.errno]
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    text = str(error).lower()
    if any(sign in text for sign in _DISK_SIGNS):
        return _trouble_of_the_disk()
    found = next((trouble for trouble, signs in _SIGNS if any(sign in text for sign in signs)), None)
    return found or (AWAY if _is_operational(error) else None)


def _trouble_of_the_disk() -> ServiceTrouble:
    """Return the problem of the disk. SQLite reports a full disk and a read-only disk with the same words."""
    folder = settings.VAR
    try:
        left = os.statvfs(folder)
    except OSError:
        return AWAY
    if left.f_bavail * left.f_frsize < _LITTLE:
        return FULL
    return AWAY if os.access(folder, os.W_OK) else READ_ONLY


def _is_operational(error: BaseException) -> bool:
    """Return whether the machine, and not the query, caused a database error."""
    return any(kind.__name__ in ("OperationalError", "InterfaceError") for kind in type(error).__mro__)
