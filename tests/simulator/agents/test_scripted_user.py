"""The scripted user: the shortest taps to everything, and the same answers for every assistant."""

from __future__ import annotations

import pytest

from simulator.agents.oracle import Oracle
from simulator.agents.policy import SAY, Decision, UserView
from simulator.agents.scripted_user import ScriptedUser
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.phone.apps.email.records import Mail
from simulator.phone.perform import Refusal
from simulator.phone.state import Proposal
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.story import Story
from simulator.trace.ledger import Ledger, Offer
from simulator.trace.moments import Acted
from tests.simulator.scenario.stories import assistant_who, path, played, sound, steps_of, tale, taps

QUIET = "needs: []\ntimeline: []\n"
MANY = "\n".join(f'        - {{from: odile, at: -{30 - day}d 10:00, text: "Number {day}"}}' for day in range(1, 28))
OLD_CHAT = f"""
world:
  messaging:
    - label: chat
      with: [odile]
      messages:
        - {{label: oldest, from: odile, at: -30d 09:00, text: The first of many}}
{MANY}
"""
AT_NOON = """
needs: []
timeline:
  - {label: call, at: "12:00", do: email.send_email_to_user_only, with: {sender: tomas}}
  - {label: again, at: "13:00", do: email.send_email_to_user_only, with: {sender: tomas}}
"""


def tapped(*steps: str, changes: str = QUIET) -> list[str]:
    return taps(played(tale(changes + path(*steps)), assistant="silent"))


@pytest.mark.parametrize(
    ("what", "way"),
    [
        ("email", ["open_app"]),
        ("hello", ["open_app", "open_email_by_id"]),
        ("sent_note", ["open_app", "switch_folder", "open_email_by_id"]),
        ("binned", ["open_app", "switch_folder", "open_email_by_id"]),
        ("chat", ["open_app", "open_conversation"]),
        ("asked", ["open_app", "open_conversation"]),
        ("trio", ["open_app", "open_conversation"]),
        ("budget", ["open_app", "open_event_by_id"]),
        ("dinner", ["open_app", "open_event_by_id"]),
        ("rent", ["open_app", "open_reminder"]),
    ],
)
def test_every_record_is_reached_by_the_shortest_way(what: str, way: list[str]) -> None:
    episode = played(tale(QUIET + path(f"{{see: {what}}}")), assistant="silent")
    assert taps(episode) == way
    assert not episode.ledger.failed
    if what in episode.story.labels:
        _, record_id = episode.story.labels[what]
        shown = episode.ledger.user_acts[len(way) - 1].patches
        chat = episode.story.labels["chat"][1]
        assert any(record_id in str(patch) or (what == "asked" and chat in str(patch)) for patch in shown)


def test_the_way_back_out_of_another_folder_is_found() -> None:
    assert tapped("{see: sent_note}", "{see: hello}") == [
        "open_app",
        "switch_folder",
        "open_email_by_id",
        "go_back",
        "switch_folder",
        "open_email_by_id",
    ]


def test_another_record_of_the_same_kind_is_reached_over_the_list() -> None:
    assert tapped("{see: rent}", "{see: ferns}") == ["open_app", "open_reminder", "go_back", "open_reminder"]


def test_what_is_in_front_already_needs_no_tap() -> None:
    assert tapped("{see: rent}", "{see: rent}", "{see: reminder}") == ["open_app", "open_reminder"]


def test_an_app_in_the_background_is_switched_to() -> None:
    assert tapped("{see: rent}", "{see: email}", "{see: rent}") == [
        "open_app",
        "open_reminder",
        "go_home",
        "open_app",
        "switch_app",
    ]


def test_an_old_message_is_opened_on_its_page() -> None:
    episode = played(tale(QUIET + OLD_CHAT + path("{see: oldest}")), assistant="silent")
    assert taps(episode) == ["open_app", "open_conversation"]
    assert episode.ledger.user_acts[1].args["offset"] == 20


