"""Questions of a study about an offer or a silence, with their choices and keyboard keys."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from simulator.plans.plan_values import printable

About = Literal["offer", "silence"]
Tone = Literal["good", "bad", "warn", ""]
# Keyboard keys that the page itself uses: undo, guidelines, write.
RESERVED = frozenset("ugw")


def _one_line(value: Any) -> Any:
    """Return a text on one line. Return other values unchanged, so that pydantic refuses them."""
    return " ".join(value.split()) if isinstance(value, str) else value


# A text shown on one line.
Line = Annotated[str, BeforeValidator(_one_line), AfterValidator(printable)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Choice(_Part):
    """One choice of a question. Its letter and its number, counted from 1, are the keyboard keys that choose it."""

    value: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    label: Line = Field(min_length=1, max_length=40)
    hint: Line = Field("", max_length=80, description="A few words shown below the label.")
    letter: str = Field(pattern=r"^[a-z]$")
    tone: Tone = ""
    reason: bool = Field(False, description="True if people who choose this must write a reason.")


class Question(_Part):
    key: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    about: About
    text: Line = Field(min_length=1, max_length=200, description="{name} stands for the phone's owner.")
    choices: tuple[Choice, ...] = Field(min_length=2, max_length=9)

    @model_validator(mode="after")
    def _keys_differ(self) -> Question:
        letters = [choice.letter for choice in self.choices]
        values = [choice.value for choice in self.choices]
        if len(set(letters)) < len(letters) or len(set(values)) < len(values):
            raise ValueError("two choices have the same value or the same letter; give each choice its own")
        taken = RESERVED.intersection(letters)
        if taken:
            raise ValueError(
                f"the letter {min(taken)} is a keyboard key of the page; choose a letter other than u, g and w"
            )
        return self

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(choice.value for choice in self.choices)


# The choices are named like the simulated user's first actions after an offer, so that answers can be compared.
DECISION = Question(
    key="decision",
    about="offer",
    text="As {name}, what do you answer?",
    choices=(
        Choice(value="accept", label="Accept", hint="go ahead", letter="a", tone="good"),
        Choice(value="reject", label="Reject", hint="not this, not now", letter="r", tone="bad"),
        Choice(
            value="gather_context", label="More info", hint="say what is missing", letter="m", tone="warn", reason=True
        ),
    ),
)
TIMING = Question(
    key="timing",
    about="offer",
    text="Was this the right time to ask?",
    choices=(
        Choice(value="right", label="Right time", letter="o", tone="good"),
        Choice(value="early", label="Too early", letter="e", tone="warn"),
        Choice(value="late", label="Too late", letter="l", tone="bad"),
    ),
)
RATHER_NOT = Question(
    key="rather_not",
    about="offer",
    text="Would you rather not have been asked?",
    choices=(
        Choice(value="fine", label="Asking was fine", letter="f", tone="good"),
        Choice(value="rather_not", label="Rather not", letter="n", tone="bad"),
    ),
)
MISSED = Question(
    key="missed",
    about="silence",
    text="The assistant kept quiet. Should it have offered help here?",
    choices=(
        Choice(value="not_needed", label="No, nothing was needed", letter="n", tone="good"),
        Choice(value="missed", label="Yes, help was missed", letter="y", tone="bad", reason=True),
        Choice(value="unsure", label="Can’t tell", letter="c", tone="warn"),
    ),
)
# Questions that a plan may name by key alone.
KNOWN = {question.key: question for question in (DECISION, TIMING, RATHER_NOT, MISSED)}


def asked_about(questions: tuple[Question, ...], about: str) -> tuple[Question, ...]:
    """Return the questions about this kind of item."""
    return tuple(question for question in questions if question.about == about)
