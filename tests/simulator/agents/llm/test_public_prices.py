"""Prices before anything is asked: from the list of models, or from the file that litellm brings."""

from __future__ import annotations

import subprocess
import sys

import pytest

from simulator.agents.llm.aliases import choose
from simulator.agents.llm.public_prices import Price, price_of
from simulator.language_models import ModelChoice, ModelRoute


@pytest.mark.parametrize("alias", ["gpt-5", "claude-4.5-haiku", "gemini-2.5-flash", "groq/openai/gpt-oss-120b"])
def test_models_of_well_known_providers_have_a_price(alias: str) -> None:
    price = price_of(*choose(alias))
    assert price is not None
    assert 0 < price.tokens_in < price.tokens_out < 1000


@pytest.mark.parametrize(
    "alias", ["qwen3-8b", "hosted_vllm/gpt-5", "openai/no-such-model", "azure_ai/gpt-5-unheard-of"]
)
def test_a_price_that_nobody_knows_is_none(alias: str) -> None:
    assert price_of(*choose(alias)) is None


def test_another_provider_does_not_have_the_price_of_the_first() -> None:
    choice = ModelChoice(alias="x", name="claude-haiku-4-5")
    assert price_of(choice, ModelRoute(provider="anthropic"))
    assert price_of(choice, ModelRoute(provider="groq")) is None


def test_the_list_of_models_knows_best_and_an_address_has_no_public_price() -> None:
    choice = ModelChoice(alias="x", name="gpt-5")
    listed = ModelRoute(provider="openai", dollars_per_million_in=0, dollars_per_million_out=3)
    assert price_of(choice, listed) == Price(0, 3)
    assert price_of(choice, ModelRoute(provider="openai", endpoint="http://127.0.0.1:1/v1")) is None


def test_a_price_is_for_a_million() -> None:
    assert Price(2, 8).of(500_000, 250_000) == 3


def test_litellm_is_not_imported_for_it() -> None:
    code = (
        "import sys; from simulator.agents.llm.aliases import choose; "
        "from simulator.agents.llm.public_prices import price_of; assert price_of(*choose('gpt-5')); "
        "assert 'litellm' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
