"""What models were told and said is kept as ours is, each message once."""

from __future__ import annotations

import pytest

from replay.foreign.calls import ModelCall
from replay.foreign.exchanges import NamedModel, envelope_of, models_of
from replay.foreign.reading import read_hf
from simulator.showing.model_exchange import shown_exchange
from simulator.trace.exchange_parts import parts_brought, parts_used
from tests.replay.foreign.runs import evening


@pytest.mark.parametrize(
    ("written", "models"),
    [
        ("user:a|observe:b/c|execute:d", {"user": ("a", "a"), "observe": ("b/c", "c"), "execute": ("d", "d")}),
        ("user:x:y:z", {"user": ("x:y:z", "x:y:z")}),
        ("solo", {"user": ("solo", "solo"), "observe": ("solo", "solo"), "execute": ("solo", "solo")}),
        ("", {}),
    ],
)
def test_the_names_of_the_models(written: str, models: dict[str, tuple[str, str]]) -> None:
    assert models_of(written) == {stage: NamedModel(*names) for stage, names in models.items()}


def test_long_names_are_cut_to_what_a_config_holds() -> None:
    model = models_of(f"user:{'n' * 900}/{'a' * 900}")["user"]
    assert (len(model.name), len(model.alias)) == (200, 100)


def test_a_message_is_kept_where_it_is_first_used() -> None:
    there: set[str] = set()
    for moment in read_hf(evening().bytes(), "x").trace.moments:
        assert not parts_brought(moment).keys() & there
        there |= parts_brought(moment).keys()
        assert set(parts_used(moment)) <= there


def test_a_talk_can_be_shown() -> None:
    moments = read_hf(evening().bytes(), "x").trace.moments
    parts = {name: part for moment in moments for name, part in parts_brought(moment).items()}
    talk = shown_exchange(moments[-2], parts)
    assert talk is not None
    assert [message.title for message in talk.messages[:3]] == ["Instructions", "Model", "Result of its call"]
    assert talk.alias == "big-one"


def test_messages_of_any_shape_are_kept_as_text() -> None:
    call = ModelCall("a", output="Yes", messages=[{"role": "user", "content": [{"text": "x"}]}, "bare", None, 7])
    envelope = envelope_of(call, "user", {}, {})
    assert envelope.exchange is not None
    assert len(envelope.exchange.messages) == 4
    assert {part["text"] for part in envelope.parts.values()} == {'[{"text": "x"}]', "bare", "null", "7"}


def test_a_call_without_a_talk_has_no_exchange() -> None:
    envelope = envelope_of(ModelCall("a", thought="Thought: hm"), "user", {}, {"x": 1})
    assert (envelope.exchange, envelope.thought, envelope.original) == (None, "hm", {"x": 1})
