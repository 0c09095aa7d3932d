"""When events happen, in which order, and what is said of those that do not."""

from __future__ import annotations

import pytest

from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.timeline import EventStatus, Timeline
from simulator.trace.moments import Acted
from tests.simulator.scenario.stories import path, played, tale

MAIL = "do: email.send_email_to_user_only, with: {sender: tomas}"
BROKEN = "do: email.reply_to_email_from_user, with: {sender: tomas, email_id: hello}"


def timeline(*events: str) -> str:
    return "needs: []\ntimeline:\n" + "\n".join(f"  - {{{event}}}" for event in events)


def events(episode: Episode) -> list[tuple[str, str]]:
    """Labels and clock times of the events that came."""
    acts = [moment for moment in episode.moments if isinstance(moment, Acted) and moment.event and moment.error is None]
    return [(act.event, act.local[11:]) for act in acts]


def statuses(episode: Episode) -> dict[str, EventStatus]:
    return {status.label: status for status in episode.timeline.statuses()}


def silent(changes: str) -> Episode:
    return played(tale(changes), assistant="silent")


def test_events_come_at_their_times_and_in_the_order_of_the_file_if_at_once() -> None:
    episode = silent(
        timeline(
            f"label: third, at: '09:00', {MAIL}",
            f"label: first, at: '08:30', {MAIL}",
            f"label: second, after: start + 30m, {MAIL}",
        )
    )
    assert events(episode) == [("first", "08:30:00"), ("second", "08:30:00"), ("third", "09:00:00")]


def test_an_event_follows_another_after_its_delay() -> None:
    episode = silent(
        timeline(f"label: c, after: b, {MAIL}", f"label: b, after: a + 2m30s, {MAIL}", f"label: a, at: '08:10', {MAIL}")
    )
    assert events(episode) == [("a", "08:10:00"), ("b", "08:12:30"), ("c", "08:12:30")]


def test_every_status_is_explained_before_anything_happens() -> None:
    story = tale(
        timeline(
            f"label: a, at: '08:10', {MAIL}",
            f"label: b, after: a + 2m, {MAIL}",
            f"label: c, after: a, {MAIL}",
            f"label: d, when: {{offer: made}}, {MAIL}",
            f"label: e, when: {{say: Someone has asked., offer: made}}, {MAIL}",
            f"label: f, at: '12:00', until: '11:00', {MAIL}",
            f"label: g, after: f, {MAIL}",
            f"label: h, at: +5d 09:00, {MAIL}",
        )
    )
    found = [(status.label, status.state, status.why) for status in Timeline(story).statuses()]
    assert found == [
        ("a", "waiting", "comes at 2026-03-05 08:10:00"),
        ("b", "waiting", "comes 2m after 'a'"),
        ("c", "waiting", "comes right after 'a'"),
        ("d", "waiting", "waits for its condition"),
        ("e", "waiting", "waits for its condition: Someone has asked"),
        ("f", "dead", "it would come at 2026-03-05 12:00:00, after its limit 2026-03-05 11:00:00"),
        ("g", "dead", "it needs 'f', which cannot come"),
        ("h", "waiting", "comes at 2026-03-10 09:00:00, but the story ends at 2026-03-06 20:00:00"),
    ]


def test_an_event_that_came_says_when_and_in_which_moment() -> None:
    episode = silent(timeline(f"label: a, at: '08:10', {MAIL}"))
    status = statuses(episode)["a"]
    assert (status.state, status.why) == ("fired", "came at 2026-03-05 08:10:00")
    assert status.moment is not None
    assert isinstance(episode.moments[status.moment], Acted)


def test_a_condition_that_is_not_true_says_what_it_waits_for() -> None:
    episode = silent(timeline(f"label: a, when: {{by: user, sent: {{to: odile}}}}, {MAIL}"))
    assert statuses(episode)["a"].why == ("waits for its condition: no message to Odile Marchand was sent by the user")


