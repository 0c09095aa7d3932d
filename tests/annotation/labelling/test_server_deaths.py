"""The web server is killed again and again while people answer: what they were told is stored is, and all gets done."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from annotation.models import Item, Rater, Role
from pare_site.valkey import free_port
from tests.annotation.labelling.crowd import CHOICES, GONE, PATIENCE, Answered, assert_kept, assert_sound
from tests.annotation.looks import with_looks
from tests.annotation.over_http import Annotator, Way, way_of
from tests.annotation.study_fixtures import items, rater, study
from tests.simulator.jobs.nursery import ROOT, surroundings
from tests.waiting import join, kill

pytestmark = [pytest.mark.all, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_server")]
DEATHS = 5


class Server:
    """A real one, at one address however often it dies."""

    def __init__(self, log: Path) -> None:
        self._port, self._log = free_port(), log
        self._environment = surroundings()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        options = ["--port", str(self._port), "--lifespan", "off", "--log-level", "warning"]
        command = [sys.executable, "-m", "uvicorn", "pare_site.asgi:application", *options]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, cwd=ROOT, env=self._environment, stdout=log, stderr=log)

    def kill(self) -> None:
        if self._process is not None:
            kill(self._process)


def judge(address: str, way: Way, told: list[Answered], troubles: list[BaseException]) -> None:
    """One person, from the first item to the last."""
    chance, end = random.Random(way.rater), time.monotonic() + PATIENCE
    person = Annotator(address, way)
    try:
        person.patiently(person.open)
        while person.empty not in GONE:
            assert time.monotonic() < end, "there is always something left to answer"
            if not person.have:
                time.sleep(0.1)
                person.patiently(person.open)
                if not person.have and all_done(way):
                    return
                continue
            code, (value, reason) = person.have[0], chance.choice(CHOICES)
            # Nobody knows whether an answer that was not acknowledged came through: it is sent once more.
            if person.patiently(partial(person.answer, value, reason)):
                told.append(Answered(way.rater, code, value))
    except BaseException as trouble:
        troubles.append(trouble)
    finally:
        person.close()


def all_done(way: Way) -> bool:
    from django.db import connection

    with suppress(Exception):
        done = Rater.objects.filter(pk=way.rater).exclude(finished_at=None).exists()
        connection.close()
        return done
    return False


def test_a_server_that_is_killed_loses_no_answer_that_it_has_acknowledged(tmp_path: Path) -> None:
    made = study(per_item=3, gold_every=10)
    with_looks([*items(made, 150), *items(made, 5, Role.GOLD)])
    ways = [way_of(rater(made, f"P{number}")) for number in range(8)]
    server = Server(tmp_path / "log")
    told: list[Answered] = []
    troubles: list[BaseException] = []
    people = [threading.Thread(target=judge, args=(server.address, way, told, troubles)) for way in ways]
    server.start()
    try:
        for person in people:
            person.start()
        for death in range(1, DEATHS + 1):
            end = time.monotonic() + 60
            # In the midst of answers, not before the first.
            while len(told) < death * 40 and time.monotonic() < end and not troubles:
                time.sleep(0.002)
            server.kill()
            server.start()
        join(*people, patience=2 * PATIENCE)
    finally:
        server.kill()
    assert not troubles, (troubles[0], server._log.read_text()[-2000:])
    assert len(told) >= DEATHS * 40
    assert_kept(told)
    assert_sound(made.pk, 3)
    assert not Item.objects.filter(study=made, role=Role.REAL).exclude(answered=3).exists()
    assert all(way.rater in {one.rater for one in told} for way in ways)
