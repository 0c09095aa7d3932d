"""A lead with a browser, for tests of the pages on which a study is followed."""

from __future__ import annotations

import re

from django.contrib.auth.models import Group, User
from django.test import Client

from annotation.models import Study

OTHERS = (("viewer", 403), ("researcher", 403), ("nobody", 403), ("anonymous", 302))
"""Everybody but those who lead a study, and how they are refused."""


def lead_of(*studies: Study) -> Client:
    """The browser of somebody who leads these studies and no others."""
    user, _ = User.objects.get_or_create(username="lead")
    user.groups.add(Group.objects.get(name="researcher"))
    for study in studies:
        study.leads.add(user)
    client = Client(headers={"accept": "text/html"})
    client.force_login(user)
    return client


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