def test_a_record_that_is_gone_is_passed_over() -> None:
    assert tapped("{do: reminder.delete, on: rent}", "{see: rent}", "{see: ferns}") == [
        "open_app",
        "open_reminder",
        "delete",
        "open_reminder",
    ]


def test_a_file_has_no_screen_and_is_passed_over() -> None:
    assert tapped("{see: lease}", "{see: files}", "{see: email}") == ["open_app"]


def test_an_action_on_a_record_is_done_on_its_screen() -> None:
    steps = (
        "{do: messaging.send_message, on: chat, with: {content: Hi}}",
        "{do: email.reply, on: hello, with: {content: Yes}}",
    )
    episode = played(tale(QUIET + path(*steps)), assistant="silent")
    assert taps(episode) == [
        "open_app",
        "open_conversation",
        "send_message",
        "go_home",
        "open_app",
        "open_email_by_id",
        "reply",
    ]
    assert not episode.ledger.failed


def test_an_action_on_a_screen_behind_the_records_own_is_found() -> None:
    steps = (
        "{do: calendar.set_location, on: dinner, with: {location: Chez Amira}}",
        "{do: calendar.save}",
        "{do: messaging.set_title, on: trio, with: {title: Three}}",
    )
    episode = played(tale(QUIET + path(*steps)), assistant="silent")
    assert taps(episode) == [
        "open_app",
        "open_event_by_id",
        "edit_event",
        "set_location",
        "save",
        "go_home",
        "open_app",
        "open_conversation",
        "open_info",
        "set_title",
    ]
    assert not episode.ledger.failed


def test_a_form_is_filled_in_step_by_step() -> None:
    steps = (
        "{do: email.set_recipients, with: {recipients: [odile]}}",
        "{do: email.set_body, with: {body: Hi}}",
        "{do: email.send_composed_email}",
    )
    episode = played(tale(QUIET + path(*steps)), assistant="silent")
    assert taps(episode) == ["open_app", "start_compose", "set_recipients", "set_body", "send_composed_email"]
    (sent,) = [effect.new for effect in episode.ledger.effects if effect.actor == "user"]
    assert isinstance(sent, Mail)
    assert sent.recipients == ("odile@marchand.example",)


def test_an_action_that_stands_nowhere_on_the_way_is_passed_over() -> None:
    assert tapped("{do: reminder.save, on: rent}", "{do: email.edit_draft}", "{see: reminder}")[-1:] != [
        "put_phone_down"
    ]
    assert "open_app" in tapped("{do: email.accept_proposal, on: hello}", "{see: reminder}")


def test_the_user_goes_on_after_a_refusal() -> None:
    steps = ("{do: reminder.set_due_datetime, with: {due_datetime: +1d 09:00}}", "{do: reminder.save}", "{see: email}")
    episode = played(tale(QUIET + path(*steps)), assistant="silent")
    (failed,) = episode.ledger.failed
    assert failed.name == "save"
    assert episode.ledger.user_acts[-1].app in ("home", "email")
    assert taps(episode)[-2:] == ["go_home", "open_app"]


def test_waiting_is_putting_the_phone_down() -> None:
    episode = played(tale(AT_NOON + path("{see: rent}", "{see: call, after: call}")), assistant="silent")
    assert taps(episode) == ["open_app", "open_reminder", "put_phone_down", "open_app", "open_email_by_id"]
    assert episode.ledger.user_acts[-1].at >= episode.evidence().time("12:00")


def test_putting_down_to_wait_is_not_the_put_down_of_the_path() -> None:
    episode = played(tale(AT_NOON + path("{put_down: true, after: call}", "{see: rent}")), assistant="silent")
    assert [act.name for act in episode.ledger.user_acts][:3] == ["put_phone_down", "put_phone_down", "open_app"]


def test_a_path_may_put_the_phone_down_in_between() -> None:
    steps = ("{see: rent}", "{put_down: true}", "{see: email}")
    assert tapped(*steps, changes=AT_NOON) == ["open_app", "open_reminder", "put_phone_down", "open_app"]


