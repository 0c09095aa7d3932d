"""Names of models that are not in the list: those of providers work, those that could hold a host are refused."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from simulator.agents.llm.aliases import UnknownModel, choose
from simulator.agents.llm.litellm_client import LiteLLMClient, preload
from tests.simulator.agents.llm.calls import failing, request_to

SMUGGLED = "agentcore/arn:aws:bedrock-agentcore:x@evil.example/#:1:runtime/a"
WITHOUT_ARN = "agentcore/a:b:c:evil.example/x:d"
"""litellm asks bedrock-agentcore.evil.example for this one, although it has none of the usual signs of an address."""
SOUND = [
    "openai/gpt-4o",
    "openai/ft:gpt-4o-mini-2024-07-18:my-org:custom_suffix:id",
    "ollama/llama3:8b",
    "ollama/hf.co/bartowski/Llama-3.2-3B-Instruct-GGUF:Q4_K_M",
    "huggingface/meta-llama/Llama-3.3-70B-Instruct",
    "huggingface/together/deepseek-ai/DeepSeek-R1",
    "vertex_ai/gemini-2.5-pro",
    "vertex_ai/meta/llama-4-scout-17b-16e-instruct-maas",
    "bedrock/us.anthropic.claude-3-5-sonnet-20241022-v2:0",
    "bedrock/us-east-1/anthropic.claude-v2:1",
    "openrouter/z-ai/glm-5",
    "openrouter/deepseek/deepseek-r1:free",
    "replicate/meta/llama-2-70b-chat:02e509c789964a7ea8736978a43525956ef40397be9033abf9fd2badfe68c9e3",
    "fireworks_ai/accounts/fireworks/models/qwen3-coder-480b-a35b-instruct",
    "text-completion-openai/gpt-3.5-turbo-instruct",
    "hosted_vllm/Qwen/Qwen2.5-7B-Instruct+lora",
    "hosted_vllm//srv/models/qwen3",
]
UNSOUND = [
    (f"bedrock/{SMUGGLED}", "'arn:'"),
    ("bedrock/ARN:aws:bedrock:us-east-1:1:inference-profile/x", "'arn:'"),
    (f"bedrock/{WITHOUT_ARN}", "'/' after ':'"),
    ("huggingface/https://evil.example/v1", "'//'"),
    ("oobabooga/http://evil.example", "'//'"),
    ("groq//evil.example/x", "'/' at its start"),
    ("gemini/../../files", "'..'"),
    ("gemini/./x", "'.'"),
    ("openai/gpt@evil.example", "'@'"),
    ("openai/gpt#x", "'#'"),
    ("openai/gpt?key=1", "'?'"),
    ("openai/gpt%2f", "'%'"),
    ("openai/gpt\\evil.example", "'\\\\'"),
    ("openai/gpt 4", "' '"),
    ("openai/gpt\t4", "'\\t'"),
    ("openai/gpt\n", "'\\n'"),
    ("openai/gpt\x00", "'\\x00'"),
    ("openai/gp\u200bt", "'\\u200b'"),
    ("openai/\uff20evil", "'\\uff20'"),
    ("open ai/gpt", "' '"),
    ("bed@rock/gpt", "'@'"),
    ("http://evil.example/x", "':'"),
]


@pytest.mark.parametrize("name", SOUND)
def test_names_of_providers_can_be_chosen(name: str) -> None:
    choice, route = choose(name)
    assert f"{route.provider}/{choice.name}" == choice.alias == name


@pytest.mark.parametrize(("name", "sign"), UNSOUND)
def test_a_name_that_could_hold_a_host_is_refused_with_the_remedy(name: str, sign: str) -> None:
    with pytest.raises(UnknownModel) as caught:
        choose(name)
    told = str(caught.value)
    assert f" contains {sign}" in told
    assert told.endswith("or list the model under a short name in PARE_MODELS_FILE.")
    assert told.isprintable()


def test_a_password_in_a_name_is_not_repeated() -> None:
    with pytest.raises(UnknownModel) as caught:
        choose("huggingface/https://me:pass-4711@evil.example/v1")
    assert "pass-4711" not in str(caught.value)


@pytest.mark.parametrize("sign", ["@", "#", "?", "%", " ", "\x07"])
def test_a_name_on_a_server_of_ones_own_is_held_to_the_same_signs(sign: str) -> None:
    with pytest.raises(UnknownModel, match="it contains"):
        choose(f"qwen{sign}3", endpoint="http://127.0.0.1:8000/v1")
    with pytest.raises(UnknownModel, match="it contains"):
        choose(f"qwen{sign}3", provider="hosted_vllm")


def test_a_provider_given_on_its_own_is_checked_too() -> None:
    for alias in ("gpt-5", "my/model"):
        with pytest.raises(UnknownModel, match="provider contains '/'"):
            choose(alias, provider="bedrock/agentcore")
    with pytest.raises(UnknownModel, match="it contains 'arn:'"):
        choose(SMUGGLED, provider="bedrock")


def test_an_administrator_may_list_a_name_with_any_sign(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "models.yaml"
    profile = "arn:aws:bedrock:us-east-1:1:inference-profile/x"
    file.write_text(
        f"profile: {{provider: bedrock, name: '{profile}'}}\nclaude: {{provider: vertex_ai, name: 'claude-4@20250514'}}"
    )
    monkeypatch.setenv("PARE_MODELS_FILE", str(file))
    assert choose("profile")[0].name == profile
    assert choose("claude")[0].name == "claude-4@20250514"
    with pytest.raises(UnknownModel, match="it contains 'arn:'"):
        choose("profile", provider="groq")


@pytest.mark.parametrize("name", [SMUGGLED, WITHOUT_ARN, "https://evil.example/x", "a b"])
def test_no_request_leaves_for_a_name_that_was_stored_before(name: str) -> None:
    request = request_to("http://127.0.0.1:9/v1", "bedrock", name=name)
    with failing("setup") as told:
        LiteLLMClient().complete(request)
    assert "it contains" in told[0] and "PARE_MODELS_FILE" in told[0]


def test_no_request_leaves_for_a_provider_that_holds_more_than_its_name() -> None:
    with failing("setup") as told:
        LiteLLMClient().complete(request_to("http://127.0.0.1:9/v1", "bedrock/agentcore"))
    assert "provider contains '/'" in told[0]


def test_litellm_makes_no_other_host_of_a_name_that_is_allowed() -> None:
    preload()
    made = import_module("litellm.llms.bedrock.chat.agentcore.transformation").AmazonAgentCoreConfig()

    def host(name: str) -> str:
        return urlsplit(made.get_complete_url(None, None, name, {}, {})).hostname or ""

    assert host(SMUGGLED) == "evil.example" and host(WITHOUT_ARN) == "bedrock-agentcore.evil.example"
    for allowed in ("agentcore/a:b:c:evil.example", "agentcore/a:b:c:127.0.0.1:80"):
        assert choose(f"bedrock/{allowed}")[0].name == allowed
        assert host(allowed).endswith(".amazonaws.com")
