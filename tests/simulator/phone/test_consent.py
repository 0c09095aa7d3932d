"""Consent is the engine's job: nothing is written without an accepted offer, and every offer has an end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from simulator.phone.people import Rules
from simulator.phone.perform import assistant_tools, user_actions
from simulator.phone.registry import all_apps, phone_with
from simulator.phone.state import Proposal
from simulator.phone.world import World
from tests.simulator.phone.small_phone import NOW, OWNER, SAY, SmallPhone, everything, refusal
from tests.simulator.phone.toy_app import Lamp

ADD = "Lamps__add_lamp"


@pytest.fixture
def phone() -> SmallPhone:
    return SmallPhone("lamp", "reminder")


def accepted(phone: SmallPhone, text: str = "Shall I add a lamp?") -> None:
    phone.offers(text)
    phone.taps("accept_proposal")


def states(phone: SmallPhone) -> list[str]:
    proposals = phone.world.store.all(Proposal)
    return [proposals[f"proposal_{number}"].state for number in range(1, len(proposals) + 1)]


def test_a_write_without_an_offer_is_refused_with_propose_first(phone: SmallPhone) -> None:
    before = everything(phone.world)
    done = phone.asks(ADD, name="Hall")
    assert refusal(done) == (
        "no_consent: Lamps__add_lamp changes something, and the user has not agreed to that. "
        "Propose first: say what you would do with PAREAgentUserInterface__send_message_to_user and wait."
    )
    assert (done.write, done.args, done.changes) == (True, {"name": "Hall"}, [])
    assert everything(phone.world) == before


def test_a_write_without_consent_is_called_that_also_when_its_arguments_are_wrong(phone: SmallPhone) -> None:
    done = phone.asks(ADD, lamp=5)
    assert refusal(done).startswith("no_consent")
    assert (done.write, done.args) == (True, {"lamp": 5})


def test_a_refused_write_tells_nobody(phone: SmallPhone) -> None:
    phone.asks(ADD, name="Hall")
    assert phone.told("user") == phone.told("assistant") == []


def end_nothing(phone: SmallPhone) -> None:
    pass


def end_rejected(phone: SmallPhone) -> None:
    phone.taps("reject_proposal")


def end_expired(phone: SmallPhone) -> None:
    phone.happens("assistant", "expire_proposal")


def end_done(phone: SmallPhone) -> None:
    phone.taps("accept_proposal")
    phone.calls(SAY, content="Done.")


def end_abandoned(phone: SmallPhone) -> None:
    phone.taps("accept_proposal")
    phone.happens("assistant", "run_out")


def end_withdrawn(phone: SmallPhone) -> None:
    phone.offers("Something else?")


@pytest.mark.parametrize("end", [end_nothing, end_rejected, end_expired, end_done, end_abandoned, end_withdrawn])
def test_only_an_accepted_offer_allows_writing(phone: SmallPhone, end: Callable[[SmallPhone], None]) -> None:
    phone.offers()
    end(phone)
    assert refusal(phone.asks(ADD, name="Hall")).startswith("no_consent")


def test_reading_needs_no_consent(phone: SmallPhone) -> None:
    assert phone.calls("Lamps__list_lamps") == []


def test_an_accepted_offer_allows_every_write_until_the_report(phone: SmallPhone) -> None:
    accepted(phone)
    phone.calls(ADD, name="Hall")
    phone.calls("Reminders__add_reminder", title="Bulb", due_datetime="2026-03-06 08:00", description="")
    assert phone.proposal.carried_out == (ADD, "Reminders__add_reminder")


def test_an_offer_is_a_card_a_notice_and_a_pending_proposal(phone: SmallPhone) -> None:
    phone.offers("Shall I add a lamp?")
    assert phone.proposal == Proposal(
        id="proposal_1", text="Shall I add a lamp?", made_at=NOW, made_in=phone.moment, expires_at=NOW + 3600
    )
    [notice] = phone.told("user")
    assert (notice.kind, notice.app, notice.text) == ("offer", "assistant", "Shall I add a lamp?")
    assert phone.told("assistant") == []


@pytest.mark.parametrize("content", ["", "  ", "\n\t"])
def test_an_offer_without_words_is_refused(phone: SmallPhone, content: str) -> None:
    before = everything(phone.world)
    assert refusal(phone.asks(SAY, content=content)).startswith("bad_argument: The message is empty.")
    assert refusal(phone.asks(SAY)).startswith("bad_argument")
    assert everything(phone.world) == before


def test_answers_are_offered_only_while_an_offer_is_pending(phone: SmallPhone) -> None:
    answers = {"accept_proposal", "reject_proposal"}
    assert not answers & set(user_actions(phone.world))
    assert refusal(phone.tries("accept_proposal")).startswith("not_available")
    phone.offers()
    assert answers <= set(user_actions(phone.world))
    phone.taps("accept_proposal")
    assert not answers & set(user_actions(phone.world))
    assert refusal(phone.tries("reject_proposal")).startswith("not_available")


def test_an_offer_can_be_answered_from_within_any_app(phone: SmallPhone) -> None:
    phone.opens("lamp")
    phone.offers()
    phone.taps("accept_proposal")
    assert (phone.front, states(phone)) == ("lamp", ["accepted"])


def test_the_observer_is_told_of_acceptance_with_the_user_s_words(phone: SmallPhone) -> None:
    phone.offers("Shall I?")
    phone.world.now += 10
    phone.taps("accept_proposal", content="Yes, but a small one.")
    assert (phone.proposal.answer, phone.proposal.answered_at) == ("Yes, but a small one.", NOW + 10)
    assert phone.proposal.closed_at is None
    [notice] = phone.told("assistant")
    assert notice.kind == "accepted"
    assert notice.text == 'Your offer "Shall I?" was accepted. The user says: "Yes, but a small one."'


def test_the_observer_is_told_of_rejection_with_its_reason(phone: SmallPhone) -> None:
    phone.offers("Shall I?")
    phone.taps("reject_proposal", content="I like the dark.")
    assert (phone.proposal.state, phone.proposal.closed_at) == ("rejected", NOW)
    [notice] = phone.told("assistant")
    assert notice.kind == "rejected"
    assert notice.text == 'Your offer "Shall I?" was rejected. The user says: "I like the dark."'


def test_an_answer_without_words_is_told_without_words(phone: SmallPhone) -> None:
    phone.offers("Shall I?")
    phone.taps("reject_proposal")
    assert phone.texts("assistant") == ['Your offer "Shall I?" was rejected.']


def test_an_answer_is_not_told_a_second_time_as_a_tap(phone: SmallPhone) -> None:
    accepted(phone)
    assert [notice.kind for notice in phone.world.inbox("assistant")] == ["accepted"]


def test_a_report_closes_the_offer_and_says_what_was_carried_out(phone: SmallPhone) -> None:
    accepted(phone, "Two lamps?")
    phone.calls(ADD, name="Hall")
    phone.calls(ADD, name="Bath")
    phone.calls(SAY, content="Both are there.")
    assert (phone.proposal.state, phone.proposal.closed, phone.proposal.closed_at) == ("done", "reported", NOW)
    assert phone.told("user")[-1].kind == "report"
    assert phone.texts("user")[-1] == "Both are there."
    assert phone.told("assistant")[-1].kind == "offer_done"
    assert phone.texts("assistant")[-1] == f'Your offer "Two lamps?" is done: reported. Carried out: {ADD}, {ADD}.'


def test_a_report_after_nothing_says_that_nothing_was_carried_out(phone: SmallPhone) -> None:
    accepted(phone)
    phone.calls(SAY, content="It cannot be done.")
    assert phone.texts("assistant")[-1].endswith("Carried out: nothing.")


def test_an_empty_report_does_not_close_the_offer(phone: SmallPhone) -> None:
    accepted(phone)
    assert phone.asks(SAY, content=" ").error is not None
    assert states(phone) == ["accepted"]


def test_a_write_that_fails_is_not_counted_as_carried_out(phone: SmallPhone) -> None:
    accepted(phone)
    phone.asks(ADD, name="faulty")
    phone.asks(ADD, failing="Out of order.", name="Hall")
    assert phone.proposal.carried_out == ()
    assert phone.world.store.all(Lamp) == {}


def test_reading_under_an_accepted_offer_is_not_counted_as_carried_out(phone: SmallPhone) -> None:
    accepted(phone)
    phone.calls("Lamps__list_lamps")
    assert phone.proposal.carried_out == ()


def test_an_offer_is_abandoned_when_the_calls_run_out_and_both_sides_are_told(phone: SmallPhone) -> None:
    accepted(phone, "A lamp?")
    phone.calls(ADD, name="Hall")
    phone.happens("assistant", "run_out")
    assert (phone.proposal.state, phone.proposal.closed_at) == ("abandoned", NOW)
    assert phone.told("assistant")[-1].kind == "offer_abandoned"
    assert phone.texts("assistant")[-1].endswith(f"the limit of calls was reached. Carried out: {ADD}.")
    assert phone.told("user")[-1].kind == "offer_abandoned"
    assert phone.texts("user")[-1] == 'The assistant stopped without a report on "A lamp?".'


@pytest.mark.parametrize("event", ["run_out", "expire_proposal"])
def test_what_is_not_open_cannot_end(phone: SmallPhone, event: str) -> None:
    before = everything(phone.world)
    assert refusal(phone.event("assistant", event)).startswith("no_proposal")
    assert everything(phone.world) == before


def test_a_pending_offer_does_not_run_out_and_an_accepted_one_does_not_expire(phone: SmallPhone) -> None:
    phone.offers()
    assert refusal(phone.event("assistant", "run_out")).startswith("no_proposal")
    phone.taps("accept_proposal")
    assert refusal(phone.event("assistant", "expire_proposal")).startswith("no_proposal")


def test_a_newer_offer_withdraws_the_older_and_the_observer_is_told_which(phone: SmallPhone) -> None:
    phone.offers("Shall I add a lamp?")
    phone.offers("Shall I add two?")
    assert states(phone) == ["withdrawn", "pending"]
    [notice] = phone.told("assistant")
    assert notice.kind == "offer_withdrawn"
    assert notice.text == 'Your offer "Shall I add a lamp?" is withdrawn: a newer offer replaced it.'
    phone.taps("accept_proposal")
    assert states(phone) == ["withdrawn", "accepted"]


def test_an_offer_lapses_by_its_alarm_and_the_observer_is_told() -> None:
    phone = SmallPhone(rules=Rules(proposal_lifetime=600))
    phone.offers("Shall I?")
    due = phone.world.next_alarm()
    assert due is not None
    assert (due.app, due.alarm.event, due.alarm.at) == ("assistant", "expire_proposal", NOW + 600)
    assert not phone.world.apps[due.app].events[due.alarm.event].mark.wakes
    assert phone.passes_to("2026-03-05 08:31:59") == 0
    assert phone.passes_to("2026-03-05 08:32") == 1
    assert (phone.proposal.state, phone.proposal.closed_at) == ("expired", NOW + 600)
    assert phone.texts("assistant") == ['Your offer "Shall I?" is expired: nobody answered.']
    assert phone.world.next_alarm() is None


def test_an_answered_offer_does_not_lapse(phone: SmallPhone) -> None:
    accepted(phone)
    assert phone.world.next_alarm() is None


def test_one_offer_is_open_at_a_time_over_a_long_talk(phone: SmallPhone) -> None:
    for number in range(12):
        phone.offers(f"Offer {number}?")
        if number % 3 == 0:
            phone.taps("reject_proposal")
        elif number % 3 == 1:
            phone.taps("accept_proposal")
            phone.calls(SAY, content="Done.")
    assert sum(state in ("pending", "accepted") for state in states(phone)) == 1
    assert phone.proposal.id == "proposal_12"
    assert phone.proposal.state == "pending"


def test_the_user_may_write_to_the_assistant_without_deciding(phone: SmallPhone) -> None:
    phone.offers()
    phone.taps("send_message_to_agent", content="Which room?")
    assert states(phone) == ["pending"]
    assert [(notice.kind, notice.text) for notice in phone.told("assistant")] == [("user_message", "Which room?")]
    assert refusal(phone.tries("send_message_to_agent")).startswith("bad_argument")


def test_a_new_offer_needs_a_new_answer(phone: SmallPhone) -> None:
    accepted(phone)
    phone.calls(ADD, name="Hall")
    phone.calls(SAY, content="Done.")
    phone.offers("Another?")
    assert refusal(phone.asks(ADD, name="Bath")).startswith("no_consent")
    phone.taps("accept_proposal")
    phone.calls(ADD, name="Bath")
    assert phone.proposal.carried_out == (ADD,)


def test_standing_consent_allows_writing_without_an_offer() -> None:
    phone = SmallPhone("lamp", rules=Rules(standing_consent=True))
    assert phone.calls(ADD, name="Hall") == "lamp_a1"
    assert phone.world.latest_proposal() is None


def test_under_standing_consent_a_message_is_a_report_and_not_an_offer() -> None:
    phone = SmallPhone("lamp", rules=Rules(standing_consent=True))
    phone.calls(SAY, content="There is a new lamp.")
    assert phone.world.latest_proposal() is None
    assert [(notice.kind, notice.text) for notice in phone.told("user")] == [("report", "There is a new lamp.")]
    assert "accept_proposal" not in user_actions(phone.world)


def test_the_user_s_own_writes_need_no_consent(phone: SmallPhone) -> None:
    phone.opens("reminder")
    phone.taps("create_new")
    phone.taps("set_title", title="Bulb")
    phone.taps("set_due_datetime", due_datetime="2026-03-06 08:00")
    assert phone.taps("save") == "'Bulb' is saved."


def all_writing_tools() -> list[str]:
    world = World.blank(OWNER, phone_with(tuple(all_apps())), NOW)
    return [name for name, action in assistant_tools(world).items() if action.write]


@pytest.mark.parametrize("name", all_writing_tools())
def test_every_writing_tool_of_every_app_needs_consent(name: str) -> None:
    world = SmallPhone(*all_apps())
    args: dict[str, Any] = {}
    assert refusal(world.asks(name, **args)).startswith("no_consent")