def failing(name: str, number: int) -> Acted:
    refusal = Refusal("not_available", "It cannot be tapped.")
    return Acted(n=number, at=0, local="", actor="user", app="email", name=name, error=refusal)


def view_of(story: Story, own: list[Acted], offer: str = "") -> tuple[UserView, Evidence]:
    """What a user sees on the fresh phone after these acts, perhaps with an offer that meets the need."""
    world, ledger = story.blank.copy(), Ledger()
    if offer:
        proposal = Proposal(id="proposal_1", text=offer, made_at=story.start, made_in=1, expires_at=story.start + 900)
        world.store.put(proposal)
        ledger.offers[proposal.id] = Offer(1, story.start, proposal, needs=("help",), kind="needed")
    return UserView(world, 1, "", [], own), story.evidence(world, ledger)


def test_a_step_whose_way_is_barred_is_given_up() -> None:
    story = tale(QUIET + path("{see: hello}", "{see: rent}"))
    view, evidence = view_of(story, [])
    user = ScriptedUser(story, lambda: evidence)
    assert user.decide(view).args == {"app_name": "Emails"}
    view, _ = view_of(story, [failing("open_app", 1)])
    assert user.decide(view).args == {"app_name": "Reminders"}


def test_what_a_player_before_tried_in_vain_bars_no_way() -> None:
    story = tale(QUIET + path("{see: hello}", "{see: rent}"))
    view, evidence = view_of(story, [failing("open_email_by_id", 1), failing("fly", 2)])
    assert ScriptedUser(story, lambda: evidence).decide(view).args == {"app_name": "Emails"}


def test_looking_something_up_is_given_up_when_the_way_is_barred() -> None:
    story = tale(NEED % "accept: Yes., look: hello")
    view, evidence = view_of(story, [], offer="Shall I help?")
    user = ScriptedUser(story, lambda: evidence)
    assert user.decide(view).name == "open_app"
    view, _ = view_of(story, [failing("open_app", 2)], offer="Shall I help?")
    assert user.decide(view).name == "accept_proposal"


NEED = "needs: [{label: help, evident_after: start, welcome: {mentions: [help]}, answer: {%s}}]\ntimeline: []\n"


def answered(answer: str, offer: str, *steps: str) -> Episode:
    story = tale(NEED % answer + path(*steps) + "\notherwise: No idea what you mean.")
    return sound(Episode(story, EpisodeConfig(), assistant=assistant_who((SAY, {"content": offer}))).run())


@pytest.mark.parametrize(
    ("answer", "offer", "name", "words"),
    [
        ("accept: Yes.", "Shall I help?", "accept_proposal", "Yes."),
        ('change: "Yes, but at four."', "Shall I help?", "accept_proposal", "Yes, but at four."),
        ("reject: No.", "Shall I help?", "reject_proposal", "No."),
        ("accept: Yes.", "Nice weather.", "reject_proposal", "No idea what you mean."),
    ],
)
def test_an_offer_is_answered_as_the_scenario_says(answer: str, offer: str, name: str, words: str) -> None:
    act = next(act for act in answered(answer, offer).ledger.user_acts if act.app == "assistant")
    assert (act.name, act.args) == (name, {"content": words})


def test_an_answer_takes_no_step_of_the_path_away() -> None:
    episode = answered("accept: Yes.", "Shall I help?", "{see: rent}", "{see: ferns}")
    assert taps(episode) == ["open_app", "accept_proposal", "open_reminder", "go_back", "open_reminder"]


def test_the_user_may_look_first_and_then_answers() -> None:
    episode = answered("accept: Yes., look: sent_note", "Shall I help?", "{see: rent}")
    assert taps(episode) == [
        "open_app",
        "go_home",
        "open_app",
        "switch_folder",
        "open_email_by_id",
        "accept_proposal",
        "switch_app",
        "open_reminder",
    ]


