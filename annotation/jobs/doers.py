"""Who does something to a study: whoever is signed in, or nobody that has an account."""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser, User

By: TypeAlias = User | AnonymousUser | None


def account(by: By) -> User | None:
    return by if isinstance(by, User) else None
