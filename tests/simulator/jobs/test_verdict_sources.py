"""Stored verdicts, and those that other apps register."""

from __future__ import annotations

import pytest

from simulator.jobs import verdict_sources
from simulator.jobs.verdict_rows import lines_of_run, store_lines
from simulator.jobs.verdict_sources import GivenVerdict, verdicts_of
from simulator.models import Verdict
from simulator.reading.claims import text_hash
from simulator.reading.reading_lines import BadReadingLine, ReadingLine, StoredReadings, dump_readings, load_readings
from tests.annotation.study_fixtures import items, rater, study
from tests.annotation.told import say
from tests.simulator.jobs.background import started

pytestmark = pytest.mark.django_db
TEXT = "Shall I cancel the dentist?"
LINE = ReadingLine("need:clash", text_hash(TEXT), "yes", "model", "judge", 7, "cancel the dentist", version="p1")


def test_verdicts_of_a_run_are_its_rows_and_those_of_registered_sources() -> None:
    made = study()
    (item,) = items(made, 1)
    run = item.episode
    say(item, rater(made), "accept", reason="Helpful.")
    store_lines(run, [LINE])
    found = verdicts_of(run)
    assert [(one.source, one.key, one.value, one.rater_kind) for one in found] == [
        ("readings", "need:clash", "yes", "model"),
        ("answers", "decision", "accept", "person"),
    ]
    assert found[0].words == "cancel the dentist" and found[1].moment == item.moment
    assert verdicts_of(started(hold=True)) == []


def test_a_second_source_of_the_same_name_replaces_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict_sources, "_sources", {})
    verdict_sources.register("panel", lambda run: [GivenVerdict(1, "old", "yes", "person", "Ann")])
    verdict_sources.register("panel", lambda run: [GivenVerdict(1, "new", "yes", "person", "Ann")])
    assert [one.key for one in verdicts_of(started(hold=True))] == ["new"]


def test_of_several_readings_by_one_rater_the_last_counts_and_none_is_lost() -> None:
    run = started(hold=True)
    later = ReadingLine("need:clash", text_hash(TEXT), "no", "model", "judge", 7, version="p2")
    assert store_lines(run, [LINE, later]) == 2
    assert store_lines(run, [LINE, later]) == 0
    source = StoredReadings(lines_of_run(run, "model", "judge"))
    answer = source.answer(TEXT, "need:clash")
    assert answer is not None and (answer.value, answer.version) == ("no", "p2")
    assert source.answer(TEXT, "need:other") is None and source.answer("Another text.", "need:clash") is None
    assert StoredReadings(lines_of_run(run, "person")).answer(TEXT, "need:clash") is None


def test_readings_survive_a_file_and_their_date_too() -> None:
    run, other = started(hold=True), started(hold=True)
    store_lines(run, [LINE])
    data = dump_readings("abc", lines_of_run(run))
    content, lines = load_readings(data)
    store_lines(other, lines)
    assert content == "abc" and dump_readings("abc", lines_of_run(other)) == data
    assert Verdict.objects.count() == 2


@pytest.mark.parametrize("line", [b"{}", b"nonsense", b'{"key":"a","text_hash":"b","value":"maybe"}', b"\xff\xfe"])
def test_a_bad_line_is_named(line: bytes) -> None:
    with pytest.raises(BadReadingLine, match=r"readings.jsonl:3: not a reading"):
        load_readings(dump_readings("abc", [LINE]) + line + b"\n")
    with pytest.raises(BadReadingLine, match=r"readings.jsonl:1: "):
        load_readings(line)
