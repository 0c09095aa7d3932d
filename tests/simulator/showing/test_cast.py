"""Who plays a run."""

from __future__ import annotations

from simulator.showing.cast import cast_of, publicly


def test_models_are_named_beside_the_players_they_are_behind() -> None:
    config = {"user": "llm", "assistant": "llm", "user_model": {"alias": "a"}}
    models = {"observe_model": {"alias": "b"}, "execute_model": {"alias": "c"}}
    assert cast_of({**config, **models}) == ("llm (a)", "llm (b and c)")
    assert cast_of({**config, **models, "execute_model": {"alias": "b"}}) == ("llm (a)", "llm (b)")


def test_a_config_of_older_times_knows_no_models() -> None:
    assert cast_of({"user": "scripted", "assistant": "oracle"}) == ("scripted", "oracle")


def test_where_a_server_stands_is_for_nobody_else() -> None:
    addresses = ("http://10.0.0.7:8765/", "https://agents.example/", "http:http://10.0.0.7/", "HTTP://10.0.0.7/")
    assert {publicly(address) for address in addresses} == {"http"}
    assert [publicly(name) for name in ("oracle", "llm", "http_agent")] == ["oracle", "llm", "http_agent"]
