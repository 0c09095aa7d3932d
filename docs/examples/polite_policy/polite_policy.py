"""An assistant that offers to answer each new mail, and answers with the user's reply to the offer."""

from __future__ import annotations

from simulator.agents.policy import SAY, WAIT, AssistantView, Decision
from simulator.phone.state import Proposal


class Polite:
    """An assistant without state: it decides from the view alone, so a run can be resumed at any step."""

    def __init__(self, story: object, config: object, evidence: object) -> None:
        """Ignore story and evidence: they hold the user's private goals, and reading them is cheating."""

    def decide(self, view: AssistantView) -> Decision:
        if view.phase == "execute" and view.proposal is not None:
            return self._carry_out(view, view.proposal)
        mails = [notice for notice in view.notices if notice.kind == "email"]
        if not mails or view.proposal is not None:
            return Decision(WAIT)
        sender, _, subject = mails[-1].title.partition(": ")
        return Decision(SAY, {"content": f"Shall I reply to {sender}'s mail “{subject}”?"})

    def _carry_out(self, view: AssistantView, accepted: Proposal) -> Decision:
        tried = [act for act in view.own if act.n > accepted.made_in and act.name == "reply_to_email"]
        if tried:
            problem = tried[-1].error
            return Decision(SAY, {"content": "I have replied." if problem is None else problem.message})
        inbox = view.look.inbox("assistant")
        mails = [notice.about[1] for notice in inbox if notice.kind == "email" and notice.about]
        return Decision("Emails__reply_to_email", {"email_id": mails[-1], "content": accepted.answer})
