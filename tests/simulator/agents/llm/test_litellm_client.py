"""Calls through litellm over real HTTP: what goes out, and what is made of what comes back."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from simulator.agents.llm.litellm_client import LiteLLMClient
from simulator.agents.llm.wire import Message, TooLong
from simulator.agents.llm.wire_format import LONGEST_TEXT, MOST_CALLS
from simulator.language_models import ModelRoute
from simulator.trace.exchange import Reply, ToolCall
from tests.conftest import ROOT
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.simulator.agents.llm.calls import CANARY, KEY_VARIABLE, TOOL, failing, patient_client, request_to

WAYS = ["openai", "hosted_vllm", "deepinfra", "ollama", "openai_compatible"]


@pytest.fixture(autouse=True)
def canary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, CANARY)


@pytest.mark.parametrize("provider", WAYS)
def test_words_calls_and_reasoning_come_back(model_server: ModelServer, provider: str) -> None:
    scripted = replace(
        replies.call("look", {"where": "up"}), text="I look.", reasoning="Hm.", tokens_in=12, tokens_out=5
    )
    model_server.add(scripted)
    answer = LiteLLMClient().complete(request_to(model_server, provider))
    call = ToolCall("look", '{"where": "up"}')
    assert answer.reply == Reply("I look.", (call,), "Hm.", "tool_calls")
    assert (answer.tokens_in, answer.tokens_out, answer.cost, answer.tries) == (12, 5, None, ())
    assert 0 < answer.latency_ms < 60_000
    assert model_server.last.key == CANARY


def test_the_whole_conversation_goes_out_in_the_wire_format(model_server: ModelServer) -> None:
    model_server.say("Done.")
    messages = (
        Message("system", "You help."),
        Message("assistant", "I look.", ToolCall("look", '{"where":"up"}'), "c1", foldable=3),
        Message("tool", "A ceiling.", call_id="c1"),
        Message("assistant", "", ToolCall("look", "not JSON"), "c2"),
        Message("tool", "That was no JSON.", call_id="c2"),
    )
    LiteLLMClient().complete(request_to(model_server, messages=messages, stop=("<end>",)))
    sent = model_server.last
    assert sent.body["model"] == "m1"
    assert sent.body["stop"] == ["<end>"]
    assert sent.body["parallel_tool_calls"] is False
    function = {"name": TOOL.name, "description": TOOL.description, "parameters": TOOL.parameters}
    assert sent.body["tools"] == [{"type": "function", "function": function}]
    assert sent.messages[1]["tool_calls"] == [
        {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"where":"up"}'}}
    ]
    assert sent.messages[2] == {"role": "tool", "content": "A ceiling.", "tool_call_id": "c1"}
    assert sent.messages[3]["tool_calls"][0]["function"]["arguments"] == "{}"
    assert "foldable" not in sent.raw.decode()


def test_the_text_format_sends_no_tools(model_server: ModelServer) -> None:
    model_server.action("look")
    reply = LiteLLMClient().complete(request_to(model_server, tools=(), reply_format="text")).reply
    assert reply.text == replies.action_text("look")
    assert not {"tools", "parallel_tool_calls"} & model_server.last.body.keys()


def test_parameters_and_a_schema_of_the_reply_are_passed_on(model_server: ModelServer) -> None:
    model_server.say("{}")
    schema = {"type": "object", "properties": {"thought": {"type": "string"}}}
    parameters = {"temperature": 0.2, "seed": 7, "extra_body": {"top_k": 3}}
    LiteLLMClient().complete(request_to(model_server, tools=(), schema=schema, parameters=parameters))
    body = model_server.last.body
    assert (body["temperature"], body["seed"], body["top_k"]) == (0.2, 7, 3)
    assert body["response_format"]["json_schema"]["schema"] == schema


def test_a_parameter_that_a_model_is_known_to_refuse_is_left_out(model_server: ModelServer) -> None:
    model_server.say("Yes.")
    LiteLLMClient().complete(request_to(model_server, "openai", name="gpt-5", parameters={"temperature": 0.2}))
    assert "temperature" not in model_server.last.body


@pytest.mark.parametrize("parameter", ["api_base", "api_key", "extra_headers", "mock_response", "n", "fallbacks"])
def test_a_parameter_that_would_steer_the_call_is_refused(parameter: str) -> None:
    with failing("setup") as told:
        LiteLLMClient().complete(request_to("http://127.0.0.1:9/v1", parameters={parameter: CANARY}))
    assert f"'{parameter}' is not a known parameter" in told[0]


def test_a_huge_reply_is_cut_and_the_rest_counted(model_server: ModelServer) -> None:
    model_server.huge()
    reply = LiteLLMClient().complete(request_to(model_server)).reply
    assert len(reply.text) == LONGEST_TEXT
    assert reply.cut == 2_000_000 - LONGEST_TEXT


def test_a_flood_of_calls_is_cut_and_the_rest_counted(model_server: ModelServer) -> None:
    model_server.calls([("look", "{}")] * (MOST_CALLS + 3))
    reply = LiteLLMClient().complete(request_to(model_server)).reply
    assert len(reply.calls) == MOST_CALLS
    assert reply.cut == 3 * len("look{}")


def test_an_empty_reply_is_a_reply(model_server: ModelServer) -> None:
    model_server.empty()
    assert LiteLLMClient().complete(request_to(model_server)).reply == Reply(finish="stop")


def test_a_reply_with_broken_characters_can_be_written_to_a_file(model_server: ModelServer) -> None:
    model_server.say("half \ud83d a pair")
    assert LiteLLMClient().complete(request_to(model_server)).reply.text == "half \\ud83d a pair"


@pytest.mark.parametrize("provider", WAYS)
def test_a_key_that_the_model_repeats_is_masked(model_server: ModelServer, provider: str) -> None:
    model_server.add(replace(replies.call(CANARY, {"key": CANARY}), text=f"It is {CANARY}.", reasoning=CANARY))
    answer = LiteLLMClient().complete(request_to(model_server, provider))
    assert CANARY not in repr(answer)
    assert answer.reply.text == "It is [secret]."


def test_prices_of_the_list_give_the_cost(model_server: ModelServer) -> None:
    model_server.add(replace(replies.say("Hi."), tokens_in=1000, tokens_out=100))
    asked = request_to(model_server)
    route = asked.route.model_copy(update={"dollars_per_million_in": 2.0, "dollars_per_million_out": 10.0})
    answer = LiteLLMClient().complete(type(asked)("user", asked.model, route, asked.messages))
    assert answer.cost == pytest.approx(0.003)


@pytest.mark.parametrize(("name", "cost"), [("gpt-4o", 0.0035), ("a-model-nobody-knows", None)])
def test_public_prices_hold_where_the_address_is_the_providers_own(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch, name: str, cost: float | None
) -> None:
    # An address in the environment stands for the provider's own, as with a gateway of a company.
    monkeypatch.setenv("OPENAI_BASE_URL", model_server.url)
    model_server.add(replace(replies.say("Hi."), tokens_in=1000, tokens_out=100))
    answer = LiteLLMClient().complete(request_to("", "openai", name=name))
    assert answer.cost == (None if cost is None else pytest.approx(cost))


def test_a_public_price_does_not_hold_for_a_server_of_ones_own(model_server: ModelServer) -> None:
    model_server.say("Hi.")
    assert LiteLLMClient().complete(request_to(model_server, "openai", name="gpt-4o")).cost is None


@pytest.mark.parametrize("provider", WAYS)
def test_without_a_key_of_its_own_a_server_gets_none_of_the_environment(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch, provider: str
) -> None:
    for variable in ("OPENAI_API_KEY", "HOSTED_VLLM_API_KEY", "DEEPINFRA_API_KEY", "OLLAMA_API_KEY"):
        monkeypatch.setenv(variable, CANARY)
    model_server.say("Hi.")
    LiteLLMClient().complete(request_to(model_server, provider, key_variable=""))
    assert not model_server.has_seen(CANARY)


@pytest.mark.parametrize(
    ("endpoint", "variable"),
    [
        ("https://elsewhere.example/v1", "OPENAI_API_KEY"),
        ("http://127.0.0.1:9/v1", "PARE_SECRET_KEY"),
        ("http://127.0.0.1:9/v1", "GITHUB_TOKEN"),
        ("", "DATABASE_URL"),
        ("", "GITHUB_TOKEN"),
        ("", "ANTHROPIC_API_KEY"),
    ],
)
def test_a_key_does_not_go_where_nobody_listed_it(
    monkeypatch: pytest.MonkeyPatch, endpoint: str, variable: str
) -> None:
    monkeypatch.setenv(variable, CANARY)
    with failing("setup") as told:
        LiteLLMClient().complete(request_to(endpoint, "openai", key_variable=variable))
    assert f"The key in {variable} is not sent to {endpoint or 'openai'}." in told[0]


def test_a_providers_own_key_goes_to_this_machine(model_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPINFRA_API_KEY", CANARY)
    model_server.say("Hi.")
    LiteLLMClient().complete(request_to(model_server, "deepinfra", key_variable="DEEPINFRA_API_KEY"))
    assert model_server.last.key == CANARY


@pytest.mark.parametrize(
    ("provider", "variable", "held"),
    [
        ("openai", "OPENAI_BASE_URL", "http://me:hunter2/x9@proxy.lab/v1"),
        ("hosted_vllm", "HOSTED_VLLM_API_BASE", "http://127.0.0.1:hunter2/v1"),
        ("ollama", "OLLAMA_API_BASE", "http://[::1:11434"),
        ("ollama", "OLLAMA_API_BASE", "localhost:11434"),
        ("lm_studio", "LM_STUDIO_API_BASE", "http://127.0.0.1:1234/v1#hunter2"),
    ],
)
def test_a_variable_that_holds_no_address_is_named_and_what_it_holds_is_not(
    monkeypatch: pytest.MonkeyPatch, provider: str, variable: str, held: str
) -> None:
    monkeypatch.setenv(variable, held)
    with failing("setup") as told:
        LiteLLMClient().complete(request_to("", provider))
    assert f"can't be asked. {variable} in .env is not the address of a server. Write an address such as" in told[0]
    assert "hunter2" not in told[0]


@pytest.mark.all
def test_addresses_that_are_none_do_not_hinder_the_loading_of_litellm_or_are_told_without_their_password() -> None:
    code = """
