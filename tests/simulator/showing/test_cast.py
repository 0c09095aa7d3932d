"""Who plays a run."""

from __future__ import annotations

from simulator.showing.cast import cast_of


def test_models_are_named_beside_the_players_they_are_behind() -> None:
    config = {"user": "llm", "assistant": "llm", "user_model": {"alias": "a"}}
    models = {"observe_model": {"alias": "b"}, "execute_model": {"alias": "c"}}
    assert cast_of({**config, **models}) == ("llm (a)", "llm (b and c)")
    assert cast_of({**config, **models, "execute_model": {"alias": "b"}}) == ("llm (a)", "llm (b)")


def test_a_config_of_older_times_knows_no_models() -> None:
    assert cast_of({"user": "scripted", "assistant": "oracle"}) == ("scripted", "oracle")
