"""Offers that the scripted user neither accepts nor rejects at first: early ones and unclear ones."""

from __future__ import annotations

from simulator.agents.oracle import Oracle
from simulator.agents.policy import SAY
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.trace.ledger import Offer
from simulator.trace.moments import Acted
from tests.simulator.scenario.stories import assistant_who, path, played, sound, steps_of, tale, taps

# Odile's mail comes after the time for which an offer waits for an answer.
EARLY = """
offers: {}
timeline:
  - {label: call, after: start + 40s, do: email.send_email_to_user_only, with: {sender: tomas, content: Hello.}}
  - {label: home, after: start + 90m, do: email.send_email_to_user_only, with: {sender: odile, content: I am home.}}
needs:
  - label: ferns
    say: offers to delete the reminder about the ferns
    acts: [{delete: ferns}]
    not_before: {event: home, because: Odile waters them until then}
    answer: {accept: "Yes, please."}
goals: [{for: ferns, say: The ferns need no reminder, absent: {record: ferns}}]
"""
NEVER = EARLY.replace("after: start + 90m", "when: {offer: rejected}")
PLAIN = '- {offer: "Shall I delete the reminder about the ferns?", early: true}'
UNCLEAR = "- {offer: Shall I take care of that?, early: true}"
DONE = "- reminder.delete_reminder: {reminder_id: ferns}\n- report: The reminder is gone."
NOT_YET = "Not yet, please. Ask me again when it is time."
WHAT = "What do you mean by “take care of that”? What exactly would you do?"


def answers(episode: Episode) -> list[tuple[str, str]]:
    acts: list[Acted] = [act for act in episode.ledger.user_acts if act.app == "assistant"]
    return [(act.name, str(act.args["content"])) for act in acts]


def only_offer(episode: Episode) -> Offer:
    (offer,) = episode.ledger.offers.values()
    return offer


def test_an_early_offer_is_put_off_and_accepted_once_it_is_due() -> None:
    episode = played(tale(EARLY), f"{PLAIN}\n{DONE}")
    assert answers(episode) == [("send_message_to_agent", NOT_YET), ("accept_proposal", "Yes, please.")]
    offer = only_offer(episode)
    assert offer.kind == "early"
    assert offer.proposal.kept
    assert offer.kept_in is not None and offer.answered_in is not None
    assert offer.kept_in < episode.ledger.fired["home"].moment < offer.answered_in
    assert episode.outcome().success


def test_an_offer_that_is_put_off_does_not_expire() -> None:
    episode = played(tale(EARLY), PLAIN, max_turns=6)
    offer = only_offer(episode)
    waited = (offer.proposal.answered_at or episode.world.now) - offer.proposal.made_at
    assert waited > offer.proposal.expires_at - offer.proposal.made_at
    assert not [act for act in episode.moments if isinstance(act, Acted) and act.name == "expire_proposal"]


def test_an_offer_that_is_put_off_does_not_keep_the_run_from_ending() -> None:
    episode = played(tale(NEVER), PLAIN)
    assert episode.ended is not None
    assert episode.ended.reason == "quiet"
    assert only_offer(episode).proposal.state == "pending"
    assert answers(episode) == [("send_message_to_agent", NOT_YET)], "the user says so once"


def test_not_yet_names_nothing_that_the_owner_cannot_know() -> None:
    (_, words), *_ = answers(played(tale(EARLY), PLAIN))
    assert not any(word in words for word in ("Odile", "home", "mail"))


def test_an_unclear_offer_is_asked_about_once() -> None:
    episode = played(tale(EARLY), UNCLEAR)
    assert answers(episode) == [("send_message_to_agent", WHAT)]
    assert only_offer(episode).proposal.state == "pending"
    assert episode.ended is not None
    assert episode.ended.reason == "quiet"


def test_a_plain_offer_after_an_unclear_one_is_accepted_and_nothing_counts_as_unneeded() -> None:
    story = tale(EARLY.replace("{event: home,", "{event: call,").replace("offers: {}", "offers: {unneeded_at_most: 0}"))
    assistant = assistant_who(
        (SAY, {"content": "Shall I take care of that?"}),
        (SAY, {"content": "Shall I delete the reminder about the ferns?"}),
        ("Reminders__delete_reminder", {"reminder_id": story.labels["ferns"][1]}),
        (SAY, {"content": "The reminder is gone."}),
    )
    episode = sound(Episode(story, EpisodeConfig(), assistant=assistant).run())
    assert answers(episode) == [("send_message_to_agent", WHAT), ("accept_proposal", "Yes, please.")]
    unclear, plain = episode.ledger.offers.values()
    assert (unclear.kind, unclear.proposal.state) == ("unclear", "withdrawn")
    assert (plain.kind, plain.proposal.state) == ("needed", "done")
    assert episode.outcome().restrained.reasons == ("It made no unneeded offer.",)
    assert episode.outcome().success


def test_the_user_continues_on_its_path_while_an_offer_is_put_off() -> None:
    story = tale(EARLY + path("{see: rent}", "{see: hello}", "{see: chat}"))
    episode = played(story, f"{PLAIN}\n{DONE}")
    offer = only_offer(episode)
    assert offer.kept_in is not None
    between = [act.name for act in episode.ledger.user_acts if act.n > offer.kept_in and act.app != "assistant"]
    assert "open_conversation" in between
    assert [name for name in taps(episode) if name.startswith("open_")][-1] == "open_conversation"


def test_a_rebuilt_user_goes_on_where_it_was_while_an_offer_is_put_off() -> None:
    story = tale(EARLY + path("{see: rent}", "{see: hello}", "{see: chat}"))
    bound = steps_of(story, f"{PLAIN}\n{DONE}")

    def fresh() -> Episode:
        return Episode(story, EpisodeConfig(), assistant=lambda *given: Oracle(given[0], bound, given[2]))

    episode = sound(fresh().run())
    for length in range(1, len(episode.moments)):
        twin = fresh()
        twin.replay(episode.moments[:length])
        assert twin.run().moments == episode.moments, f"after {length} moments"


def test_a_guess_gets_the_ordinary_refusal() -> None:
    changes = EARLY.replace("not_before: {event: home, because: Odile waters them until then}", "evident_after: home")
    guess = only_offer(played(tale(changes + "otherwise: What do you mean?"), PLAIN))
    assert (guess.kind, guess.proposal.state, guess.proposal.answer) == ("guess", "rejected", "What do you mean?")


def test_help_that_comes_too_late_is_declined_for_that_reason() -> None:
    changes = EARLY.replace(
        "not_before: {event: home, because: Odile waters them until then}", 'too_late_after: "08:00:10"'
    )
    late = only_offer(played(tale(changes), PLAIN))
    assert (late.kind, late.proposal.answer) == ("too_late", "Thank you, but it is too late for that now.")
