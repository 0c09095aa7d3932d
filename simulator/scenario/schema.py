"""The scenario file as authors write it: every section, with the descriptions that editors show."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from simulator.phone.registry import written_name
from simulator.reading.language.lexicon import ACTS
from simulator.scenario.base import Label, ScenarioModel, TimeText, as_list
from simulator.scenario.goals.goal import Goal, Ruling
from simulator.scenario.goals.mentions import Mentions

CATEGORIES = (
    "commerce",
    "communication",
    "contacts-hygiene",
    "cross-app-orchestration",
    "housing",
    "knowledge-notes",
    "reminders-tasks",
    "scheduling",
    "transport",
)
PATTERNS = (
    "lookup_and_answer",
    "notes_and_deadline_capture",
    "purchase_inference",
    "ride_arrangement",
    "many_senders_one_plan",
    "schedule_clash",
    "constraint_filter",
    "knock_on_cleanup",
    "cart_and_code",
    "contact_capture",
    "discrepancy_spotting",
    "delay_notice",
    "silence",
)
# Maximum number of unneeded offers in a successful run, for a scenario with needs whose file sets no limit.
TOLERATED_OFFERS = 2
Labels = Annotated[list[Label], BeforeValidator(as_list)]


class OwnerPart(ScenarioModel):
    """The person whose phone this is."""

    name: str
    email: str
    phone: str = ""
    home: str = ""
    time_zone: str = Field(description="A time zone such as Europe/Luxembourg; all times in the file are local times.")
    about: str = Field("", description="A description of the owner for the simulated user: age, work, manner.")


class PersonPart(ScenarioModel):
    """A person in the story. Listing a person here adds no contact card; contact cards are records under `world`."""

    label: Label
    name: str
    email: str = ""
    phone: str = Field("", description="Phone number; only people with a number can be reached in the messaging app.")
    also: Annotated[list[str], BeforeValidator(as_list)] = Field(
        default_factory=list, description="Other names that texts use for this person: Papá, father, the agent."
    )


class Difficulty(ScenarioModel):
    rating: int = Field(ge=1, le=5)
    because: str


class EventPart(ScenarioModel):
    """An event that happens at a time, after another event, or when a condition is true."""

    label: Label = Field(description="Label of the event, and of the record that the event creates.")
    at: TimeText | None = None
    after: str | None = Field(None, description="`start + 40s`, or another event's label with a delay: `late + 2m`.")
    when: Goal | None = Field(None, description="The event happens once this condition is true. Write it like a goal.")
    delay: str | None = Field(None, description="With `when`: the delay after the condition becomes true, such as 2m.")
    until: TimeText | None = Field(None, description="The event does not happen after this time.")
    unless: Goal | None = Field(None, description="Cancels the event if this condition is met when the event is due.")
    do: str = Field(description="The event as app.event, such as email.send_email_to_user_only.")
    args: dict[str, Any] = Field(
        default_factory=dict, alias="with", description="The event's arguments; labels stand for ids."
    )
    tags: list[str] = []

    @model_validator(mode="after")
    def _one_trigger(self) -> EventPart:
        if sum(trigger is not None for trigger in (self.at, self.after, self.when)) != 1:
            raise ValueError("give exactly one of at, after and when")
        if self.delay is not None and self.when is None:
            raise ValueError("delay is allowed only beside when; for another event write after: label + delay")
        return self


class PathStep(ScenarioModel):
    """One step of the scripted user: open a record or an app, do an action, or put the phone down."""

    see: str | None = Field(None, description="Label of a record to open, or the name of an app.")
    do: str | None = Field(None, description="A user action as app.action, such as email.reply.")
    on: Label | None = Field(None, description="With `do`: the record on whose screen the action is done.")
    args: dict[str, Any] = Field(default_factory=dict, alias="with")
    put_down: bool = False
    after: Label | None = Field(None, description="Event to wait for; the phone stays down until the event happens.")

    @model_validator(mode="after")
    def _one_thing(self) -> PathStep:
        if sum((self.see is not None, self.do is not None, self.put_down)) != 1:
            raise ValueError("give exactly one of see, do and put_down")
        if self.do is None and {"on", "args"} & self.model_fields_set:
            raise ValueError("on and with are allowed only beside do")
        return self


class UserPart(ScenarioModel):
    goal: str = Field(description="The user's private wish; only the simulated user reads it.")
    path: list[PathStep] = Field(
        default_factory=list, description="The actions of the scripted user on the phone, in order."
    )


class Welcome(ScenarioModel):
    """In older files: the facts that an offer must mention to be for the need."""

    mentions: Mentions = Field(default_factory=lambda: Mentions())


class OfferAnswer(ScenarioModel):
    """The user's answer to a welcome offer. Of several answers, the first whose `before` has not passed counts."""

    accept: str | None = None
    change: str | None = Field(None, description="Accepts the offer with a change, such as 'Yes, but at four.'")
    reject: str | None = Field(None, description="Rejects the offer with this reason.")
    look: str | None = Field(None, description="Label of a record, or an app, that the user opens before answering.")
    before: str | None = Field(None, description="Event or time until which the answer applies.")

    @model_validator(mode="after")
    def _one_answer(self) -> OfferAnswer:
        if sum(text is not None for text in (self.accept, self.change, self.reject)) != 1:
            raise ValueError("give exactly one of accept, change and reject")
        return self


