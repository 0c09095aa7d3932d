"""The assistant's card: the assistant's offers and reports, the user's answers, and changes of an offer's state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec.structs import replace

from simulator.phone.actions import Action, event, tap, tool
from simulator.phone.app import Alarm, App
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.roles import Text
from simulator.phone.screens import Step, stay
from simulator.phone.state import CardMessage, Proposal
from simulator.phone.words import Phrases, RecordWords, Words

Said = Annotated[str, Text("What you want to say.")]
NAME = "assistant"
_DEEDS: Mapping[str, Phrases] = {
    "accept_proposal": "accept an offer",
    "reject_proposal": "reject an offer",
    "send_message_to_agent": "write to the assistant",
    "send_message_to_user": "say something to the user",
    "wait": "wait",
}

WORDS = Words(
    deeds=_DEEDS,
    records={
        Proposal: RecordWords(
            noun="offer",
            name=lambda look, proposal: f"offer {proposal.id.rpartition('_')[2]}",
            labels={"closed": "closed because"},
            hidden=("carried_out", "made_in", "made_at", "expires_at"),
        ),
        CardMessage: RecordWords(noun="line on the assistant's card", labels={"sender": "from"}),
    },
)


class AssistantCard(App):
    name = NAME
    prefix = "PAREAgentUserInterface"
    title = "Assistant"
    about = "Where the assistant offers help and the user answers."
    system = True
    words = WORDS

    @tap(write=True)
    def accept_proposal(self, call: Call, content: Said = "") -> Step:
        """Accept the assistant's offer, with a few words if you like."""
        pending = _pending(call)
        call.put(replace(pending, state="accepted", answer=content, answered_at=call.now))
        _write_line(call, "user", "accept", content, pending.id)
        _tell_answer(call, pending, "accepted", content)
        return stay("The offer is accepted.")

    @tap(write=True)
    def reject_proposal(self, call: Call, content: Said = "") -> Step:
        """Reject the assistant's offer, with a reason if you like."""
        pending = _pending(call)
        call.put(replace(pending, state="rejected", answer=content, answered_at=call.now, closed_at=call.now))
        _write_line(call, "user", "reject", content, pending.id)
        _tell_answer(call, pending, "rejected", content)
        return stay("The offer is turned down.")

    @tap(write=True)
    def send_message_to_agent(self, call: Call, content: Said = "") -> Step:
        """Write to the assistant without deciding: a question, a hint."""
        _not_empty(content)
        pending = call.proposal_in("pending")
        if pending is not None and not pending.kept:
            call.put(replace(pending, kept=True))
        _write_line(call, "user", "note", content)
        call.tell("assistant", "user_message", app=NAME, text=content)
        return stay("Sent to the assistant.")

    # write=False, because the assistant asks for consent with this tool, so the tool must work without consent.
    @tool(write=False)
    def send_message_to_user(self, call: Call, content: Said = "") -> str:
        """While you watch: offer help, and say what you would do. After acceptance: report and end your task."""
        _not_empty(content)
        # The published tool serves for offers and for reports: while an offer is accepted, a message is the report.
        accepted = call.proposal_in("accepted")
        if accepted is not None:
            close(call, accepted, "done", "reported")
            return _report(call, content, accepted.id)
        # With standing consent there is nothing to ask for, so every message is a report.
        if call.rules.standing_consent:
            return _report(call, content, "")
        return _offer(call, content)

    @tool(write=False)
    def wait(self, call: Call) -> str:
        """Say nothing and continue to watch."""
        return "Watching."

    # wakes=False: the user gets no notice of an expired offer, so the wait with the phone down continues.
    @event(wakes=False)
    def expire_proposal(self, call: Call) -> str:
        """An offer that nobody answered expires."""
        pending = _pending(call)
        close(call, pending, "expired", "nobody answered")
        return "The offer has lapsed."

    @event(wakes=False)
    def run_out(self, call: Call) -> str:
        """The assistant has used up its calls for an accepted offer."""
        accepted = call.proposal_in("accepted")
        if accepted is None:
            raise ActionError("no_proposal", "No accepted offer is open.", "Only an accepted one can run out.")
        close(call, accepted, "abandoned", "the limit of calls was reached")
        text = f'The assistant stopped without a report on "{accepted.text}".'
        call.tell("user", "offer_abandoned", app=NAME, title="The assistant stopped", text=text)
        return "The task ended without a report."

    def offered(self, look: Look, action: Action) -> bool:
        # The user can always write to the assistant, but can accept or reject only while an offer is pending.
        return action.name == "send_message_to_agent" or look.proposal_in("pending") is not None

    def next_alarm(self, look: Look) -> Alarm | None:
        pending = look.proposal_in("pending")
        return None if pending is None or pending.kept else Alarm(pending.expires_at, "expire_proposal", {})


def close(call: Call, proposal: Proposal, state: str, why: str) -> None:
    """End an offer and tell the assistant why it ended and, if it was accepted, which writing tools were called."""
    call.put(replace(proposal, state=state, closed_at=call.now, closed=why))
    text = f'Your offer "{proposal.text}" is {state}: {why}.'
    if proposal.state == "accepted":
        text += f" Carried out: {', '.join(proposal.carried_out) or 'nothing'}."
    call.tell("assistant", f"offer_{state}", app=NAME, text=text)


def _offer(call: Call, content: str) -> str:
    # At most one offer is pending, so that it is clear which offer the user answers.
    pending = call.proposal_in("pending")
    if pending is not None:
        close(call, pending, "withdrawn", "a newer offer replaced it")
    number = len(call.store.all(Proposal)) + 1
    proposal = Proposal(
        id=f"{Proposal.prefix}_{number}",
        text=content,
        made_at=call.now,
        made_in=call.moment,
        expires_at=call.now + call.rules.proposal_lifetime,
    )
    call.put(proposal)
    _write_line(call, "assistant", "offer", content, proposal.id)
    call.tell("user", "offer", app=NAME, title="The assistant suggests", text=content)
    return "Offered. The user will accept or turn it down."


def _report(call: Call, content: str, proposal: str) -> str:
    _write_line(call, "assistant", "report", content, proposal)
    call.tell("user", "report", app=NAME, title="The assistant reports", text=content)
    return "The user has been told."


def _write_line(call: Call, sender: str, kind: str, text: str, proposal: str = "") -> None:
    number = len(call.store.all(CardMessage)) + 1
    line = CardMessage(
        id=f"{CardMessage.prefix}_{number}",
        sender=sender,  # type: ignore[arg-type]
        kind=kind,  # type: ignore[arg-type]
        text=text,
        at=call.now,
        proposal=proposal,
    )
    call.put(line)


def _tell_answer(call: Call, proposal: Proposal, answer: str, content: str) -> None:
    said = f' The user says: "{content}"' if content else ""
    call.tell("assistant", answer, app=NAME, text=f'Your offer "{proposal.text}" was {answer}.{said}')


def _pending(look: Look) -> Proposal:
    pending = look.proposal_in("pending")
    if pending is None:
        raise ActionError("no_proposal", "There is no open offer.", "Wait until the assistant makes one.")
    return pending


def _not_empty(content: str) -> None:
    if not content.strip():
        raise ActionError("bad_argument", "The message is empty.", "Write what you want to say.")
