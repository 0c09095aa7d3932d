"""A study for a panel, and a person who joined it: for tests of personal codes."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse

from annotation.labelling.answering import answer
from annotation.labelling.claiming import claim
from annotation.models import Rater, Study
from annotation.people.invite_links import make_invitation, token_of
from tests.annotation.study_fixtures import items, study

QUERY = "?PROLIFIC_PID=5f3a"
CODE = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}\b")


class Panel:
    """A study for a panel with its open link, and Anna, who joined with the id 5f3a and has answered."""

    def __init__(self) -> None:
        self.study = study(panel_parameter="PROLIFIC_PID", title="Offers at work")
        items(self.study, 4)
        self.invitation = make_invitation(self.study)
        self.anna = Client(headers={"accept": "text/html"})
        assert self.post(self.anna, version="1").headers["Location"] == reverse("annotate", args=[self.study.pk])
        self.rater = Rater.objects.get(study=self.study)
        answer(self.rater, claim(self.rater).held[0].item.code, {"decision": "accept"}, "my secret reason")

    @property
    def link(self) -> str:
        return reverse("join", args=[token_of(self.invitation)]) + QUERY

    def post(self, client: Client, **given: str) -> Any:
        return client.post(self.link, given)

    def own(self, name: str) -> str:
        return reverse(name, args=[self.study.pk])

    def code(self, client: Client | None = None) -> str:
        """Return the code that the page “My answers” shows."""
        page = (client or self.anna).get(self.own("my_answers"))
        assert page.status_code == 200
        (found,) = CODE.findall(page.content.decode())
        return str(found)

    def is_in(self, client: Client) -> bool:
        """Return whether the pages of Anna open in this browser."""
        names = ("annotate", "my_answers", "leave", "withdraw", "consent", "guidelines", "personal_code")
        opened = {client.get(self.own(name)).status_code == 200 for name in names}
        assert len(opened) == 1, "all of them or none"
        return opened.pop()


def who(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def cookie(client: Client, of: Study) -> Any:
    return client.cookies.get(f"{settings.SESSION_COOKIE_NAME}_code_{of.pk}")
