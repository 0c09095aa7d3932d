"""Pools of made-up decision points."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from annotation.sampling.candidate import OFFER, SILENCE, Candidate, identity_of

Cell = tuple[str, str, str, str, int]
"""Model, decision, outcome, scenario, and how many there are of it."""


def pool(cells: Iterable[Cell]) -> list[Candidate]:
    found: list[Candidate] = []
    for model, decision, outcome, scenario, count in cells:
        for number in range(count):
            content = f"{decision}-{outcome}-{scenario}-{number}"
            kind = SILENCE if decision == SILENCE else OFFER
            identity = identity_of(content, "config", model, number)
            found.append(Candidate(identity, len(found) + 1, number, kind, model, decision, scenario, outcome))
    return found


def even_pool(each: int, scenarios: int = 1) -> list[Candidate]:
    """So many of each of two models, three decisions and two outcomes."""
    return pool(
        (model, decision, outcome, f"scenario_{scenario}", each)
        for model in ("gpt", "oracle")
        for decision in ("accept", "reject", "gather_context")
        for outcome in ("success", "miss")
        for scenario in range(scenarios)
    )


_cells = st.tuples(
    st.sampled_from(["gpt", "o3", "oracle"]),
    st.sampled_from(["accept", "reject", "gather_context", "silence"]),
    st.sampled_from(["success", "miss", "unknown"]),
    st.sampled_from(["late_train", "dentist", "market"]),
)
pools = st.dictionaries(_cells, st.integers(1, 6), max_size=20).map(
    lambda sizes: pool((*cell, count) for cell, count in sizes.items())
)
