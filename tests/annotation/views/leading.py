"""Somebody who leads a study, and what their pages say."""

from __future__ import annotations

import html
import re
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Study
from annotation.plan.plan_reading import plan_from
from annotation.studies.lifecycle import make_study
from tests.markup import markup_of
from tests.simulator.views.cast import person


def leading(**plan: Any) -> tuple[Client, Study]:
    """A researcher in front of a draft of their own."""
    user = User.objects.filter(username="researcher").first() or person("researcher")
    client = Client(headers={"accept": "text/html"})
    client.force_login(user)
    return client, make_study(plan_from({"title": "Offers", **plan}), user)


def text_of(page: str) -> str:
    """What one reads, without markup and with single spaces."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page))).strip()


def read(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, markup_of(answer)[:500]
    return markup_of(answer)
