"""A user played by a language model: it sees one screen at a time, and remembers earlier screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from simulator.agents.llm import news
from simulator.agents.llm.asking import Asking, ModelQuestion, model_for
from simulator.agents.llm.conversation import MessageHistory, ShownAct, how_to_reply, paragraphs
from simulator.agents.llm.prompting import PromptSet, of_config
from simulator.agents.llm.screen_text import actions_text, screen_lines
from simulator.agents.llm.wire import ModelClient
from simulator.agents.past import Past
from simulator.agents.policy import Decision, UserView
from simulator.config import EpisodeConfig
from simulator.language_models import ModelChoice
from simulator.phone.call import Look
from simulator.phone.state import Notice
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.story import Story
from simulator.trace.exchange import ReplyFormat


class LLMUser:
    """Asks a model for the user's decisions.

    It rebuilds its memory from the story, its own acts and the ledger, so a new instance sends the same requests.
    """

    def __init__(
        self,
        story: Story,
        config: EpisodeConfig,
        client: ModelClient | None = None,
        *,
        evidence: Callable[[], Evidence],
    ) -> None:
        self._config = config
        self._evidence = evidence
        self._asking = Asking(config, client)
        self._past = Past(story)
        # The text that the model got before each of its acts.
        self._saw: list[str] = []
        self._talk: MessageHistory | None = None

    def decide(self, view: UserView) -> Decision:
        model, prompts = model_for("user", self._config), of_config(self._config)
        self._talk = self._talk or MessageHistory(model.reply_format, prompts)
        self._remember(view)
        shown = [*self._saw, _shown(view.look, view.notices)]
        deeds = [ShownAct(act, act.asked or act.name, shown[k + 1]) for k, act in enumerate(view.own)]
        system = _system(prompts, view, self._config, model)
        messages = self._talk.messages(system, shown[0], deeds)
        tail = _tail(view, model.reply_format)
        question = ModelQuestion("user", model, self._config.user_context_tokens, messages, tail, view.actions)
        return self._asking.decide(question, view.own)

    def _remember(self, view: UserView) -> None:
        """Rebuild the text that the model got before each of its latest acts, and add it to the memory."""
        inbox, ledger = view.look.inbox("user"), self._evidence().ledger
        for number in range(len(self._saw), len(view.own)):
            act = view.own[number]
            before = (view.own[number - 1].seen or 0) if number else 0
            notices = inbox[before : act.seen or 0]
            self._past.tell(notices)
            self._saw.append(_shown(self._past.before(act, ledger), notices))
            self._past.follow(act)


def _system(prompts: PromptSet, view: UserView, config: EpisodeConfig, model: ModelChoice) -> str:
    owner, look = view.look.owner, view.look
    return prompts.render(
        "user.txt",
        name=owner.name,
        about=f"About you: {owner.about.rstrip('.')}.\n" if owner.about else "",
        goal=view.goal.strip(),
        apps=", ".join(app.title for app in look.apps.values() if app.launchable),
        style=prompts.render(f"user_{config.user_style}.txt"),
        reply=how_to_reply(prompts, model, "under 'You can now' in the last message"),
    )


def _shown(look: Look, notices: Sequence[Notice]) -> str:
    """Return the time, new notifications, and the current screen."""
    app = look.apps[look.phone.active].title
    screen = f"In front of you is {app}.\n{screen_lines(look.screen.view(look))}"
    return paragraphs(news.time_line(look, look.now), news.for_user(look, notices, look.now), screen)


def _tail(view: UserView, reply_format: ReplyFormat) -> str:
    """Return the current situation: the pending offer and, in the text format, the possible actions."""
    offer = f'This offer waits for your answer: "{view.offer.text}"' if view.offer is not None else ""
    return paragraphs(offer, f"You can now:\n{actions_text(view.actions)}" if reply_format == "text" else "")
