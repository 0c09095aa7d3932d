"""A phone that has been in use for years: 5,000 mails, 500 chats and 2,000 products, and someone who browses it."""

from __future__ import annotations

import time
from typing import Any

from simulator.agents.baselines import Silent
from simulator.agents.policy import Decision, UserView
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.phone.screens import View
from simulator.scenario.load import from_source
from simulator.scenario.story import Story
from simulator.trace.fold import apply_moment

MAILS, CHATS, PRODUCTS = 5000, 500, 2000
MESSAGES_A_CHAT = 6
WALK: tuple[tuple[str, dict[str, Any]], ...] = (
    ("go_home", {}),
    ("open_app", {"app_name": "Emails"}),
    ("list_emails", {"offset": 2500, "limit": 10}),
    ("search_emails", {"query": "garden 77"}),
    ("list_emails", {}),
    ("open_email_by_index", {"index": 3}),
    ("reply", {"content": "Thank you, I have read it."}),
    ("go_back", {}),
    ("go_home", {}),
    ("open_app", {"app_name": "Messages"}),
    ("list_recent_conversations", {"offset": 100}),
    ("search_conversations", {"query": "ladder 41"}),
    ("go_home", {}),
    ("open_app", {"app_name": "Shopping"}),
    ("list_products", {"offset": 1000}),
    ("search_products", {"query": "lamp 19"}),
    ("view_cart", {}),
    ("go_back", {}),
    ("list_orders", {}),
    ("go_back", {}),
)


class Browser:
    """A user who looks at every screen on the way."""

    def decide(self, view: UserView) -> Decision:
        assert isinstance(view.screen, View)
        name, args = WALK[len(view.own) % len(WALK)]
        return Decision(name, args)


def big_phone() -> Story:
    return from_source(
        {
            "id": "big_phone",
            "title": "Years of use",
            "status": "draft",
            "category": "commerce",
            "difficulty": {"rating": 1, "because": "it is only large"},
            "owner": {"name": "Ada Lind", "email": "ada@lind.example", "time_zone": "Europe/Luxembourg"},
            "start": "Thu 2026-03-05 08:22",
            "apps": ["email", "messaging", "shopping"],
            "turns": 200,
            "people": _people(),
            "world": {"email": _mails(), "messaging": _chats(), "shopping": _products()},
            "user": {"goal": "You look around."},
            "offers": {"at_most": 0},
        }
    )


def browse(story: Story, actions: int) -> Episode:
    config = EpisodeConfig(user_iterations=100, max_turns=10_000, user_action_seconds=0)
    episode = Episode(story, config, user=lambda *_: Browser(), assistant=lambda *_: Silent())
    for moment, _ in episode.play():
        if moment.n >= actions:
            break
    failed = [act for act in episode.ledger.user_acts if act.error is not None]
    assert not failed, failed[0]
    return episode


def big_phone_actions_per_s(story: Story, actions: int = 1000) -> float:
    """Listing, paging, searching, opening and answering, every screen looked at and everything recorded."""
    began = time.perf_counter()
    browse(story, actions)
    return actions / (time.perf_counter() - began)


def big_phone_folds_per_s(story: Story, episode: Episode) -> float:
    """Recorded moments put on a fresh phone again."""
    world = story.fresh(episode.config.rules)
    began = time.perf_counter()
    for moment in episode.moments:
        apply_moment(world, moment)
    return len(episode.moments) / (time.perf_counter() - began)


def _people() -> list[dict[str, Any]]:
    return [
        {"label": f"p{n}", "name": f"Person Number{n}", "email": f"p{n}@people.example", "phone": f"+352 621 {n:06}"}
        for n in range(CHATS)
    ]


def _mails() -> list[dict[str, Any]]:
    return [
        {"from": f"p{n % CHATS}", "at": f"-{n + 1}m", "subject": f"Garden {n}", "body": f"News of garden {n}. " * 8}
        for n in range(MAILS)
    ]


def _chats() -> list[dict[str, Any]]:
    return [
        {
            "with": [f"p{n}"],
            "messages": [
                {"from": f"p{n}" if m % 2 else "owner", "at": f"-{n * 10 + m + 1}m", "text": f"The ladder {n} of {m}."}
                for m in range(MESSAGES_A_CHAT)
            ],
        }
        for n in range(CHATS)
    ]


def _products() -> list[dict[str, Any]]:
    return [
        {
            "product": f"Lamp {n}",
            "items": [{"price": 10 + n % 90, "options": {"colour": colour}} for colour in ("red", "blue")],
        }
        for n in range(PRODUCTS)
    ]
