"""What effects on records come to, and how things would stand without some of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.actions import Side
from simulator.phone.apps.reminder.records import Reminder
from simulator.scenario.goals.record_history import last_change, nets, turning_point, with_changes, without, written_at
from simulator.trace.ledger import Effect

TABLE = Reminder.table
SIDES: tuple[Side, ...] = ("user", "assistant", "environment")


def reminder(**fields: Any) -> Reminder:
    return Reminder(**{"id": "r", "title": "Ferns", "due": 0, **fields})


def effects(*versions: tuple[Side, Reminder | None], start: Reminder | None = None) -> list[Effect]:
    """One effect after the other on one record, each by someone."""
    found, old = [], start
    for number, (actor, new) in enumerate(versions, start=1):
        found.append(Effect(number, number * 10, actor, "reminder.x", TABLE, "r", old, new, ""))
        old = new
    return found


def touched(*versions: tuple[Side, Reminder | None], start: Reminder | None = None) -> list[str]:
    return [touch[2] for net in nets(effects(*versions, start=start)) for touch in net.touches]


def test_a_change_and_its_undoing_come_to_nothing() -> None:
    assert touched(("assistant", reminder(title="Oak")), ("assistant", reminder()), start=reminder()) == []


def test_what_was_made_and_deleted_comes_to_nothing() -> None:
    assert touched(("assistant", reminder()), ("assistant", None)) == []


def test_what_was_made_and_then_changed_was_made() -> None:
    assert touched(("assistant", reminder()), ("assistant", reminder(title="Oak"))) == ["+"]


def test_what_was_changed_and_then_deleted_was_deleted() -> None:
    assert touched(("assistant", reminder(title="Oak")), ("assistant", None), start=reminder()) == ["-"]


def test_what_others_changed_in_between_is_not_counted() -> None:
    rows = effects(
        ("assistant", reminder(title="Oak")),
        ("environment", reminder(title="Oak", due=5)),
        ("assistant", reminder(title="Elm", due=5)),
        start=reminder(),
    )
    (net,) = nets(effect for effect in rows if effect.actor == "assistant")
    assert [name for _, _, name in net.touches] == ["title"]


def fits(record: Any) -> bool:
    return record is not None and record.title == "Oak"


def test_the_turning_point_is_where_it_last_began_to_fit() -> None:
    rows = effects(("assistant", reminder(title="Oak")), ("user", reminder()), ("user", reminder(title="Oak")))
    turn = turning_point(rows, fits)
    assert turn is not None
    assert turn.moment == 1


def test_whoever_breaks_and_repairs_has_turned_nothing() -> None:
    rows = effects(("assistant", reminder()), ("assistant", reminder(title="Oak")), start=reminder(title="Oak"))
    assert turning_point(rows, fits) is None


def test_repairing_what_another_broke_is_a_turn() -> None:
    rows = effects(("user", reminder()), ("assistant", reminder(title="Oak")), start=reminder(title="Oak"))
    turn = turning_point(rows, fits)
    assert turn is not None
    assert turn.actor == "assistant"


def test_the_last_change_of_a_field_passes_over_other_fields_and_over_what_was_undone() -> None:
    rows = effects(
        ("user", reminder(title="Oak")),
        ("assistant", reminder(title="Elm")),
        ("assistant", reminder(title="Oak")),
        ("environment", reminder(title="Oak", due=9)),
        start=reminder(),
    )
    change = last_change(rows, ["title"])
    assert change is not None
    assert change.actor == "user"
    assert last_change(rows, ["description"]) is None
    anything = last_change(rows, [])
    assert anything is not None
    assert anything.actor == "environment"


def test_making_a_record_gives_all_its_fields() -> None:
    change = last_change(effects(("assistant", reminder())), ["description"])
    assert change is not None


def test_without_someone_the_changes_of_others_stay() -> None:
    rows = effects(("assistant", reminder(title="Oak")), ("user", reminder(title="Oak", due=5)), start=reminder())
    left = without(rows, lambda effect: effect.actor == "assistant")
    assert left == {(TABLE, "r"): reminder(due=5)}


def test_what_someone_made_is_not_there_without_them_even_if_others_changed_it() -> None:
    rows = effects(("assistant", reminder()), ("user", reminder(due=5)))
    assert without(rows, lambda effect: effect.actor == "assistant") == {(TABLE, "r"): None}


def test_what_someone_deleted_is_there_without_them() -> None:
    rows = effects(("assistant", None), start=reminder())
    assert without(rows, lambda effect: effect.actor == "assistant") == {(TABLE, "r"): reminder()}


def test_records_that_nobody_left_out_touched_are_not_mentioned() -> None:
    rows = effects(("user", reminder(title="Oak")), start=reminder())
    assert without(rows, lambda effect: effect.actor == "assistant") == {}


def test_changes_are_laid_over_the_rows_of_their_table_only() -> None:
    rows = {"r": reminder(), "s": reminder(id="s")}
    laid = with_changes(rows, TABLE, {(TABLE, "r"): None, (TABLE, "s"): reminder(id="s", due=1), ("other", "s"): None})
    assert laid == {"s": reminder(id="s", due=1)}


def test_a_field_was_written_when_it_last_changed_before_that_version() -> None:
    first, second = reminder(title="Oak"), reminder(title="Oak", due=9)
    rows = effects(("user", first), ("environment", second), start=reminder())
    assert written_at(rows, second, ["title"]) == 10
    assert written_at(rows, second, ["due"]) == 20
    assert written_at(rows, second, ["title", "due"]) == 20
    assert written_at(rows, first, ["due"]) is None
    assert written_at(rows, reminder(), ["title"]) is None


versions = st.lists(
    st.tuples(
        st.sampled_from(SIDES),
        st.none() | st.builds(reminder, title=st.sampled_from(["a", "b"]), due=st.integers(0, 2)),
    ),
    max_size=6,
)


@given(versions, st.none() | st.just(reminder()))
def test_leaving_out_nobody_changes_nothing_and_leaving_out_everybody_gives_the_start(
    steps: list[tuple[Side, Reminder | None]], start: Reminder | None
) -> None:
    rows = [effect for effect in effects(*steps, start=start) if effect.old != effect.new]
    assert without(rows, lambda effect: False) == {}
    assert without(rows, lambda effect: True) == ({(TABLE, "r"): start} if rows else {})


@given(versions, st.none() | st.just(reminder()))
def test_the_net_says_how_start_and_end_differ_when_only_one_acts(
    steps: list[tuple[Side, Reminder | None]], start: Reminder | None
) -> None:
    rows = effects(*[("assistant", new) for _, new in steps], start=start)
    end = rows[-1].new if rows else start
    names = [touch[2] for net in nets(rows) for touch in net.touches]
    if start is None or end is None:
        assert names == ([] if start is end else ["+" if start is None else "-"])
    elif all(effect.old is not None for effect in rows):
        assert names == [name for name in end.__struct_fields__ if getattr(start, name) != getattr(end, name)]


@pytest.mark.parametrize("name", ["title", "due"])
def test_an_empty_history_has_no_times_and_no_turns(name: str) -> None:
    assert written_at([], reminder(), [name]) is None
    assert turning_point([], fits) is None
    assert last_change([], [name]) is None
    assert nets([]) == []
