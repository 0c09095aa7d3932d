"""The plan of a study: every key of its YAML file, every column of its row, every field of the form."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from annotation.plan.texts import CONSENT, GUIDELINES
from annotation.questions import DECISION, KNOWN, Line, Question
from annotation.sampling.spec import MOST_ITEMS, SampleSpec
from simulator.phone.wording import close_to, spoken
from simulator.plans.values import number, printable, truth

MOST_TEXT = 50_000
MOST_CODE = 60


def _named_questions(value: Any) -> Any:
    """A question is given in full, or by the key of a known one; several keys may stand in one text with commas."""
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    return [_known(one) if isinstance(one, str) else one for one in value] if isinstance(value, list | tuple) else value


def _known(key: str) -> Question:
    if key not in KNOWN:
        raise ValueError(f"there is no question '{key}'{close_to(key, KNOWN)}; known ones are {spoken(KNOWN)}")
    return KNOWN[key]


def _keys_differ(questions: tuple[Question, ...]) -> tuple[Question, ...]:
    keys = [question.key for question in questions]
    if len(set(keys)) < len(keys):
        raise ValueError("two questions have the same key")
    return questions


def _lines(text: str) -> str:
    """The same whoever wrote it, on whatever machine; as every database can keep it."""
    return text.replace("\x00", "").replace("\r\n", "\n").replace("\r", "\n").strip("\n").rstrip()


def _secure(url: str) -> str:
    if url and not (url.startswith("https://") and len(url) > len("https://") and " " not in url):
        raise ValueError("people are sent to addresses with https:// only")
    return url


Text = Annotated[str, Field(max_length=MOST_TEXT), AfterValidator(_lines)]
Code = Annotated[str, Field(max_length=MOST_CODE), AfterValidator(str.strip), AfterValidator(printable)]
Share = Annotated[float, Field(ge=0, le=1), BeforeValidator(number)]
Count = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(number)]


Identity = Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{1,64}$")]


class MarkedItem(BaseModel):
    """A decision point with the right answers, for practice or as gold."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    identity: Identity = Field(description="As the list of items and exports have it.")
    right_answers: dict[str, str] = Field(description="Value by question.")
    explanation: Text = Field("", description="Shown after a practice answer.")
    after: Annotated[int, Field(ge=0, le=100), BeforeValidator(number)] | None = Field(
        None, description="Taken in when so many samples were drawn; left out: it is in one, or comes after all."
    )


class StudyPlan(BaseModel):
    """Frozen. `plan_from` in `reading` makes one from what people write, and says in plain words what is wrong."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, coerce_numbers_to_str=True)

    title: Line = Field(min_length=1, max_length=200, description="What it is called.")
    questions: Annotated[
        tuple[Question, ...],
        Field(min_length=1, max_length=12),
        BeforeValidator(_named_questions),
        AfterValidator(_keys_differ),
    ] = Field((DECISION,), description="In their order: decision, timing, rather_not, missed, or your own in full.")
    seed: Annotated[int, Field(ge=-(2**63), le=2**63 - 1), BeforeValidator(number)] = Field(
        0, description="Key of everybody's own order."
    )
    per_item: Annotated[int, Field(ge=1, le=1000), BeforeValidator(number)] = Field(
        3, description="People who answer each item."
    )
    per_person: Count | None = Field(None, description="Items that one person answers, at most; none: all of them.")
    most_people: Count | None = Field(None, description="People who may join; none: any number.")
    gold_every: Annotated[int, Field(ge=2, le=1000), BeforeValidator(number)] = Field(
        10, description="One of so many items is a gold item, as long as there are any."
    )
    gold_mark: Share = Field(0.7, description="Share of gold items below which a person is flagged.")
    pass_mark: Share = Field(0.8, description="Share of the practice items to be right; 0: without practice.")
    practice_attempts: Annotated[int, Field(ge=1, le=10), BeforeValidator(number)] = Field(
        2, description="How often the practice may be tried."
    )
    too_fast_seconds: Annotated[float, Field(ge=0, le=3600), BeforeValidator(number)] = Field(
        2.0, description="Answers given faster than this are flagged."
    )
    lease_seconds: Annotated[int, Field(ge=30, le=86_400), BeforeValidator(number)] = Field(
        600, description="How long an item is kept for one person."
    )
    hide_goal: Annotated[bool, BeforeValidator(truth)] = Field(
        False, description="Whether people are not told what the user wants."
    )
    panel_parameter: Annotated[str, Field(max_length=60, pattern=r"^[A-Za-z0-9_.\-]*$")] = Field(
        "", description="Name under which a panel's links carry the person's id: PROLIFIC_PID."
    )
    completion_code: Code = Field("", description="Shown to those who have finished.")
    screened_code: Code = Field("", description="Shown to those who fail the practice.")
    return_url: Annotated[str, Field(max_length=500), AfterValidator(printable), AfterValidator(_secure)] = Field(
        "", description="Where the panel takes people back: an address with https."
    )
    guidelines: Text = Field(GUIDELINES, description="What people go by, in Markdown.")
    consent: Text = Field(CONSENT, description="What people are told and agree to before they begin, in Markdown.")
    samples: tuple[SampleSpec, ...] = Field(
        (), max_length=100, description="What is sampled, one after the other; each is a batch."
    )
    practice: tuple[MarkedItem, ...] = Field(
        (), max_length=1000, description="Practice items with their right answers."
    )
    gold: tuple[MarkedItem, ...] = Field((), max_length=1000, description="Gold items with right answers.")
    left_out: tuple[Identity, ...] = Field(
        (), max_length=MOST_ITEMS, description="Items of the samples that are not judged, by their identity."
    )


TEXTS = ("guidelines", "consent")
ITEMS = ("samples", "practice", "gold", "left_out")
SETTINGS = tuple(name for name in StudyPlan.model_fields if name not in (*TEXTS, *ITEMS))
"""Those that are columns of a study."""
