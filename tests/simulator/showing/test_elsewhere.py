"""A story of another system's run says where the phone here could not follow."""

from __future__ import annotations

import pytest

from simulator.phone.perform import Refusal
from simulator.showing.elsewhere import elsewhere
from simulator.showing.scene import Scene
from simulator.showing.telling import headline, tell
from simulator.trace.elsewhere import ESTIMATED, FAILED_THERE, FITTED, UNTOLD
from simulator.trace.moments import Acted, Ended, Said
from tests.simulator.stories.shelf import fresh

AT = {"n": 1, "at": 0, "local": "2026-03-05 08:22:00", "turn": 1}


def _scene(moment: Acted | Said | Ended) -> Scene:
    return Scene(fresh("dentist").world, moment)


def _tap(**fields: object) -> Acted:
    return Acted(**{**AT, "actor": "user", "app": "home", "name": "go_home", **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tag", "word"),
    [(UNTOLD, "not shown"), (FITTED, "screen fitted"), (ESTIMATED, "figures estimated")],
)
def test_a_mark_is_told_in_a_word_and_explained(tag: str, word: str) -> None:
    told = tell(_scene(_tap(tags=(tag,))))
    assert [one.text for one in told.tags] == [word]
    assert told.tags[0].about.endswith(".")


def test_other_tags_mean_nothing_here() -> None:
    assert elsewhere(_tap(tags=("noise", "mine"))) == ()


@pytest.mark.parametrize(("name", "says"), [("accept_proposal", "Accepts"), ("reject_proposal", "Rejects")])
def test_an_answer_to_nothing_is_no_decision(name: str, says: str) -> None:
    told = tell(_scene(_tap(app="assistant", name=name, args={"content": "Yes."}, tags=(UNTOLD,))))
    assert told.text == f"{says} although no offer is open"
    assert told.quote == "Yes."
    assert told.tags == ()
    assert not told.key
    assert told.shape == "user"


def test_what_failed_there_is_told_with_its_reason() -> None:
    told = tell(_scene(_tap(error=Refusal(FAILED_THERE, "The kiln is cold."))))
    assert told.text == "Tries to go to the home screen: it failed"
    assert told.failed
    assert told.notes[0][0].text == "The kiln is cold."


def test_a_call_of_an_app_that_is_not_here_is_told_by_its_name() -> None:
    moment = _tap(actor="assistant", app="Weather", name="get_forecast", asked="Weather__get_forecast", tags=(UNTOLD,))
    told = tell(_scene(moment))
    assert (told.text, told.app, told.kind) == ("Looks up forecast", "Weather", "read")
    assert headline(_scene(moment).look, moment) == "The assistant looks up forecast."


@pytest.mark.parametrize(("name", "says"), [("ls", "Lists files"), ("cat", "Reads a file"), ("mv", "Moves a file")])
def test_calls_of_a_place_for_files_are_told_in_words(name: str, says: str) -> None:
    moment = _tap(actor="assistant", app="Files", name=name, args={"path": "."}, asked=f"Files__{name}", tags=(UNTOLD,))
    assert tell(_scene(moment)).text == says


def test_a_trace_that_does_not_say_why_it_ends() -> None:
    assert tell(_scene(Ended(**AT, reason="unknown"))).text == "The trace ends here"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("actor", "role", "lane", "says"),
    [
        ("user", "assistant", "user", "Says"),
        ("assistant", "assistant", "assistant", "Says"),
        ("assistant", "system", "assistant", "Gets its instructions"),
        ("user", "user", "user", "Gets news"),
        ("user", "tool-response", "user", "Gets the answer to its call"),
        ("user", "anything", "user", "Gets told"),
    ],
)
def test_words_of_a_transcript_are_private_and_in_the_lane_of_whose_they_are(
    actor: str, role: str, lane: str, says: str
) -> None:
    told = tell(_scene(Said(**AT, actor=actor, role=role, text="Hello")))  # type: ignore[arg-type]
    assert (told.lane, told.text, told.kind) == (lane, says, "note")
    assert (told.quote, told.misread, told.has_private) == ("", "“Hello”", True)
