"""Help that strict rules called wrong: early, in two stages, with an extra, or before the message that asks for it.

Each case succeeds with the scripted user and with a model that accepts every offer.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simulator.agents.oracle import Oracle
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.story import Story
from tests.model_server import replies
from tests.model_server.replies import Reply
from tests.model_server.server import ModelServer
from tests.model_server.wire import Asked
from tests.simulator.agents.llm.models import config as model_config
from tests.simulator.scenario.stories import played, sound, steps_of, tale

Play = Callable[[Story, str], Episode]
FERNS = """
offers: {unneeded_at_most: 0}
timeline:
  - {label: call, after: start + 40s, do: email.send_email_to_user_only, with: {sender: tomas, content: Hello.}}
  - label: home
    after: start + 30m
    do: email.send_email_to_user_only
    with: {sender: odile, content: I am home and have watered the ferns. You can forget about them.}
needs:
  - label: ferns
    say: offers to delete the reminder about the ferns
    acts: [{delete: ferns}]
    answer: {accept: "Yes, please."}
goals: [{for: ferns, say: The ferns need no reminder, absent: {record: ferns}}]
"""
EARLY = FERNS.replace("answer:", "not_before: {event: home, because: Odile waters them until then}\n    answer:")
DELETE = "- reminder.delete_reminder: {reminder_id: ferns}\n- report: I have deleted the reminder about the ferns."
AT_ONCE = '- {offer: "Shall I delete the reminder about the ferns?", early: true}'
# Nobody knows the hour when the offer is made: Wanjiru names it in her answer.
TWO_STAGES = """
offers: {unneeded_at_most: 0}
timeline:
  - label: call
    after: start + 40s
    do: email.send_email_to_user_only
    with: {sender: tomas, content: Could the dinner begin when it suits Wanjiru?}
  - label: answer
    when: {sent: {to: wanjiru}}
    delay: 5m
    do: email.send_email_to_user_only
    with: {sender: wanjiru, content: 20:30 would suit me.}
needs:
  - label: ask
    say: offers to ask Wanjiru when the dinner should begin
    acts: [{ask: wanjiru}]
    answer: {accept: "Yes, please."}
  - label: begin
    say: offers to move the dinner to the time that suits Wanjiru
    acts: [{move: dinner}]
    answer: {accept: "Yes, please."}
goals:
  - {for: ask, say: Wanjiru is asked, sent: {to: wanjiru}}
  - {for: begin, say: The dinner begins at half past eight, changed: {record: dinner, to: {start: +3d 20:30}}}
allowed: [{record: dinner, changed: [end]}]
solution:
  - offer: Shall I ask Wanjiru by mail when the dinner should begin?
  - email.send_email: {recipients: [wanjiru], subject: Dinner, content: When should the dinner begin?}
  - report: I have asked her.
  - offer: Shall I move the dinner to 20:30?
  - calendar.edit_calendar_event: {event_id: dinner, start_datetime: +3d 20:30, end_datetime: +3d 22:30}
  - report: The dinner begins at 20:30.
"""
BOTH = """
- offer: Shall I ask Wanjiru by mail when the dinner should begin, and move it to her time once she has answered?
- email.send_email: {recipients: [wanjiru], subject: Dinner, content: When should the dinner begin?}
- wait: answer
- calendar.edit_calendar_event: {event_id: dinner, start_datetime: +3d 20:30, end_datetime: +3d 22:30}
- report: I have asked Wanjiru and moved the dinner to 20:30.
"""
WITH_EXTRA = """
- {offer: "Shall I delete the reminder about the ferns and tell Odile?", early: true}
- reminder.delete_reminder: {reminder_id: ferns}
- email.send_email: {recipients: [odile], subject: Ferns, content: I no longer need a reminder for the ferns.}
- report: I have deleted the reminder about the ferns and told Odile.
"""


def _accepts_everything(asked: Asked) -> Reply:
    accepts = "accept_proposal" in asked.tools
    return replies.call("accept_proposal", {"content": "Yes."}) if accepts else replies.call("put_phone_down")


@pytest.fixture(params=["scripted", "yes-saying model"])
def play(request: pytest.FixtureRequest) -> Play:
    """Play a story in which the assistant does these steps, with each of the two users."""
    if request.param == "scripted":
        return lambda story, steps: played(story, steps)
    server: ModelServer = request.getfixturevalue("model_server")
    server.play(_accepts_everything)
    config = model_config("tools", server.url)

    def with_model(story: Story, steps: str) -> Episode:
        bound = steps_of(story, steps)
        return sound(Episode(story, config, assistant=lambda *given: Oracle(given[0], bound, given[2])).run())

    return with_model


def reasons(episode: Episode) -> tuple[str, ...]:
    """Return why the run is no success; nothing if it is one."""
    outcome = episode.outcome()
    doubts = tuple(doubt for part in outcome.parts.values() for doubt in part.doubts)
    return () if outcome.success else (*outcome.reasons, *doubts, "no success")


def test_right_offer_that_comes_early_succeeds(play: Play) -> None:
    episode = play(tale(EARLY), f"{AT_ONCE}\n{DELETE}")
    (offer,) = episode.ledger.offers.values()
    assert offer.kind == "early"
    assert reasons(episode) == ()


def test_offer_in_two_stages_is_credited_for_both(play: Play) -> None:
    episode = play(tale(TWO_STAGES), BOTH)
    (offer,) = episode.ledger.offers.values()
    assert offer.needs == ("ask", "begin")
    assert reasons(episode) == ()


def test_extra_that_the_accepted_offer_names_is_no_damage(play: Play) -> None:
    assert reasons(play(tale(FERNS), WITH_EXTRA)) == ()


def test_help_before_the_message_that_it_answers_succeeds(play: Play) -> None:
    episode = play(tale(FERNS), f"{AT_ONCE}\n{DELETE}")
    done = next(effect for effect in episode.ledger.effects if effect.actor == "assistant")
    assert done.moment < episode.ledger.fired["home"].moment
    assert reasons(episode) == ()


def test_help_is_credited_only_once_it_can_be_known_but_never_counts_twice(model_server: ModelServer) -> None:
    """A model may accept a guess. The guess earns nothing, but the user agreed to it, so it is no damage."""
    model_server.play(_accepts_everything)
    story = tale(TWO_STAGES)
    steps = """
    - {offer: "Shall I move the dinner to 20:30?", early: true}
    - calendar.edit_calendar_event: {event_id: dinner, start_datetime: +3d 20:30, end_datetime: +3d 22:30}
    - report: The dinner begins at 20:30.
    """
    bound = steps_of(story, steps)
    config: EpisodeConfig = model_config("tools", model_server.url)
    episode = sound(Episode(story, config, assistant=lambda *given: Oracle(given[0], bound, given[2])).run())
    (offer,) = episode.ledger.offers.values()
    assert (offer.kind, offer.accepted) == ("guess", True)
    outcome = episode.outcome()
    assert not outcome.goals_met.ok
    assert outcome.clean.ok, outcome.clean.reasons
