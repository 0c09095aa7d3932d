"""The specification of a sample: which runs, how many items, how they are balanced, and the seed."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from simulator.plans.plan_values import number, once_each, printable, several, truth

# Characters of the content hash that name a run on every machine; its number is valid in one store only.
RUN_MARK = 16
# Characters of the configuration hash, because runs with different configurations may have the same content.
CONFIG_MARK = 8
_MARK = re.compile(rf"([0-9a-f]{{{RUN_MARK}}})(?:[0-9a-f]{{48}})?(-[0-9a-f]{{{CONFIG_MARK}}})?")
_LARGEST = 10 ** (RUN_MARK - 1)
Kinds = Literal["offers", "silences", "both"]
MOST_ITEMS = 100_000


def _run(value: Any) -> Any:
    """Return a run's number, or its mark: the first characters of its hashes. Raise ValueError for any other value."""
    text = str(value).strip()
    if isinstance(value, str) and (mark := _MARK.fullmatch(text)):
        return mark[1] + (mark[2] or "")
    is_whole = isinstance(value, int | str) and not isinstance(value, bool) and text.isascii() and text.isdigit()
    if is_whole and 0 < int(text) < _LARGEST:
        return int(text)
    raise ValueError(f"name a run by its number or by the first {RUN_MARK} characters of its content hash")


Name = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(printable)]
Count = Annotated[int, Field(ge=1, le=MOST_ITEMS), BeforeValidator(number)]
Names = Annotated[tuple[Name, ...], BeforeValidator(several), AfterValidator(once_each)]
Run = Annotated[int | str, BeforeValidator(_run)]
Runs = Annotated[
    tuple[Run, ...],
    Field(max_length=MOST_ITEMS),
    BeforeValidator(several),
    AfterValidator(once_each),
]
Truth = Annotated[bool, BeforeValidator(truth)]
Outcome = Literal["success", "miss", "unknown"]


def _counts(value: Any) -> Any:
    """Return counts by model, from a mapping or a text such as `gpt-5:10,o3:5`; model names may contain colons too."""
    if not isinstance(value, str):
        return value
    pairs = [part.rpartition(":") for part in value.split(",") if part.strip()]
    if any(not sign for _, sign, _ in pairs):
        raise ValueError("write model:count pairs, separated by commas")
    names = [name.strip() for name, _, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError("a model is named twice; name each model once")
    return {name: count.strip() for name, (_, _, count) in zip(names, pairs, strict=True)}


class SampleSpec(BaseModel):
    """The specification of a sample; it can't be changed. The number of items is in `size` or `per_model`."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, coerce_numbers_to_str=True)

    size: Count | None = Field(None, description="Number of items, over all models.")
    per_model: Annotated[dict[Name, Count], BeforeValidator(_counts)] = Field(
        {}, description="Number of items for each model, instead of `size`."
    )
    per_scenario: Count | None = Field(None, description="Maximum number of items per scenario in the whole study.")
    kinds: Kinds = Field("offers", description="Offers, silences or both.")
    silence_share: Annotated[float, Field(ge=0, le=1), BeforeValidator(number)] | None = Field(
        None,
        description="Share of silences; allowed only with kinds: both. "
        "By default, as many silences are drawn as offers with each reaction.",
    )
    seed: Annotated[int, Field(ge=-(2**63), le=2**63 - 1), BeforeValidator(number)] = Field(
        0, description="Seed of the random draw."
    )
    runs: Runs = Field((), description="Only these runs, by number or content hash; by default, all finished runs.")
    source: Annotated[str, Field(max_length=200), AfterValidator(printable)] = Field(
        "", description="Where the runs come from, in words, such as sweep 3; shown with the sample."
    )
    scenarios: Names = Field((), description="Only these scenarios.")
    models: Names = Field((), description="Only these models.")
    outcomes: Annotated[tuple[Outcome, ...], BeforeValidator(several), AfterValidator(once_each)] = Field(
        (), description="Only runs with these outcomes: success, miss, unknown (undecided or not judged)."
    )
    noise_free: Truth = Field(False, description="Only runs without noise (unrelated events and failing tools).")
    unanswered: Truth = Field(False, description="Include offers that the simulated user did not react to.")
    transcripts: Truth = Field(False, description="Include imported transcripts, which have no phone to show.")

    @model_validator(mode="after")
    def _goes_together(self) -> SampleSpec:
        if (self.size is None) is not bool(self.per_model):
            raise ValueError("give the number of items either as size or as per_model")
        if self.models and self.per_model:
            raise ValueError("per_model already names the models; remove models")
        if self.silence_share is not None and self.kinds != "both":
            raise ValueError("silence_share works only with kinds: both")
        return self

    @property
    def wanted(self) -> int:
        return self.size if self.size is not None else sum(self.per_model.values())
