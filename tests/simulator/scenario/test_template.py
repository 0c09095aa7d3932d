"""The text of a new scenario: it loads for every app, shows what is to be written, and leads to a sound file."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field

from benchmark.proofs.story_check import check_story
from simulator.phone.app import App, Seed
from simulator.phone.people import Owner, Person
from simulator.phone.plot import Plot, SeedError, SeedTime
from simulator.phone.store import Record
from simulator.scenario.base import TO_DO
from simulator.scenario.load import load_text
from simulator.scenario.scenario_json_schema import scenario_schema
from simulator.scenario.schema import CATEGORIES
from simulator.scenario.story import Story
from simulator.scenario.template import AuthorChoices, ChoiceError, choices, new_scenario_text
from simulator.scenario.template.examples import TrialPhone
from simulator.scenario.template.fillers import spelled
from simulator.scenario.template.seed_examples import Example, example_of, plain
from simulator.scenario.yaml12 import load_yaml

APPS = choices.known_apps()
EACH_AND_ALL = pytest.mark.parametrize("apps", [*((app,) for app in APPS), tuple(APPS)], ids="+".join)
_CALL = re.compile(r"^  # (- [a-z]+\.[a-z_]+:)")


def wish(apps: tuple[str, ...] = ("email",), **others: Any) -> AuthorChoices:
    start = choices.read_start(choices.DEFAULT_START, choices.DEFAULT_TIME_ZONE)
    plainly = AuthorChoices(
        id="late_train",
        title="Late train",
        apps=apps,
        category="communication",
        pattern=None,
        owner_name="Leila Haddad",
        time_zone=choices.DEFAULT_TIME_ZONE,
        start=start,
    )
    return plainly._replace(**others)


def loaded(text: str) -> Story:
    return load_text(text, "late_train.yaml")


def with_alternative(text: str) -> str:
    before, sign, after = text.partition("# alternatives:\n")
    alternative, _, rest = after.partition("\n\n")
    used = "\n".join(line.removeprefix("# ") for line in (sign + alternative).splitlines())
    return f"{before}{used}\n\n{rest}"


def with_call(text: str) -> str:
    """The call of the solution in use, which the file shows behind comment signs."""
    lines, inside = [], False
    for line in text.splitlines():
        inside = bool(_CALL.match(line)) or (inside and line.startswith("  #   "))
        lines.append(line.replace("  # ", "  ", 1) if inside else line)
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    return Draft202012Validator(scenario_schema())


@EACH_AND_ALL
def test_it_loads_as_a_draft_with_one_of_everything(apps: tuple[str, ...]) -> None:
    scenario = loaded(new_scenario_text(wish(apps))).scenario
    assert (scenario.id, scenario.status, scenario.apps) == ("late_train", "draft", list(apps))
    assert {app: len(items) for app, items in scenario.world.items()} == dict.fromkeys(apps, 1)
    assert (len(scenario.people), len(scenario.needs), len(scenario.goals)) == (1, 1, 1)
    assert [step.key for step in scenario.solution] == ["offer", "report"]
    assert scenario.alternatives == []


@EACH_AND_ALL
def test_editors_accept_it(apps: tuple[str, ...], validator: Draft202012Validator) -> None:
    validator.validate(load_yaml(new_scenario_text(wish(apps)), "late_train.yaml").data)


@EACH_AND_ALL
def test_it_has_one_event_if_its_apps_have_events(apps: tuple[str, ...]) -> None:
    story = loaded(new_scenario_text(wish(apps)))
    able = [app for app in apps if story.blank.apps[app].events]
    assert [event.app in able for event in story.events] == [True] * bool(able)
    wait = story.scenario.needs[0].not_before
    assert (wait.event if wait is not None else None) == (["news"] if able else None)


@EACH_AND_ALL
def test_the_proofs_say_what_to_fill_in(apps: tuple[str, ...]) -> None:
    report = check_story(loaded(new_scenario_text(wish(apps))))
    failures = {proof.proof: " ".join(proof.failures) for proof in report.proofs if proof.failures}
    # A goal that only asks for a saved flat or a full cart has no fact that proof (i) could look for.
    shown = "a fact that shows it" in new_scenario_text(wish(apps))
    assert set(failures) == {"a", "k"} | ({"i"} if shown else set())
    assert f"{TO_DO} what is true then" in failures["a"]
    assert "needs.0.say" in failures["a"]
    assert "no alternative is listed" in failures["k"]


@EACH_AND_ALL
def test_what_it_shows_behind_comment_signs_can_be_used(apps: tuple[str, ...]) -> None:
    text = new_scenario_text(wish(apps))
    scenario = loaded(with_alternative(with_call(text))).scenario
    assert len(scenario.alternatives) == 1
    writes = [app for app in apps if any(tool.write for tool in loaded(text).blank.apps[app].tools.values())]
    assert [step.key.partition(".")[0] in writes for step in scenario.solution[1:-1]] == [True] * bool(writes)


@EACH_AND_ALL
def test_every_line_can_be_read_without_scrolling(apps: tuple[str, ...]) -> None:
    assert max(map(len, new_scenario_text(wish(apps)).splitlines())) <= 120


def test_every_proof_but_that_of_determinism_is_named_where_it_asks_for_something() -> None:
    comments = "".join(line for line in new_scenario_text(wish()).splitlines() if line.startswith("#"))
    assert set(re.findall(r"\(([a-l])\)", comments)) == set("abcdefghijkl") - {"j"}


def test_filled_in_it_is_a_sound_scenario() -> None:
    text = with_alternative(with_call(new_scenario_text(wish(("email", "reminder")))))
    for mark, written in (
        ("content: FILL IN content", 'content: "I am late. Could you call the hotel on Friday 6 March at 14:00?"'),
        (
            "say: FILL IN what an offer for this need says, such as offers to cancel the second order",
            "say: offers to remind her of the call to the hotel",
        ),
        ("say: FILL IN what is true then", "say: She is reminded of the call to the hotel"),
        (
            "{title: {say: FILL IN what it says in a plain sentence}}",
            "{title: {say: the call to the hotel}, due: +1d 14:00}",
        ),
        (
            "offer: FILL IN what the assistant would do, for whom, and with which times or amounts",
            "offer: Shall I remind you on Friday at 14:00 to call the hotel?",
        ),
        ("add_reminder:\n      title: FILL IN title", "add_reminder:\n      title: Call the hotel"),
        ("due_datetime: +1d 10:00", "due_datetime: +1d 14:00"),
        (
            "offer: FILL IN the same offer in other words",
            "offer: I can set a reminder for the hotel, on Friday at 14:00.",
        ),
    ):
        assert mark in text
        text = text.replace(mark, written)
    report = check_story(loaded(text))
    failures = [failure for proof in report.proofs for failure in proof.failures]
    assert len(failures) == 1
    assert failures[0].startswith(f"the file still says {TO_DO} in difficulty.because, about, owner.about")
    finished = re.sub(rf"(?<!# )\b{TO_DO} ", "", text)
    assert check_story(loaded(finished)).ok


def test_where_silence_is_right_nothing_is_to_be_helped_with() -> None:
    text = new_scenario_text(wish(pattern="silence"))
    story = loaded(text)
    assert story.scenario.silent
    failures = [failure for proof in check_story(story).proofs for failure in proof.failures]
    assert len(failures) == 1
    assert "still says" in failures[0]


def test_the_first_line_leads_editors_to_the_schema() -> None:
    first = new_scenario_text(wish(), "../schemas/scenario.schema.json").split("\n", 1)[0]
    assert first == "# yaml-language-server: $schema=../schemas/scenario.schema.json"


def test_without_a_way_to_the_schema_there_is_no_such_line() -> None:
    assert "yaml-language-server" not in new_scenario_text(wish())


def test_the_same_wish_gives_the_same_text() -> None:
    assert new_scenario_text(wish(tuple(APPS))) == new_scenario_text(wish(tuple(APPS)))


def test_wishes_are_kept() -> None:
    asked = wish(
        title='A "late" train: really? #1',
        category="transport",
        pattern="delay_notice",
        owner_name="Zoë O'Hara, Jr.",
        time_zone="Pacific/Auckland",
        start=choices.read_start("2026-12-24 23:55", "Pacific/Auckland"),
    )
    story = loaded(new_scenario_text(asked))
    part = story.scenario
    assert (part.title, part.category, part.pattern) == (asked.title, "transport", "delay_notice")
    assert (part.owner.name, part.owner.email) == ("Zoë O'Hara, Jr.", "zoe.o.hara.jr@home.example")
    assert (str(story.tz), story.blank.show(story.start)) == ("Pacific/Auckland", "2026-12-24 23:55:00")


def test_help_is_given_in_another_app_than_the_one_with_the_news() -> None:
    story = loaded(with_call(new_scenario_text(wish(("email", "calendar")))))
    assert story.events[0].app == "email"
    assert story.solution[1].part.key == "calendar.add_calendar_event"


texts = st.text(st.characters(exclude_categories=("C", "Zl", "Zp")))
values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(texts, st.integers(-99, 99), st.booleans(), st.sampled_from(["null", "no", "-1d 18:00", "a: b", "~"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(values)
def test_a_spelled_value_is_read_back_as_it_was(value: Any) -> None:
    assert load_yaml(f"a: {spelled(value)}  # note\n", "it.yaml").data == {"a": value}


@pytest.mark.parametrize("text", ["FILL IN a fact", "Europe/Luxembourg", "+1d 10:00", "friend@home.example"])
def test_plain_texts_need_no_quotes(text: str) -> None:
    assert spelled(text) == text


@pytest.mark.parametrize("text", ["", "Late", "late train", "1st", "a" * 61, "späti", "late_train\n"])
def test_an_id_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(ChoiceError, match="such as late_train"):
        choices.read_id(text, ())


def test_an_id_that_is_taken_is_refused() -> None:
    with pytest.raises(ChoiceError, match="There is already a scenario 'late_train'"):
        choices.read_id("late_train", ["late_train"])


@pytest.mark.parametrize(("text", "said"), [("", "at least one app"), ("emial", "'email'"), ("home", "no app 'home'")])
def test_apps_that_no_phone_can_list_are_refused(text: str, said: str) -> None:
    with pytest.raises(ChoiceError, match=said):
        choices.read_apps(text)


def test_apps_may_be_separated_by_commas_and_spaces_and_count_once() -> None:
    assert choices.read_apps("email, calendar email") == ("email", "calendar")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("08:20", "no date"),
        ("start", "no date"),
        ("2026-03-05", "no time of day"),
        ("2026-02-30 08:20", "real date"),
        ("Mon 2026-03-05 08:20", "Thursday"),
        ("2026-03-29 02:30", "does not exist"),
        ("soon", "no date"),
        ("2026-03-05 at noon", "not a time"),
    ],
)
def test_a_start_that_cannot_be_is_refused(text: str, said: str) -> None:
    with pytest.raises(ChoiceError, match=said):
        choices.read_start(text, "Europe/Luxembourg")


def test_a_start_is_kept_with_its_weekday() -> None:
    assert choices.read_start("2026-03-05 08:20", "Europe/Luxembourg") == "Thu 2026-03-05 08:20"


@pytest.mark.parametrize("text", [" ", "a\tb", "a\x1b[31m", "x" * 201])
def test_a_title_that_cannot_be_shown_on_a_line_is_refused(text: str) -> None:
    with pytest.raises(ChoiceError, match="The title"):
        choices.read_text(text, "title")


@pytest.mark.parametrize("name", ["Leila Haddad", "李小龙", "Zoë", "...", "x" * 200])
def test_every_owner_gets_an_address(name: str) -> None:
    assert loaded(new_scenario_text(wish(owner_name=name))).scenario.owner.name == name


@pytest.mark.parametrize("apps", [*((app,) for app in APPS), ("unheard_of",), ("email", "cab")], ids="+".join)
def test_the_usual_category_is_one_of_them(apps: tuple[str, ...]) -> None:
    assert choices.usual_category(apps) in CATEGORIES


class Plant(Record, frozen=True):
    table: ClassVar[str] = "garden.plant"
    prefix: ClassVar[str] = "plant"

    name: str


class Pot(BaseModel):
    size: int = Field(ge=50)
    colour: Literal["red", "blue"]


class PlantSeed(Seed):
    name: str
    giver: str = Field(alias="from")
    sown: SeedTime
    waters: list[SeedTime] = Field(min_length=1)
    pot: Pot
    indoors: bool
    tags: list[str] | None = None


class FormSeed(Seed):
    """Requires nothing, yet must be one of two things."""

    seeds: int | None = None
    packet: str | None = None
    tree: str | None = None


class Garden(App):
    name = "garden"
    records = (Plant,)
    seed: ClassVar[type[Seed] | None] = PlantSeed

    def plant(self, plot: Plot, seed: Any) -> None:
        if isinstance(seed, PlantSeed):
            plot.person(seed.giver, "from")
            if not seed.indoors:
                raise SeedError("indoors", "it is too cold outside")
        elif seed.tree is None and (seed.packet is None or seed.seeds is None):
            raise SeedError("", "say what this is")
        plot.add(Plant(id=plot.new_id(Plant), name=seed.label), seed.label)


def found_for(seed: type[Seed]) -> Example | None:
    class ThisGarden(Garden):
        pass

    ThisGarden.seed = seed
    owner = Owner(name="Leila Haddad", email="leila@home.example", time_zone="Europe/Luxembourg")
    friend = Person(label="friend", name="Robin Falk", email="robin@home.example", user_id="user_1")
    stage = TrialPhone("late_train", owner, friend, ("reminder",), 1_772_695_200)
    stage.apps = {**stage.apps, "garden": ThisGarden()}
    return example_of("garden", {}, stage)


def test_an_app_that_nobody_knew_gets_an_example_of_the_right_types() -> None:
    example = found_for(PlantSeed)
    assert example is not None
    assert plain(example.entry) == {
        "label": "garden_1",
        "name": "FILL IN name",
        "from": "friend",
        "sown": "+1d 10:00",
        "waters": ["+1d 11:00"],
        "pot": {"size": 100, "colour": "red"},
        "indoors": True,
    }
    assert example.others == ["tags"]


def test_what_is_no_text_is_marked_beside_it() -> None:
    example = found_for(PlantSeed)
    assert example is not None
    assert example.entry["indoors"].note == TO_DO
    assert example.entry["pot"]["colour"].note == f"{TO_DO}: red, blue"


def test_a_seed_that_may_be_several_things_becomes_the_one_declared_first() -> None:
    example = found_for(FormSeed)
    assert example is not None
    assert plain(example.entry) == {"label": "garden_1", "seeds": 1, "packet": "FILL IN packet"}


def test_a_seed_that_never_grows_has_no_example() -> None:
    class Barren(Seed):
        colours: set[int]

    assert found_for(Barren) is None
