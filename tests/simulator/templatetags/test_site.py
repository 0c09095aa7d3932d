"""Signs, chips, the five parts of an outcome, and times as people say them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils import timezone

from simulator.models import Episode, State, Wish
from simulator.showing.tell import headline
from simulator.templatetags.site import last_words, simulated_clock
from tests.simulator.stories.shelf import played
from tests.simulator.views.cast import ESCAPED, SCRIPT, outcome


def _shown(tag: str, **fields: object) -> str:
    return Template("{% load site %}" + tag).render(Context({"run": Episode(**fields)}))


def test_a_sign_is_drawn_from_the_one_sprite() -> None:
    assert '<use href="/static/site/icons.svg#check"/>' in _shown('{% sign "check" %}')


@pytest.mark.parametrize(
    ("state", "success", "word", "tone"),
    [
        (State.QUEUED, None, "Queued", "plain"),
        (State.RUNNING, None, "Live", "good"),
        (State.PAUSED, None, "Paused", "plain"),
        (State.WAITING, None, "Waiting for a person", "user"),
        (State.INTERRUPTED, None, "Interrupted, continues soon", "warn"),
        (State.FINISHED, True, "Success", "good"),
        (State.FINISHED, False, "No success", "bad"),
        (State.FINISHED, None, "Finished", "plain"),
        (State.STOPPED, None, "Stopped", "plain"),
        (State.FAILED, None, "Failed", "warn"),
    ],
)
def test_every_state_has_a_chip(state: State, success: bool | None, word: str, tone: str) -> None:
    html = _shown("{% chip run %}", state=state, success=success)
    assert f'class="chip {tone}"' in html and word in html


@pytest.mark.parametrize(
    ("wish", "word"), [(Wish.PAUSE, "Pausing"), (Wish.STOP, "Stopping"), (Wish.LOOK_AGAIN, "Live")]
)
def test_a_chip_says_what_a_running_run_was_asked_for(wish: Wish, word: str) -> None:
    assert word in _shown("{% chip run %}", state=State.RUNNING, wish=wish)


@pytest.mark.parametrize(
    ("state", "result", "said"),
    [
        (State.FINISHED, outcome(clean=False), "goals met yes, clean no, consented yes, in time yes, restrained yes"),
        (State.FINISHED, outcome(goals_met=None), "goals met undecided, clean yes, consented yes"),
        (State.FINISHED, outcome(restrained=None), 'goals met yes, clean yes, consented yes, in time yes"'),
        (State.RUNNING, None, "goals met open, clean open, consented open, in time open, restrained open"),
        (State.STOPPED, outcome(), "none"),
        (State.FAILED, None, "none"),
    ],
)
def test_parts_of_the_outcome_are_told_in_words(state: State, result: object, said: str) -> None:
    assert said in _shown("{% parts_of run %}", state=state, result=result)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("age", "now"),
        ("ago", "just now"),
        ("day", "14 Nov 2023"),
        ("minute", "14 Nov 2023, 11:20"),
        ("second", "14 Nov 2023, 11:20:07"),
        ("full", "14 Nov 2023, 11:20 UTC"),
        ("short", "14 Nov 2023"),
    ],
)
def test_a_time_has_a_form_and_all_of_it_as_a_hint(form: str, words: str) -> None:
    is_now = words.endswith("now")
    at = timezone.now() if is_now else datetime(2023, 11, 14, 11, 20, 7, tzinfo=UTC)
    html = _shown(f'{{% when run.ended_at "{form}" %}}', ended_at=at)
    assert f">{words}</time>" in html and f'datetime="{at.isoformat()}"' in html
    assert is_now or 'title="14 Nov 2023, 11:20 UTC"' in html


@pytest.mark.parametrize(("local", "words"), [("2026-06-11 13:20:40", "Thu 13:20"), ("", ""), ("soon", "soon")])
def test_simulated_time_is_a_day_and_a_clock(local: str, words: str) -> None:
    assert simulated_clock(local) == words


def test_sentences_of_both_players_are_known_by_their_beginning() -> None:
    episode = played("late_train")
    told = {
        (getattr(moment, "actor", "environment"), last_words(headline(episode.world, moment))["actor"])
        for moment in episode.moments
    }
    assert told == {("user", "user"), ("assistant", "assistant"), ("environment", "world")}


def test_what_was_said_is_escaped() -> None:
    html = _shown("{% last_words run.summary %}", summary=f"The assistant offers: “{SCRIPT}”")
    assert SCRIPT not in html and ESCAPED in html
