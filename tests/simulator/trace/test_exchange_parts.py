"""Each message and tool schema stands once in a trace, where it is first used, whoever brings it how often."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from simulator.episode.loop import Episode
from simulator.episode.verify import verify
from simulator.trace.exchange_parts import FirstUses, part_hash, parts_brought, parts_used, with_parts
from simulator.trace.moments import Envelope
from simulator.trace.trace_reader import Trace, parse_trace
from simulator.trace.trace_writer import trace_bytes
from tests.simulator import talking
from tests.simulator.stories.shelf import fresh, trace_of


@pytest.fixture(scope="module")
def episode() -> Episode:
    return fresh("late_train", talking.user(), talking.assistant()).run()


def without(trace: Trace, moment: int) -> Trace:
    """The trace without what one moment brings."""
    moments = list(trace.moments)
    moments[moment] = with_parts(moments[moment], {})
    return trace._replace(moments=tuple(moments))


def first_with_parts(trace: Trace) -> int:
    return next(moment.n for moment in trace.moments if parts_brought(moment))


def test_every_part_is_there_once_and_before_it_is_used_again(episode: Episode) -> None:
    counts: Counter[str] = Counter()
    for moment in trace_of(episode).moments:
        counts.update(parts_brought(moment).keys())
        assert counts.keys() >= set(parts_used(moment))
    assert set(counts.values()) == {1}


def test_a_player_made_anew_who_brings_all_of_it_again_leaves_the_file_as_it_is(episode: Episode) -> None:
    known = {name: part for moment in episode.moments for name, part in parts_brought(moment).items()}
    again = Episode(episode.story, episode.config)
    again.replay(
        with_parts(moment, {name: known[name] for name in parts_used(moment)}) if moment.envelope else moment
        for moment in episode.moments
    )
    assert trace_bytes(again) == trace_bytes(episode)


def test_parts_that_were_taken_off_are_put_back_where_they_were(episode: Episode) -> None:
    trace = trace_of(episode)
    kept = {name: part for moment in trace.moments for name, part in parts_brought(moment).items()}
    bare = [with_parts(moment, {}) for moment in trace.moments]
    uses = FirstUses(kept)
    assert tuple(uses.settle(moment) for moment in bare) == trace.moments


def test_the_name_of_a_part_does_not_depend_on_the_order_of_its_keys() -> None:
    assert part_hash({"role": "user", "text": "Hi"}) == part_hash({"text": "Hi", "role": "user"})
    assert len(part_hash("x")) == 20


def test_a_trace_with_exchanges_is_verified(episode: Episode) -> None:
    report = verify(trace_of(episode))
    assert report.ok, str(report)
    assert "model requests are in the file" in report["exchanges"].says


def test_a_trace_without_models_has_no_word_about_exchanges() -> None:
    assert "exchanges" not in [check.name for check in verify(trace_of(fresh("dentist").run())).checks]


def test_a_message_that_is_nowhere_is_found(episode: Episode) -> None:
    trace = trace_of(episode)
    check = verify(without(trace, first_with_parts(trace)))["exchanges"]
    assert check.state == "wrong"
    assert "is missing" in check.says


def test_a_message_that_was_changed_is_found(episode: Episode) -> None:
    data = trace_bytes(episode).replace(b"the surprise party", b"the suspicious party")
    check = verify(parse_trace(data))["exchanges"]
    assert check.state == "wrong"
    assert "does not match its hash" in check.says


def test_ten_turns_with_models_stay_under_two_megabytes(episode: Episode) -> None:
    assert len({moment.turn for moment in episode.moments}) >= 10
    assert len(trace_bytes(episode)) < 2_000_000


def test_an_envelope_without_an_exchange_keeps_what_it_has() -> None:
    moment = msgspec.structs.replace(fresh("dentist").run().moments[1], envelope=Envelope(parts={"p": 1}))
    assert FirstUses().settle(moment) == moment