def test_looking_at_what_is_in_front_takes_no_tap() -> None:
    assert taps(answered("accept: Yes., look: reminder", "Shall I help?", "{see: rent}"))[:2] == [
        "open_app",
        "accept_proposal",
    ]


def test_what_cannot_be_looked_at_keeps_nobody_from_answering() -> None:
    assert taps(answered("accept: Yes., look: lease", "Shall I help?"))[1] == "accept_proposal"


def test_an_unwelcome_offer_is_turned_down_without_looking() -> None:
    assert taps(answered("accept: Yes., look: sent_note", "Nice weather."))[1] == "reject_proposal"


def test_answers_are_the_same_for_every_assistant() -> None:
    story = tale(NEED % "accept: Yes.")
    hasty = assistant_who((SAY, {"content": "Shall I help?"}))
    patient = assistant_who(
        ("Emails__list_emails", {}), ("Reminders__get_all_reminders", {}), (SAY, {"content": "Shall I help?"})
    )
    answers = [
        [
            act.args
            for act in Episode(story, EpisodeConfig(), assistant=maker).run().ledger.user_acts
            if act.app == "assistant"
        ]
        for maker in (hasty, patient)
    ]
    assert answers[0] == answers[1] == [{"content": "Yes."}]


def test_a_rebuilt_user_goes_on_where_it_was() -> None:
    changes = (
        "timeline: [{label: call, after: start + 30s, do: email.send_email_to_user_only, with: {sender: tomas}}]\n"
        "needs: [{label: help, evident_after: call, welcome: {}, answer: {accept: Yes., look: sent_note}}]\n"
    )
    story = tale(
        changes + path("{see: rent}", "{do: reminder.delete, on: ferns}", "{see: hello, after: call}", "{see: chat}")
    )
    bound = steps_of(story, "")

    def fresh() -> Episode:
        return Episode(story, EpisodeConfig(), assistant=lambda *given: Oracle(given[0], bound, given[2]))

    episode = sound(fresh().run())
    for length in range(1, len(episode.moments)):
        twin = fresh()
        twin.replay(episode.moments[:length])
        assert twin.run().moments == episode.moments, f"after {length} moments"


@pytest.mark.parametrize("plays", ["silent", "eager"])
def test_a_rebuilt_user_does_not_return_to_what_it_passed_over(plays: str) -> None:
    """What was not there yet, is gone by now or was in front already is over, also for a user made later."""
    steps = (
        "{see: call}",
        "{do: reminder.delete, on: rent}",
        "{see: ferns}",
        "{see: ferns}",
        "{see: hello, after: call}",
        "{put_down: true}",
        "{see: chat}",
    )
    story = tale(AT_NOON + path(*steps))
    episode = sound(Episode(story, EpisodeConfig(assistant=plays)).run())
    assert "open_conversation" in taps(episode)
    for length in range(1, len(episode.moments)):
        twin = Episode(story, EpisodeConfig(assistant=plays))
        twin.replay(episode.moments[:length])
        assert twin.run().moments == episode.moments, f"after {length} moments"


def test_a_user_who_takes_over_from_another_goes_on_where_that_one_was() -> None:
    story = tale(QUIET + path("{see: rent}", "{do: reminder.delete, on: ferns}", "{see: hello}"))
    first = [("open_app", {"app_name": "Reminders"}), ("open_reminder", {"reminder_id": story.labels["rent"][1]})]

    class Starter:
        def decide(self, view: UserView) -> Decision:
            name, args = first[len(view.own)]
            return Decision(name, args)

    started = Episode(story, EpisodeConfig(assistant="silent"), user=lambda *_: Starter())
    moments = started.play()
    while len(started.ledger.user_acts) < len(first):
        next(moments)
    episode = Episode(story, EpisodeConfig(assistant="silent"))
    episode.replay(started.moments)
    assert taps(episode.run()) == [
        "open_app",
        "open_reminder",
        "go_back",
        "open_reminder",
        "delete",
        "go_home",
        "open_app",
        "open_email_by_id",
    ]