class NeedAct(ScenarioModel):
    """A deed that an offer names: `{cancel: mine}`, `{send: [levan, eka]}`, `{book: cab, about: recital}`."""

    act: str
    targets: list[str]
    """Labels of records or people; the name of an app if the deed makes something new in it."""
    about: list[str] = []
    """If the target is an app: labels of records and people; the offer must name at least one of them."""

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: Any) -> Any:
        if not isinstance(data, dict) or "act" in data:
            return data
        acts = [key for key in data if key != "about"]
        if len(acts) != 1:
            raise ValueError("write one act with its record, person or app, such as {cancel: mine}")
        return {"act": acts[0], "targets": as_list(data[acts[0]]), "about": as_list(data.get("about", []))}

    @field_validator("act")
    @classmethod
    def _is_known(cls, act: str) -> str:
        if act not in ACTS:
            raise ValueError(f"unknown act '{act}'; the acts are {', '.join(ACTS)}")
        return act


class NotBefore(ScenarioModel):
    """Events before which the user does not want help yet, although the need can already be known."""

    event: Labels
    because: str = Field("", description="Why help is too early before these events, for people who read the file.")


class Need(ScenarioModel):
    """Help that is welcome: when the need becomes evident, until when help is useful, and the user's answer."""

    label: Label
    say: str = Field("", description="What an offer for this need says, as a plain sentence: offers to cancel …")
    acts: list[NeedAct] = Field(
        default_factory=list,
        description="The deeds that help with this need; an offer for the need names at least one.",
    )
    not_before: NotBefore | None = Field(
        None,
        description="Events before which help is too early. By default help is welcome once the need can be known.",
    )
    evident_after: Labels = Field(
        default_factory=list,
        description="In older files: events after which the need can be known. In new files these events are computed.",
    )
    too_late_after: str | None = Field(None, description="A time or an event after which help is too late.")
    optional: bool = Field(
        False,
        description="True if a run can succeed without this help. The need's goals count only after an accepted offer.",
    )
    welcome: Welcome | None = Field(
        None, description="In older files: facts that an offer must mention. New files use `say` and `acts`."
    )
    answer: Annotated[list[OfferAnswer], BeforeValidator(as_list)]

    @field_validator("answer")
    @classmethod
    def _ends_open(cls, answers: list[OfferAnswer]) -> list[OfferAnswer]:
        if not answers or answers[-1].before is not None:
            raise ValueError("end with an answer without `before`; it applies after all others")
        return answers

    @model_validator(mode="after")
    def _says_what_helps(self) -> Need:
        if bool(self.acts) == (self.welcome is not None):
            raise ValueError("give acts (the deeds of an offer) and say (its meaning in a sentence), not welcome")
        if self.acts and not self.say:
            raise ValueError("add say: what an offer for this need says, as a plain sentence")
        return self


class OfferLimit(ScenarioModel):
    """Limits on the number of offers in a successful run."""

    unneeded_at_most: int | None = Field(
        None, ge=0, description="Maximum number of unneeded offers; default: 2, or 0 without needs."
    )
    at_most: int | None = Field(None, ge=0, description="In older files: the maximum number of offers.")


