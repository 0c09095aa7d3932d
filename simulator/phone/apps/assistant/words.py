"""Words about the assistant's card for people who follow a run."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.state import CardMessage, Proposal
from simulator.phone.words import Phrases, RecordWords, Words

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
