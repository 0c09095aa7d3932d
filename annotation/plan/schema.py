"""The schema of a plan. Its fields are the keys in YAML, and most are columns of a study and fields of its form."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from annotation.plan.default_texts import CONSENT, GUIDELINES
from annotation.questions import DECISION, KNOWN, Line, Question
from annotation.sampling.spec import MOST_ITEMS, SampleSpec
from simulator.plans.plan_values import number, printable, truth
from simulator.words.english import close_to, spoken

MOST_TEXT = 50_000
MOST_CODE = 60


def _named_questions(value: Any) -> Any:
    """Replace keys of known questions with the questions. A text may hold several keys, separated by commas."""
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    return [_known(one) if isinstance(one, str) else one for one in value] if isinstance(value, list | tuple) else value


def _known(key: str) -> Question:
    if key not in KNOWN:
        raise ValueError(f"there is no question '{key}'{close_to(key, KNOWN)}; known questions are {spoken(KNOWN)}")
    return KNOWN[key]


def _keys_differ(questions: tuple[Question, ...]) -> tuple[Question, ...]:
    keys = [question.key for question in questions]
    if len(set(keys)) < len(keys):
        raise ValueError("two questions have the same key; give each question its own key")
    return questions


def _lines(text: str) -> str:
    """Return text with unified line ends and without NUL, so that every machine and database stores the same text."""
    return text.replace("\x00", "").replace("\r\n", "\n").replace("\r", "\n").strip("\n").rstrip()


def _secure(url: str) -> str:
    if url and not (url.startswith("https://") and len(url) > len("https://") and " " not in url):
        raise ValueError("only addresses that start with https:// are allowed")
    return url


Text = Annotated[str, Field(max_length=MOST_TEXT), AfterValidator(_lines)]
Code = Annotated[str, Field(max_length=MOST_CODE), AfterValidator(str.strip), AfterValidator(printable)]
Share = Annotated[float, Field(ge=0, le=1), BeforeValidator(number)]
SecureUrl = Annotated[str, Field(max_length=500), AfterValidator(printable), AfterValidator(_secure)]
PanelParameter = Annotated[str, Field(max_length=60, pattern=r"^[A-Za-z0-9_.\-]*$")]
Count = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(number)]


Identity = Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{1,64}$")]


class MarkedItem(BaseModel):
    """A decision point with the right answers, for practice or as gold."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    identity: Identity = Field(description="Identity of the item, copied from the list of items or an export.")
    right_answers: dict[str, str] = Field(description="Right value for each question, by the question's key.")
    explanation: Text = Field("", description="Text shown after the answer to a practice item.")
    after: Annotated[int, Field(ge=0, le=100), BeforeValidator(number)] | None = Field(
        None,
        description="Number of samples that are drawn before the item is added; by default, all of them.",
    )


class StudyPlan(BaseModel):
    """The plan of a study; it can't be changed. Make plans with `plan_from`, which explains problems in plain words."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, coerce_numbers_to_str=True)

    title: Line = Field(min_length=1, max_length=200, description="Title of the study.")
    questions: Annotated[
        tuple[Question, ...],
        Field(min_length=1, max_length=12),
        BeforeValidator(_named_questions),
        AfterValidator(_keys_differ),
    ] = Field(
        (DECISION,),
        description="Questions, in order: names of built-in ones (decision, timing, rather_not, missed), "
        "or your own with all fields.",
    )
    seed: Annotated[int, Field(ge=-(2**63), le=2**63 - 1), BeforeValidator(number)] = Field(
        0, description="Seed of the random order in which each person gets the items."
    )
    per_item: Annotated[int, Field(ge=1, le=1000), BeforeValidator(number)] = Field(
        3, description="Number of people who answer each item."
    )
    per_person: Count | None = Field(None, description="Maximum number of items per person; no limit if empty.")
    most_people: Count | None = Field(None, description="Maximum number of people who can join; no limit if empty.")
    gold_every: Annotated[int, Field(ge=2, le=1000), BeforeValidator(number)] = Field(
        10, description="One item in this many is a gold item, as long as gold items are left."
    )
    gold_mark: Share = Field(0.7, description="Minimum share of right gold answers; people below it are flagged.")
    pass_mark: Share = Field(0.8, description="Minimum share of right practice answers; 0 if there is no practice.")
    practice_attempts: Annotated[int, Field(ge=1, le=10), BeforeValidator(number)] = Field(
        2, description="Maximum number of attempts at the practice."
    )
    too_fast_seconds: Annotated[float, Field(ge=0, le=3600), BeforeValidator(number)] = Field(
        2.0, description="Answers given in fewer seconds than this are flagged."
    )
    lease_seconds: Annotated[int, Field(ge=30, le=86_400), BeforeValidator(number)] = Field(
        600, description="Seconds for which an item is reserved for the person who has it open."
    )
    hide_goal: Annotated[bool, BeforeValidator(truth)] = Field(
        False, description="True to hide the simulated user's goal from annotators."
    )
    panel_parameter: PanelParameter = Field(
        "", description="URL parameter that carries the participant id in a panel's links, such as PROLIFIC_PID."
    )
    completion_code: Code = Field("", description="Code shown to people who have finished.")
    screened_code: Code = Field("", description="Code shown to people who fail the practice.")
    return_url: SecureUrl = Field(
        "", description="Address of the panel's page to which people return; it must start with https://."
    )
    guidelines: Text = Field(GUIDELINES, description="Guidelines for people who judge, in Markdown.")
    consent: Text = Field(
        CONSENT,
        description="Information that people agree to before they start, in Markdown; if empty, nobody is asked.",
    )
    samples: tuple[SampleSpec, ...] = Field(
        (), max_length=100, description="Samples, drawn one after another; each becomes a batch."
    )
    practice: tuple[MarkedItem, ...] = Field(
        (), max_length=1000, description="Practice items with their right answers."
    )
    gold: tuple[MarkedItem, ...] = Field((), max_length=1000, description="Gold items with their right answers.")
    left_out: tuple[Identity, ...] = Field(
        (), max_length=MOST_ITEMS, description="Identities of sampled items that are left out of the study."
    )


TEXTS = ("guidelines", "consent")
ITEMS = ("samples", "practice", "gold", "left_out")
# Keys that are columns of a study.
SETTINGS = tuple(name for name in StudyPlan.model_fields if name not in (*TEXTS, *ITEMS))