class SolutionStep(ScenarioModel):
    """One step of a solution: an offer, a report, a wait, or a call, written as app.tool with its arguments."""

    offer: str | None = None
    early: bool = Field(False, description="With `offer`: make the offer at once, even before the need is evident.")
    report: str | None = None
    wait: Label | None = Field(None, description="Wait for this event before continuing.")
    call: str | None = Field(None, description="The tool as app.tool, such as email.send_email.")
    args: dict[str, Any] = Field(default_factory=dict, alias="with")
    name: Label | None = Field(None, alias="as", description="Label for the record that the call creates.")
    fails: bool = Field(False, description="True if this call must fail; the next steps then work around it.")

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: Any) -> Any:
        """Accept `email.send_email: {...}` for `call: email.send_email` with those arguments."""
        if not isinstance(data, dict):
            return data
        published = next((str(key) for key in data if written_name(str(key))), "")
        if published:
            raise ValueError(f"write {written_name(published)} instead of {published}")
        calls = [key for key in data if "." in str(key)]
        if len(calls) > 1 or (calls and {"call", "with", "args"} & data.keys()):
            raise ValueError("write one call per step; start each step with '-', and put the arguments under the call")
        if not calls:
            return data
        rest = {key: value for key, value in data.items() if key != calls[0]}
        args = data[calls[0]]
        return {**rest, "call": calls[0], "with": {} if args is None else args}

    @model_validator(mode="after")
    def _one_step(self) -> SolutionStep:
        if sum(part is not None for part in (self.offer, self.report, self.wait, self.call)) != 1:
            raise ValueError("a step is one of offer, report, wait, or a call such as email.send_email")
        if self.call is None and {"args", "name", "fails"} & self.model_fields_set:
            raise ValueError("with, as and fails are allowed only beside a call")
        if self.early and self.offer is None:
            raise ValueError("early is allowed only beside an offer")
        return self

    @property
    def key(self) -> str:
        """Return the key for this step in `replace`: the called tool, or `offer`, `report` or `wait`."""
        return self.call or next(word for word in ("offer", "report", "wait") if getattr(self, word) is not None)


class Alternative(ScenarioModel):
    """An alternative or a near miss, which replaces some or all steps of the solution."""

    say: str = Field(description="The difference from the solution, in a few words.")
    replace: dict[str, Any] = Field(
        default_factory=dict,
        description="Replacements by step, such as offer, or email.send_email#2 for the second call.",
    )
    solution: list[SolutionStep] | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Alternative:
        if bool(self.replace) == (self.solution is not None):
            raise ValueError("give either replace or solution")
        return self


class Scenario(ScenarioModel):
    """One situation: the phone, the events, which help is welcome, and how success is recognised."""

    id: Label
    title: str
    status: Literal["draft", "ready"]
    category: Literal[CATEGORIES]  # type: ignore[valid-type]
    pattern: Literal[PATTERNS] | None = None  # type: ignore[valid-type]
    tags: list[str] = []
    difficulty: Difficulty
    about: str = Field("", description="The situation in two or three sentences, for people who browse scenarios.")
    owner: OwnerPart
    start: TimeText = Field(description="When the story starts: 2026-03-05 08:22, with or without the weekday.")
    apps: list[str] = Field(min_length=1)
    end: TimeText | None = Field(None, description="When the story ends; the run does not wait for later events.")
    turns: int = Field(10, ge=3, le=200)
    seed: int = 0
    people: list[PersonPart] = []
    files: list[dict[str, Any]] = []
    world: dict[str, list[dict[str, Any]]] = Field(
        default_factory=dict, description="Records on the phone at the start, by app."
    )
    user: UserPart
    timeline: list[EventPart] = []
    needs: list[Need] = Field(
        default_factory=list, description="Help that is welcome; without needs the assistant should stay silent."
    )
    otherwise: str = Field("Not now, thank you.", description="The user's answer to an offer that is for no need.")
    derived: dict[Label, str] = Field(
        default_factory=dict, description="Values computed by formulas; other fields use them as =name."
    )
    goals: list[Goal] = []
    allowed: list[Ruling] = []
    forbidden: list[Ruling] = []
    offers: OfferLimit = Field(default_factory=lambda: OfferLimit(unneeded_at_most=None, at_most=None))
    solution: list[SolutionStep] = []
    alternatives: list[Alternative] = []
    near_misses: list[Alternative] = Field(
        default_factory=list, description="Solutions that look right but are wrong; each must fail."
    )

    @property
    def tolerated_offers(self) -> int:
        """Return the maximum number of unneeded offers in a successful run; if `at_most` is set, of all offers."""
        limits = self.offers
        if limits.at_most is not None:
            return limits.at_most
        default = 0 if self.silent else TOLERATED_OFFERS
        return default if limits.unneeded_at_most is None else limits.unneeded_at_most

    @property
    def silent(self) -> bool:
        """Return True if the scenario has no needs, so that the assistant should make no offer."""
        return not self.needs
