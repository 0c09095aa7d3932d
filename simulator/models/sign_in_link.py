"""Links that each sign in one person, once."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SignInLink(models.Model):
    """A sign-in link. Only a hash of the secret is stored, so that a copy of the database lets nobody in."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"link for {self.user}"
