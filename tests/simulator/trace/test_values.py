"""What a trace keeps is what is read back, whatever a player handed over."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.perform import Refusal
from simulator.phone.state import Proposal
from simulator.phone.store import Change
from simulator.trace.moments import patches_of, plain, plain_text

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.characters(),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=12,
)


@given(ANYTHING)
def test_plain_values_can_be_written_and_come_back_the_same(value: Any) -> None:
    kept = plain(value)
    assert msgspec.json.decode(msgspec.json.encode(kept)) == kept
    assert plain(kept) == kept


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ((1, 2), [1, 2]),
        ({1: "a"}, {"1": "a"}),
        (Refusal("gone", "It is gone."), {"code": "gone", "message": "It is gone."}),
        (math.nan, None),
        ("\ud800", "\\ud800"),
        (object(), "object"),
    ],
)
def test_what_json_does_not_know_becomes_what_it_does(value: Any, kept: Any) -> None:
    assert plain(value) == kept


def test_a_list_without_end_is_cut() -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert "..." in str(plain(endless))


def test_memory_addresses_are_taken_out_of_texts() -> None:
    assert plain_text(f"ValueError: {object()!r}") == "ValueError: <object object>"


def test_patches_equal_those_that_are_read_back() -> None:
    made = Proposal(id="proposal_1", text="Shall I?", made_at=1, made_in=2, expires_at=3, carried_out=("a", "b"))
    (patch,) = patches_of([Change(Proposal.table, made.id, None, made)])
    assert patch.fields["carried_out"] == ["a", "b"]
    assert "state" not in patch.fields


def test_a_field_that_equals_its_default_is_left_out_whichever_object_it_is() -> None:
    state: Any = "".join(["pend", "ing"])
    made = Proposal(id="proposal_1", text="Shall I?", made_at=1, made_in=2, expires_at=3, state=state)
    (patch,) = patches_of([Change(Proposal.table, made.id, None, made)])
    assert "state" not in patch.fields