import os, sys
from simulator.agents.llm.litellm_client import LiteLLMClient, preload
from simulator.agents.policy import PlayerFailed
from tests.simulator.agents.llm.calls import request_to
os.environ["ALL_PROXY"] = "http://me:hunter2/x9@proxy.lab/v1"
try:
    LiteLLMClient().complete(request_to("http://127.0.0.1:9/v1", key_variable=""))
except PlayerFailed as failure:
    print(failure.kind, failure, failure.__context__)
del os.environ["ALL_PROXY"]
os.environ["OPENAI_BASE_URL"] = "http://me:hunter2/x9@proxy.lab/v1"
preload()
"""
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("setup The model 'mine' (hosted_vllm) can't be asked. Fix this first: a ")
    assert "HTTPS_PROXY or ALL_PROXY) is not a valid address. None" in ran.stdout
    assert "hunter2" not in ran.stdout


def test_a_missing_key_is_named_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GROQ_API_KEY", raising=False)
    with failing("setup") as told:
        LiteLLMClient().complete(request_to("", "groq", key_variable="GROQ_API_KEY"))
    assert told == ["The model 'mine' (groq) can't be asked. Set GROQ_API_KEY in .env to your key for groq."]


@pytest.mark.parametrize("provider", ["openai", "hosted_vllm"])
def test_a_request_that_does_not_fit_is_told_apart(model_server: ModelServer, provider: str) -> None:
    model_server.too_long()
    with pytest.raises(TooLong, match="maximum context length is 8192"):
        patient_client().complete(request_to(model_server, provider, retries=3))


@pytest.mark.parametrize(
    "said",
    [
        "request (9000 tokens) exceeds the available context size (4096 tokens), try increasing it",
        "The input token count (40000) exceeds the maximum number of tokens allowed (32768).",
        "Prompt is too long: 210000 tokens > 200000 maximum",
    ],
)
def test_servers_say_in_many_words_that_a_request_does_not_fit(model_server: ModelServer, said: str) -> None:
    model_server.fail(400, said)
    with pytest.raises(TooLong):
        LiteLLMClient().complete(request_to(model_server))


def test_many_threads_share_one_client(model_server: ModelServer) -> None:
    model_server.play(lambda asked: replies.say(asked.last, delay=0.05))
    client = LiteLLMClient()

    def ask(number: int) -> str:
        return client.complete(request_to(model_server, messages=(Message("user", f"n{number}"),))).reply.text

    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(ask, range(48))) == [f"n{number}" for number in range(48)]
    assert model_server.most_at_once > 4


def test_nothing_is_printed_or_logged(
    model_server: ModelServer, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    model_server.say("Hi.")
    model_server.leak()
    LiteLLMClient().complete(request_to(model_server, "together_ai"))
    with failing():
        LiteLLMClient().complete(request_to(model_server, "openai"))
    assert capfd.readouterr() == ("", "")
    assert CANARY not in caplog.text


@pytest.mark.all
def test_litellm_is_imported_by_the_first_call_only_and_reaches_for_nothing() -> None:
    code = """