def test_a_failed_event_takes_those_that_need_it_with_it() -> None:
    episode = silent(
        timeline(
            f"label: a, at: '08:10', {BROKEN}",
            f"label: b, after: a + 1m, {MAIL}",
            f"label: c, after: b, {MAIL}",
            f"label: d, when: {{fired: c}}, {MAIL}",
            f"label: e, when: {{any_of: [{{fired: c}}, {{by: user, sent: {{to: odile}}}}]}}, {MAIL}",
        )
    )
    assert events(episode) == []
    found = statuses(episode)
    assert [status.state for status in found.values()] == ["dead", "dead", "dead", "dead", "waiting"]
    assert found["a"].why.startswith("it failed at 2026-03-05 08:10:00: The owner did not send")
    assert not found["a"].why.endswith(".")
    assert found["b"].why == "it needs 'a', which failed"
    assert found["c"].why == "it needs 'b', which cannot come"
    assert found["d"].why == "it needs 'c', which cannot come"


def test_what_stands_against_an_event_is_looked_at_when_its_time_comes() -> None:
    asked = "unless: {say: Odile has heard., by: anyone, sent: {to: odile}}"
    changes = timeline(f"label: a, at: '09:00', {asked}, {MAIL}", f"label: b, after: a, {MAIL}")
    assert [label for label, _ in events(silent(changes))] == ["a", "b"]
    sends = path("{do: messaging.send_message, on: chat, with: {content: Hi}}")
    found = statuses(silent(f"{changes}\n{sends}"))
    assert found["a"].state == "dead"
    assert found["a"].why == "its `unless` condition was met: Odile has heard"
    assert found["b"].why == "it needs 'a', which cannot come"


def test_nobody_is_woken_for_an_event_that_is_cancelled() -> None:
    cancelled = f"label: a, at: '19:00', unless: {{by: anyone, exists: {{record: ferns}}}}, {MAIL}"
    episode = silent(timeline(cancelled))
    without = silent("needs: []\ntimeline: []")
    assert statuses(episode)["a"].state == "dead"
    # Neither a further call nor the time tells the assistant that something was to come.
    assert [act.local for act in episode.ledger.assistant_acts] == [act.local for act in without.ledger.assistant_acts]
    assert episode.ended is not None and not episode.ended.local.endswith("19:00:00")


def test_what_stands_against_an_event_may_have_no_words() -> None:
    changes = timeline(f"label: a, at: '09:00', unless: {{by: anyone, exists: {{record: ferns}}}}, {MAIL}")
    assert statuses(silent(changes))["a"].why == "its `unless` condition was met"


def test_a_condition_true_from_the_start_fires_at_once() -> None:
    changes = timeline(f"label: a, when: {{by: anyone, exists: {{record: ferns}}}}, {MAIL}")
    assert events(silent(changes)) == [("a", "08:00:00")]


def test_a_condition_fires_once_and_after_its_delay() -> None:
    sends = "{do: messaging.send_message, on: chat, with: {content: Hi}}"
    changes = timeline(f"label: a, when: {{by: user, sent: {{to: odile}}}}, delay: 5m, {MAIL}")
    episode = silent(f"{changes}\n{path(sends, sends)}")
    (sent, _) = [act for act in episode.ledger.user_acts if act.name == "send_message"]
    (came,) = [moment for moment in episode.moments if isinstance(moment, Acted) and moment.event == "a"]
    assert came.at == sent.at + 300


def test_a_condition_without_delay_fires_in_the_same_second() -> None:
    sends = path("{do: messaging.send_message, on: chat, with: {content: Hi}}")
    episode = silent(timeline(f"label: a, when: {{by: user, sent: {{to: odile}}}}, {MAIL}") + "\n" + sends)
    (sent,) = [act for act in episode.ledger.user_acts if act.name == "send_message"]
    (came,) = [moment for moment in episode.moments if isinstance(moment, Acted) and moment.event == "a"]
    assert came.at == sent.at
    assert came.n == sent.n + 1


def test_a_condition_may_be_an_event() -> None:
    episode = silent(
        timeline(f"label: a, at: '08:10', {MAIL}", f"label: b, when: {{all_of: [{{fired: a}}]}}, delay: 1m, {MAIL}")
    )
    assert events(episode) == [("a", "08:10:00"), ("b", "08:11:00")]


