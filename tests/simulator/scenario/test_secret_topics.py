from __future__ import annotations

import pytest

from simulator.scenario.secret_topics import tells, topic_words, topics_in


def test_a_claim_names_several_things() -> None:
    assert topics_in("tells of the farewell, the cake or of a speech.") == ["the farewell", "the cake", "a speech"]
    assert topics_in("says that Ada does not come") == []


@pytest.mark.parametrize(
    ("text", "say", "told"),
    [
        ("The farewell is on the roof.", "tells of the farewell", True),
        ("Your party begins at three.", "tells of the farewell", True),
        ("Could we count the glasses at three?", "tells of the farewell", False),
        ("The flat is on the ground floor.", "tells of the ground floor", True),
        ("The flat is on the fourth floor.", "tells of the ground floor", False),
        ("The blue wash stays.", "tells of a wash that stays", True),
        ("The blue wash goes.", "tells of a wash that stays", False),
        ("He has hurt his knee.", "tells of an injury", True),
        ("Bento dances his part.", "tells of an injury", False),
        ("I am so sorry, I cannot come.", "says that Ada does not come", True),
        ("I will be there.", "says that Ada does not come", False),
    ],
)
def test_a_text_tells_what_a_claim_names(text: str, say: str, told: bool) -> None:
    assert bool(tells(text, say)) is told


def test_single_words_give_a_thing_away_and_halves_of_names_do_not() -> None:
    assert "party" in topic_words("tells of the farewell or the ground floor")
    assert "floor" not in topic_words("tells of the farewell or the ground floor")
