"""What is to be sampled: from which runs, how many, in which balance, by which seed."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from simulator.plans.values import number, once_each, printable, several, truth

RUN_MARK = 16
"""So many characters of the hash of what happened in a run name it on every machine; its number does on one."""
CONFIG_MARK = 8
"""Runs that were played otherwise may have come to the same. So many characters of the hash of how tell them apart."""
_MARK = re.compile(rf"([0-9a-f]{{{RUN_MARK}}})(?:[0-9a-f]{{48}})?(-[0-9a-f]{{{CONFIG_MARK}}})?")
_LARGEST = 10 ** (RUN_MARK - 1)
Kinds = Literal["offers", "silences", "both"]
MOST_ITEMS = 100_000


def _run(value: Any) -> Any:
    """A number, or what a run is known by elsewhere, of which the beginning is enough."""
    text = str(value).strip()
    if isinstance(value, str) and (mark := _MARK.fullmatch(text)):
        return mark[1] + (mark[2] or "")
    is_whole = isinstance(value, int | str) and not isinstance(value, bool) and text.isascii() and text.isdigit()
    if is_whole and 0 < int(text) < _LARGEST:
        return int(text)
    raise ValueError(f"a run goes by its number, or by the first {RUN_MARK} characters of its content hash")


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
    """`gpt-5:10,o3:5` as well as a mapping; the last colon counts, for names of models may have some."""
    if not isinstance(value, str):
        return value
    pairs = [part.rpartition(":") for part in value.split(",") if part.strip()]
    if any(not sign for _, sign, _ in pairs):
        raise ValueError("write model:count, with commas between them")
    names = [name.strip() for name, _, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError("a model is named twice")
    return {name: count.strip() for name, (_, _, count) in zip(names, pairs, strict=True)}


class SampleSpec(BaseModel):
    """Frozen. Either `size` or `per_model` says how many."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, coerce_numbers_to_str=True)

    size: Count | None = Field(None, description="How many, over all models.")
    per_model: Annotated[dict[Name, Count], BeforeValidator(_counts)] = Field(
        {}, description="How many of each model, instead of a size: by its name."
    )
    per_scenario: Count | None = Field(None, description="At most so many of one scenario in the whole study.")
    kinds: Kinds = Field("offers", description="Offers, silences or both.")
    silence_share: Annotated[float, Field(ge=0, le=1), BeforeValidator(number)] | None = Field(
        None, description="With both: the share of silences; left out: as many as of each reaction to an offer."
    )
    seed: Annotated[int, Field(ge=-(2**63), le=2**63 - 1), BeforeValidator(number)] = Field(
        0, description="Key of the chance by which it is drawn."
    )
    runs: Runs = Field((), description="Only these runs, by number or content hash; left out: all that are finished.")
    source: Annotated[str, Field(max_length=200), AfterValidator(printable)] = Field(
        "", description="Where these runs come from, for people: sweep 3."
    )
    scenarios: Names = Field((), description="Only these scenarios.")
    models: Names = Field((), description="Only these models.")
    outcomes: Annotated[tuple[Outcome, ...], BeforeValidator(several), AfterValidator(once_each)] = Field(
        (), description="Only runs that ended so: success, miss, unknown."
    )
    noise_free: Truth = Field(False, description="Only runs without noise: no unrelated events, no tools that fail.")
    unanswered: Truth = Field(False, description="Also offers that the simulated user did nothing about.")
    transcripts: Truth = Field(False, description="Also runs known from a transcript only, without a phone to show.")

    @model_validator(mode="after")
    def _goes_together(self) -> SampleSpec:
        if (self.size is None) is not bool(self.per_model):
            raise ValueError("give either size or per_model, one of them")
        if self.models and self.per_model:
            raise ValueError("per_model names the models already; leave models out")
        if self.silence_share is not None and self.kinds != "both":
            raise ValueError("silence_share is for kinds: both")
        return self

    @property
    def wanted(self) -> int:
        return self.size if self.size is not None else sum(self.per_model.values())
