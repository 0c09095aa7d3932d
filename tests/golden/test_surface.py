"""What models are offered and shown stays word for word: names, arguments, descriptions and screens."""

from __future__ import annotations

import json

import pytest

from tests.golden.surface import SCHEMAS, schemas, screen_texts, stored_screen_texts
from tests.golden.traces import scenario_ids


def test_every_action_takes_what_it_took() -> None:
    before = json.loads(SCHEMAS.read_text(encoding="utf-8"))
    now = schemas()
    assert list(now) == list(before)
    assert {name: told for name, told in now.items() if told != before[name]} == {}


@pytest.mark.parametrize("scenario", scenario_ids())
def test_screens_read_as_they_did(scenario: str) -> None:
    assert screen_texts(scenario) == stored_screen_texts()[scenario]
