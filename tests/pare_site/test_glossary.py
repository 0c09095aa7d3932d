"""The glossary page."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_glossary_shows_the_words_of_the_docs_without_a_sign_in() -> None:
    page = Client().get("/glossary/")
    assert page.status_code == 200
    text = page.content.decode()
    assert "<h1>Glossary</h1>" in text
    assert "<td>run</td>" in text and "One scenario played once" in text
