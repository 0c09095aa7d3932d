"""An assistant played by language models that share one memory: one makes offers, one carries out accepted offers."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.agents.llm import news
from simulator.agents.llm.asking import Asking, ModelQuestion, model_for
from simulator.agents.llm.conversation import MessageHistory, ShownAct, how_to_reply, paragraphs
from simulator.agents.llm.prompting import PromptSet, of_config
from simulator.agents.llm.replies.schemas import short_signatures, tools_as_text
from simulator.agents.llm.wire import ModelClient
from simulator.agents.policy import SAY, WAIT, WAIT_FOR_NOTIFICATION, AssistantView, Decision
from simulator.config import EpisodeConfig
from simulator.language_models import ModelChoice
from simulator.phone.state import Notice
from simulator.scenario.story import Story
from simulator.trace.moments import Acted, Phase
from simulator.words.english import counted

_MARKS: dict[Phase, str] = {
    "execute": "From here on you carry out what was accepted.",
    "observe": "From here on you watch again and can change nothing.",
}


class LLMAssistant:
    """An assistant with a prompt for each phase and one memory, which it rebuilds from its own acts and its inbox."""

    def __init__(self, story: Story, config: EpisodeConfig, client: ModelClient | None = None) -> None:
        self._config = config
        self._standing = config.consent == "standing"
        self._asking = Asking(config, client)
        # The news that the model got before each of its acts.
        self._told: list[str] = []
        self._talks: dict[Phase, MessageHistory] = {}

    def decide(self, view: AssistantView) -> Decision:
        model, prompts = self._model(view.phase), of_config(self._config)
        self._remember(view)
        told = [*self._told, self._news(view, view.own, view.notices, view.look.now, view.phase)]
        deeds = [ShownAct(act, _called(act, view), told[number + 1]) for number, act in enumerate(view.own)]
        talk = self._talks.setdefault(view.phase, MessageHistory(model.reply_format, prompts))
        messages = talk.messages(self._system(prompts, view, model), told[0], deeds)
        config = self._config
        limit = config.execute_context_tokens if view.phase == "execute" else config.observe_context_tokens
        question = ModelQuestion(view.phase, model, limit, messages, self._tail(view), view.tools)
        return self._asking.decide(question, view.own)

    def _model(self, phase: Phase) -> ModelChoice:
        """Return the model of a phase. Raises PlayerFailed if any phase of the run has no model."""
        stages: tuple[Phase, ...] = ("execute",) if self._standing else ("observe", "execute")
        return {stage: model_for(stage, self._config) for stage in stages}[phase]

    def _remember(self, view: AssistantView) -> None:
        inbox = view.look.inbox("assistant")
        for number in range(len(self._told), len(view.own)):
            act, before = view.own[number], view.own[:number]
            notices = inbox[(before[-1].seen or 0) if before else 0 : act.seen or 0]
            self._told.append(self._news(view, before, notices, act.at, act.phase or "observe"))

    def _news(
        self, view: AssistantView, before: Sequence[Acted], notices: Sequence[Notice], at: int, phase: Phase
    ) -> str:
        """Return the news before a decision; empty if no time has passed and nothing is new since the last call."""
        came = news.for_assistant(view.look, notices, view.user_acts, at)
        now = news.time_line(view.look, at) if came or not before or before[-1].at != at else ""
        came_before = before[-1].phase if before else "observe"
        mark = _MARKS[phase] if phase != came_before and not self._standing else ""
        return paragraphs(now, came or ("Nothing new." if now else ""), mark)

    def _system(self, prompts: PromptSet, view: AssistantView, model: ModelChoice) -> str:
        look, shown = view.look, view.naming.shown
        listed = short_signatures if model.constrained else tools_as_text
        slots = {
            "owner": look.owner.name,
            "email": look.owner.email,
            "zone": look.owner.time_zone,
            "apps": ", ".join(app.title for app in look.apps.values() if not app.system),
            "say": shown(SAY),
            "wait_for_notification": shown(WAIT_FOR_NOTIFICATION),
            "observe_calls": str(self._config.observe_iterations),
            "execute_calls": str(self._config.execute_iterations),
            "reply": how_to_reply(prompts, model, "below", f"\nTools:\n{listed(view.tools)}"),
        }
        if view.phase == "observe":
            return prompts.render("observe.txt", **slots, wait=shown(WAIT))
        name = "standing.txt" if self._standing else "execute.txt"
        del slots["observe_calls"]
        return prompts.render(name, **slots)

    def _tail(self, view: AssistantView) -> str:
        """Return the current situation: the pending or accepted offer, and the calls left."""
        offer, left = view.proposal, f"{counted(view.calls_left, 'call')} left"
        last, say = view.calls_left == 1, view.naming.shown(SAY)
        if view.phase == "execute" and offer is not None:
            added = f' The user answered: "{offer.answer}"' if offer.answer else ""
            end = f"This is your last call: report with {say}." if last else f"You have {left} for it; waiting is free."
            return paragraphs(f'You are carrying out what you offered: "{offer.text}"{added}', end)
        waits = f'Your offer waits for its answer: "{offer.text}"' if offer is not None else ""
        number = "This is your last call in this turn." if last else f"You have {left} in this turn."
        return paragraphs(waits, number)


def _called(act: Acted, view: AssistantView) -> str:
    """Return the name under which the assistant called the tool."""
    if act.asked is not None:
        return act.asked
    return view.naming.shown(f"{view.look.apps[act.app].prefix}__{act.name}")
