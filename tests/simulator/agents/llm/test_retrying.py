"""How long to wait before asking again."""

from __future__ import annotations

import pytest

from simulator.agents.backoff import LONGEST_PAUSE
from simulator.agents.llm.faults import Fault
from simulator.agents.llm.retrying import pause_before_next


@pytest.mark.parametrize(
    ("failed_before", "least", "most"), [(0, 0.5, 1), (1, 1, 2), (3, 4, 8), (10, 15, LONGEST_PAUSE)]
)
def test_pauses_double_up_to_a_limit_and_are_never_all_the_same(failed_before: int, least: float, most: float) -> None:
    pauses = {pause_before_next(Fault("again", "x"), failed_before) for _ in range(50)}
    assert all(least <= pause <= most for pause in pauses)
    assert len(pauses) > 40


def test_a_server_is_never_asked_before_it_wants_to_be() -> None:
    pauses = [pause_before_next(Fault("again", "x", wait=5.0), 2) for _ in range(50)]
    assert all(5.0 < pause <= 5.4 for pause in pauses)
