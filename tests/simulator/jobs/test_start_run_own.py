"""Starting runs with players of one's own: behind an address, or from another package."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from simulator.agents.registry import UnknownPlayer
from simulator.models import Episode, Queue
from simulator.views.start_form import StartForm
from tests.simulator.agents.installing import Shelf
from tests.simulator.jobs.background import started

pytestmark = pytest.mark.django_db


def test_players_behind_an_address_wait_among_those_who_wait_outside() -> None:
    row = started(user="http:http://127.0.0.1:8765/user", assistant="https://agents.example/")
    row.refresh_from_db()
    assert (row.user_player, row.assistant_player) == ("http:http://127.0.0.1:8765/user", "https://agents.example/")
    assert row.queue == Queue.MODELS


def test_nothing_is_kept_of_an_address_with_a_secret() -> None:
    with pytest.raises(UnknownPlayer) as caught:
        started(assistant="http://ada:hunter2hunter2@agents.example/")
    assert "hunter2" not in str(caught.value)
    assert not Episode.objects.exists()


def test_installed_players_can_be_chosen_and_started_without_being_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Shelf(tmp_path, monkeypatch).install("raise SystemExit('loaded')", {"marvin": "own_agent:Marvin"})
    page = StartForm().as_p()
    assert page.count('<option value="marvin">marvin</option>') == 2
    assert "http" not in page
    assert started(assistant="marvin").queue == Queue.MODELS
    assert "own_agent" not in sys.modules
