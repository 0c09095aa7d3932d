"""People who judge over HTTP, each in a thread: how long it takes from a decision to the next item."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence

from tests.annotation.over_http import Annotator, Way
from tests.waiting import PATIENCE, join

CHOICES = (("accept", ""), ("reject", ""), ("gather_context", "Which of the two is meant?"))


def seconds_each(url: str, ways: Sequence[Way], seconds: float, thinking: tuple[float, float]) -> list[float]:
    """Of every answer that was given in that time, how long it took until the next item was there."""
    spent: list[float] = []
    troubles: list[BaseException] = []
    begin = threading.Barrier(len(ways) + 1)
    over = threading.Event()

    def judge(way: Way) -> None:
        chance = random.Random(way.rater)
        person = Annotator(url, way)
        try:
            person.open()
            begin.wait(PATIENCE)
            # Not all at the same instant.
            over.wait(chance.uniform(0, thinking[1]))
            while not over.is_set():
                asked = time.perf_counter()
                assert person.answer(*chance.choice(CHOICES))
                spent.append(time.perf_counter() - asked)
                over.wait(chance.uniform(*thinking))
        except BaseException as trouble:
            troubles.append(trouble)
            begin.abort()
        finally:
            person.close()

    people = [threading.Thread(target=judge, args=(way,)) for way in ways]
    for person in people:
        person.start()
    begin.wait(PATIENCE)
    time.sleep(seconds)
    over.set()
    join(*people)
    if troubles:
        raise troubles[0]
    return spent


def p95(values: Sequence[float]) -> float:
    return sorted(values)[len(values) * 95 // 100]