@pytest.mark.parametrize(
    ("condition", "comes"),
    [
        ("{by: user, did: {action: email.open_email_by_id, on: hello}}", True),
        ("{by: user, did: {action: email.open_email_by_id, on: sent_note}}", False),
        ("{by: user, exists: {in: email, where: {subject: Hello, is_read: true}}}", True),
    ],
)
def test_a_condition_may_be_what_the_user_did(condition: str, comes: bool) -> None:
    changes = timeline(f"label: a, when: {condition}, {MAIL}") + "\n" + path("{see: hello}")
    assert bool(events(silent(changes))) is comes


NEED = "needs: [{label: help, evident_after: call, welcome: {mentions: [help]}, answer: {%s}}]"
CALL = f"label: call, after: start + 40s, {MAIL}"


@pytest.mark.parametrize(
    ("condition", "answer", "comes"),
    [
        ("{offer: made}", "accept: Yes.", True),
        ("{offer: accepted}", "accept: Yes.", True),
        ("{offer: accepted}", "reject: No.", False),
        ("{offer: rejected}", "reject: No.", True),
        ("{for: help, offer: accepted}", "accept: Yes.", True),
        ("{absent: {record: ferns}}", "accept: Yes.", True),
        ("{absent: {record: ferns}}", "reject: No.", False),
        ("{did: {action: reminder.delete_reminder}}", "accept: Yes.", True),
        ("{did: {action: reminder.get_all_reminders}}", "accept: Yes.", True),
        ("{told: [done]}", "accept: Yes.", True),
    ],
)
def test_a_condition_may_be_what_the_assistant_did_or_was_told(condition: str, answer: str, comes: bool) -> None:
    changes = timeline(CALL, f"label: a, when: {condition}, {MAIL}").replace("needs: []", NEED % answer)
    steps = "- reminder.get_all_reminders:\n- reminder.delete_reminder: {reminder_id: ferns}"
    found = [label for label, _ in events(played(tale(changes), steps))]
    assert ("a" in found) is comes


def test_a_condition_on_reading_is_looked_at_right_after_the_reading() -> None:
    condition = "{did: {action: reminder.get_all_reminders}}"
    changes = timeline(CALL, f"label: a, when: {condition}, {MAIL}").replace("needs: []", NEED % "accept: Yes.")
    episode = played(tale(changes), "- reminder.get_all_reminders:\n- reminder.delete_reminder: {reminder_id: ferns}")
    read = next(act for act in episode.ledger.assistant_acts if act.name == "get_all_reminders")
    assert episode.ledger.fired["a"].moment == read.n + 1


def test_a_condition_that_comes_true_too_late_is_dead() -> None:
    changes = timeline(f"label: a, when: {{fired: b}}, until: '09:00', {MAIL}", f"label: b, at: '10:00', {MAIL}")
    found = statuses(silent(changes))["a"]
    assert (found.state, found.why) == ("dead", "its condition did not come by 2026-03-05 09:00:00")


def test_an_event_whose_anchor_comes_too_late_is_dead() -> None:
    changes = timeline(
        f"label: a, after: b, until: '09:00', {MAIL}",
        f"label: b, when: {{fired: c}}, {MAIL}",
        f"label: c, at: '10:00', {MAIL}",
    )
    episode = silent(changes)
    assert [label for label, _ in events(episode)] == ["c", "b"]
    found = statuses(episode)["a"]
    assert (found.state, found.why) == ("dead", "'b' did not come by 2026-03-05 09:00:00")


def test_a_delay_that_leads_beyond_the_last_time_is_dead() -> None:
    changes = timeline(
        f"label: a, when: {{fired: b}}, delay: 2h, until: '09:00', {MAIL}", f"label: b, at: '08:10', {MAIL}"
    )
    found = statuses(silent(changes))["a"]
    assert found.state == "dead"
    assert found.why == "it would come at 2026-03-05 10:10:00, after its limit 2026-03-05 09:00:00"


