"""One-time sign-in links, and the local owner who gets a link at every start."""

from __future__ import annotations

import secrets
from datetime import timedelta
from enum import Enum
from hashlib import sha256
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.utils import timezone

from simulator.models import SignInLink

if TYPE_CHECKING:
    from django.contrib.auth.models import User

OWNER = "owner"
LIFETIME = timedelta(hours=24)
# Expired links are kept this long, so that the page can say "expired" instead of "unknown".
_KEPT = timedelta(days=7)


class LinkState(Enum):
    """The states of a sign-in link."""

    GOOD = "good"
    USED = "used"
    EXPIRED = "expired"
    UNKNOWN = "unknown"


def is_first_start() -> bool:
    """Return whether nobody has an account yet."""
    return not get_user_model().objects.exists()


def owner() -> User:
    """Return the account of this machine's owner, and create it if it is missing.

    The owner is an administrator without a password, who signs in only by links.
    """
    users = get_user_model().objects
    found, is_new = users.get_or_create(username=OWNER, defaults={"is_staff": True, "is_superuser": True})
    if is_new:
        found.set_unusable_password()
        found.save()
    return found


def make_link(user: User, lifetime: timedelta = LIFETIME) -> str:
    """Store a new link that signs this person in once, and return its token. Only the token's hash is stored.

    Links that expired more than a week ago are deleted.
    """
    now = timezone.now()
    SignInLink.objects.filter(expires_at__lt=now - _KEPT).delete()
    token = secrets.token_urlsafe(32)
    SignInLink.objects.create(user=user, token_hash=_hashed(token), expires_at=now + lifetime)
    return token


def link_state(token: str) -> LinkState:
    """Return the state of a link. The link of an inactive account is reported as unknown."""
    link = SignInLink.objects.filter(token_hash=_hashed(token)).first()
    if link is None or not link.user.is_active:
        return LinkState.UNKNOWN
    if link.used_at is not None:
        return LinkState.USED
    return LinkState.EXPIRED if link.expires_at <= timezone.now() else LinkState.GOOD


def redeem(token: str) -> User | None:
    """Use up a link and return its user; None if the link is used, expired or unknown, or its account is not active.

    If two requests redeem the same link at the same time, only one succeeds.
    """
    now = timezone.now()
    links = SignInLink.objects.filter(token_hash=_hashed(token))
    # No condition on other tables here: when two requests compete, PostgreSQL checks such a condition only once, before
    # it waits for the other request.
    if not links.filter(used_at=None, expires_at__gt=now).update(used_at=now):
        return None
    user = links.select_related("user").get().user
    return user if user.is_active else None


def link_url(token: str, base: str) -> str:
    """Return the address of a link. `base` is the address of the site, without a trailing slash."""
    return f"{base}/enter/{token}/"


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()