import logging, os, socket, sys
logging.basicConfig(level=logging.DEBUG)
logging.getLogger("asyncio").setLevel(logging.INFO)
os.environ["LITELLM_LOG"] = "DEBUG"
def refuse(*args, **kwargs): raise AssertionError(f"a connection to {args}")
socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = refuse
from simulator.agents.llm import aliases, choosing, litellm_client
import simulator.agents.registry, pare_site.cli.main
assert not {"litellm", "openai", "httpx"} & sys.modules.keys()
litellm_client.preload()
assert "litellm" in sys.modules
"""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_every_hosted_model_of_the_list_is_one_that_litellm_knows() -> None:
    from simulator.agents.llm.aliases import known_models
    from simulator.agents.llm.litellm_client import preload

    known = preload().model_cost
    hosted = [entry for entry in known_models().values() if entry.provider != "ollama"]
    unknown = [entry.name for entry in hosted if not {entry.name, f"{entry.provider}/{entry.name}"} & known.keys()]
    assert not unknown


def test_a_route_holds_no_key(model_server: ModelServer) -> None:
    model_server.say("Hi.")
    asked = request_to(model_server)
    LiteLLMClient().complete(asked)
    assert CANARY not in repr(asked) + json.dumps(ModelRoute.model_dump(asked.route))