def test_at_its_last_time_an_event_still_comes() -> None:
    changes = timeline(f"label: a, when: {{fired: b}}, until: '08:10', {MAIL}", f"label: b, at: '08:10', {MAIL}")
    assert [label for label, _ in events(silent(changes))] == ["b", "a"]


def test_a_condition_on_something_that_is_not_there_yet_waits() -> None:
    changes = "derived: {asked: b.sent_at}\n" + timeline(
        f"label: a, when: {{by: anyone, value: {{formula: asked, is: {{at: '08:10'}}}}}}, {MAIL}",
        f"label: b, at: '08:10', {MAIL}",
    )
    assert [label for label, _ in events(silent(changes))] == ["b", "a"]


def test_a_rebuilt_schedule_is_the_same() -> None:
    changes = timeline(
        f"label: a, at: '08:10', {BROKEN}",
        f"label: b, at: '08:20', unless: {{by: anyone, exists: {{record: ferns}}}}, {MAIL}",
        f"label: c, when: {{by: user, did: {{action: email.open_email_by_id}}}}, delay: 1m, {MAIL}",
        f"label: d, when: {{offer: made}}, until: '09:00', {MAIL}",
        f"label: e, at: '10:00', {MAIL}",
    )
    story = tale(changes + "\n" + path("{see: hello}"))
    episode = played(story, assistant="silent")
    for length in range(1, len(episode.moments)):
        twin = Episode(story, EpisodeConfig(assistant="silent"))
        twin.replay(episode.moments[:length])
        twin.run()
        assert twin.moments == episode.moments
        assert twin.timeline.statuses() == episode.timeline.statuses()


def test_reading_alone_is_not_judged_again() -> None:
    """Conditions are looked at only after moments that can make them true."""
    changes = timeline(CALL, f"label: a, when: {{by: user, sent: {{to: odile}}}}, {MAIL}").replace(
        "needs: []", NEED % "accept: Yes."
    )
    story = tale(changes)
    episode = played(story, "- reminder.get_all_reminders:\n- email.list_emails:")
    fresh, asked = Timeline(story), 0

    def evidence() -> Evidence:
        nonlocal asked
        asked += 1
        return episode.evidence()

    for moment in episode.moments[:-1]:
        fresh.feed(moment, evidence)
    acts = [moment for moment in episode.moments if isinstance(moment, Acted)]
    reads = [act for act in acts if act.name in ("get_all_reminders", "list_emails")]
    assert len(reads) == 2
    assert asked <= len(acts) + 1 - len(reads)


@pytest.mark.parametrize("repeat", ["", ", repeat: week"])
def test_a_reminders_own_ring_may_be_an_event_and_comes_once(repeat: str) -> None:
    story = tale(f"""
    world: {{reminder: [{{label: page, title: Week page, due: "08:30"{repeat}}}]}}
    timeline: [{{label: rings, at: "08:30", do: reminder.fall_due, with: {{reminder_id: page}}}}]
    needs: [{{label: help, evident_after: rings, welcome: {{mentions: [help]}}, answer: {{accept: "Yes."}}}}]
    """)
    episode = played(story, "- offer: Shall I help?\n- report: It is done.")
    rings = [moment for moment in episode.moments if isinstance(moment, Acted) and moment.name == "fall_due"]
    assert [(moment.event, moment.error) for moment in rings] == [("rings", None)]
    assert episode.outcome().consented.ok
    assert [offer.needs for offer in episode.ledger.offers.values()] == [("help",)]


def test_an_event_after_the_reminder_has_rung_by_itself_fails() -> None:
    story = tale("""
    world: {reminder: [{label: page, title: Week page, due: "08:30"}]}
    timeline: [{label: rings, at: "08:31", do: reminder.fall_due, with: {reminder_id: page}}]
    needs: []
    offers: {at_most: 0}
    """)
    episode = played(story, assistant="silent")
    rings = [moment for moment in episode.moments if isinstance(moment, Acted) and moment.name == "fall_due"]
    assert [(moment.event, moment.error is None) for moment in rings] == [("", True), ("rings", False)]
