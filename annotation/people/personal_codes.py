"""Personal codes: the secret that ties a panel id to the person who used the id first.

A panel id is not a secret: the panel, the leads and everyone who has an export with panel ids know it. So each person
from a panel has a random code. The browser in which they join keeps the code in a cookie
(`annotation/views/browser_code.py`); on another device they type the code. The database holds only a keyed hash of the
code, and a person's pages open only in browsers that hold the code (`rater_for` in `annotation/views/access.py`).
"""

from __future__ import annotations

import math
import re
import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from annotation.models import Rater
from annotation.people.invite_links import revoke_own_links

MOST_WRONG = 10
# Within this time a participant's code can be mistyped `MOST_WRONG` times.
PAUSE = timedelta(minutes=15)

# People read codes aloud and type them on phones, so there is no I, L, O or U, and case does not matter. 16 characters
# out of 32 have 80 bits, too many to guess even without the limit on wrong codes.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_GROUPS, _GROUP = 4, 4
_LENGTH = _GROUPS * _GROUP
_LOOKALIKES = str.maketrans("OIL", "011")
_IGNORED = re.compile(r"[\s\-–—_.]+")

_INCOMPLETE = f"A personal code has {_LENGTH} letters and digits. Check the code that you typed."
_WRONG = "This is not your current personal code. Check the code and try again; a new code replaces the old code."


class WrongCode(Exception):
    """Raised for a typed code that is refused; the text tells the person why."""


class TooManyWrong(WrongCode):
    """Raised without checking the code, because too many wrong codes were typed for this person."""

    def __init__(self, left: timedelta) -> None:
        minutes = max(1, math.ceil(left.total_seconds() / 60))
        super().__init__(f"Too many wrong codes were typed. Try again in {minutes} minute{'s' * (minutes > 1)}.")


def new_code() -> str:
    """Return a random code as people see it: `7KQM-2WPX-9RTD-HB4N`."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    return _in_groups(letters)


def as_code(typed: str) -> str:
    """Return a typed code in the form that `new_code` returns, or "" if the text cannot be a code."""
    letters = _IGNORED.sub("", typed[:100]).upper().translate(_LOOKALIKES)
    return _in_groups(letters) if len(letters) == _LENGTH and set(letters) <= set(_LETTERS) else ""


def hash_of(code: str) -> str:
    """Return the hash to store. The hash depends on the site's secret key, so a copy of the database lets nobody in."""
    return salted_hmac("annotation.personal_codes", code, algorithm="sha256").hexdigest()


def fits(rater: Rater, code: str) -> bool:
    """Return whether this is the person's code. A code that a lead issued fits even before its first use."""
    return bool(rater.code_hash and code) and constant_time_compare(hash_of(code), rater.code_hash)


def is_held(rater: Rater, code: str) -> bool:
    """Return whether a browser that holds this code is the person's own. An issued code has to be typed first."""
    return rater.code_issued_at is None and fits(rater, code)


def bind_first(rater: Rater, code: str) -> bool:
    """Give a code to a person who has none, and return whether it was given: of several browsers, only one succeeds."""
    without = Rater.objects.filter(pk=rater.pk, code_hash="", withdrawn_at=None)
    is_bound = without.update(code_hash=hash_of(code)) == 1
    rater.refresh_from_db(fields=["code_hash", "code_issued_at"])
    return is_bound


def enter(rater: Rater, typed: str, fresh: str) -> str:
    """Return the code that the browser keeps after the person typed their code.

    Raise WrongCode if the code is incomplete or wrong, or if too many wrong codes were typed. `fresh` comes with the
    form and replaces a code that a lead issued. An issued code works once, so that neither the lead nor anyone who
    finds an old mail can get in later. A form that is sent twice has the same `fresh`, so it succeeds both times.
    """
    code = as_code(typed)
    if not code:
        raise WrongCode(_INCOMPLETE)
    kept = ""
    with transaction.atomic():
        # Locked, so that guesses sent at once are counted one after the other.
        row = Rater.objects.select_for_update(no_key=True).get(pk=rater.pk)
        now = timezone.now()
        if row.wrong_since is None or now - row.wrong_since >= PAUSE:
            row.wrong_codes, row.wrong_since = 0, None
        left = _pause_left(row, now)
        if left is None:
            kept = _accepted(row, code, fresh)
            _count(row, bool(kept), now)
    if left is not None:
        raise TooManyWrong(left)
    if not kept:
        raise WrongCode(_WRONG)
    return kept


def renew(rater: Rater, fresh: str) -> bool:
    """Replace the person's code and revoke their personal links, and return True.

    If the code was replaced meanwhile or the person withdrew, change nothing and return False.
    """
    return _replace(rater, Rater.objects.filter(code_hash=rater.code_hash), fresh, None)


def issue(rater: Rater) -> str:
    """Return a new code for a person who lost theirs, or "" if they have withdrawn. The code works once.

    All browsers that held the old code are locked out, and the person's personal links are revoked.
    """
    code = new_code()
    return code if _replace(rater, Rater.objects.all(), code, timezone.now()) else ""


def _replace(rater: Rater, among: QuerySet[Rater], code: str, issued_at: datetime | None) -> bool:
    code_hash = hash_of(code)
    with transaction.atomic():
        row = among.filter(pk=rater.pk, withdrawn_at=None)
        if not row.update(code_hash=code_hash, code_issued_at=issued_at, wrong_codes=0, wrong_since=None):
            return False
        # A personal link from before there were codes would still let people in.
        revoke_own_links(rater)
    rater.code_hash, rater.code_issued_at = code_hash, issued_at
    return True


def _pause_left(row: Rater, now: datetime) -> timedelta | None:
    if row.wrong_since is None or row.wrong_codes < MOST_WRONG:
        return None
    return row.wrong_since + PAUSE - now


def _accepted(row: Rater, code: str, fresh: str) -> str:
    if not fits(row, code):
        return fresh if is_held(row, fresh) else ""
    if row.code_issued_at is None:
        return code
    row.code_hash, row.code_issued_at = hash_of(fresh), None
    return fresh


def _count(row: Rater, is_right: bool, now: datetime) -> None:
    row.wrong_codes = 0 if is_right else row.wrong_codes + 1
    row.wrong_since = None if is_right else row.wrong_since or now
    row.save(update_fields=["code_hash", "code_issued_at", "wrong_codes", "wrong_since"])


def _in_groups(letters: str) -> str:
    return "-".join(letters[start : start + _GROUP] for start in range(0, _LENGTH, _GROUP))
