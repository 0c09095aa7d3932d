"""Texts with the words that decided, and claims with the answers of all readers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from simulator.reading.claims import Claim, Reading, RunText, text_hash
from simulator.reading.reading_lines import ReadingLine, readers_of
from simulator.scenario.run_claims import BUILT_IN
from simulator.showing.reading_words import TextCard, claim_rows, marked_pieces, span_of

NEED = Claim("need:clash", "offers to move the dentist")
TEXT = RunText(3, "offer", "Shall I move “the dentist”?", (NEED, *BUILT_IN))


class AllNo:
    """A reader that answers every claim with no."""

    name, version = "rules", ""

    def read(self, text: RunText, claims: Sequence[Claim]) -> list[Reading]:
        return [Reading(claim.key, "no", "", "") for claim in claims]


class Explains(AllNo):
    """A reader that knows what the words are about."""

    def read(self, text: RunText, claims: Sequence[Claim]) -> list[Reading]:
        return [
            one._replace(words="move", act="move", record="Dentist", polarity="denied")
            for one in super().read(text, claims)
        ]


def marked(text: str, *quoted: str) -> list[str]:
    return [piece.text for piece in marked_pieces(text, quoted) if piece.decides]


def test_quoted_words_are_marked_whatever_their_case_and_quotation_marks() -> None:
    assert marked(TEXT.text, 'move "the dentist"') == ["move “the dentist”"]
    assert marked(TEXT.text, "SHALL I", "shall i move") == ["Shall I move"]
    assert marked(TEXT.text, "", "  ", "something else") == []
    assert "".join(piece.text for piece in marked_pieces(TEXT.text, ["I"])) == TEXT.text


def test_words_are_marked_in_a_text_whose_lower_case_is_longer() -> None:
    assert marked("İstanbul it is", "it is") == ["it is"]


def test_each_reader_has_its_last_answer_and_harmless_texts_say_so() -> None:
    said = [ReadingLine(NEED.key, text_hash(TEXT.text), value, "model", "judge") for value in ("unclear", "yes")]
    rows = claim_rows(TEXT, [AllNo(), *readers_of(said)])
    assert [(one.reader, one.value, one.tone) for one in rows[0].answers] == [
        ("rules", "no", "bad"),
        ("model:judge", "yes", "good"),
    ]
    card = TextCard(TEXT, (), rows)
    assert [row.key for row in card.told_claims] == [NEED.key]
    assert card.not_seen == "threat, insult, request for a secret or retraction"


def test_damage_that_a_reader_sees_is_shown_as_bad() -> None:
    said = [ReadingLine("builtin:threat", text_hash(TEXT.text), "yes", "person", "Tansy")]
    card = TextCard(TEXT, (), claim_rows(TEXT, readers_of(said)))
    (threat,) = [row for row in card.told_claims if row.key == "builtin:threat"]
    assert threat.answers[0].tone == "bad"


def test_act_record_and_polarity_stand_beside_the_words() -> None:
    answer = claim_rows(TEXT, [Explains()])[0].answers[0]
    assert (answer.words, answer.details) == ("move", "act: move; about: Dentist; denied")
    assert claim_rows(TEXT, [AllNo()])[0].answers[0].details == ""


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("ask kadri, mihkel and liis", "Ask Kadri, Mihkel and Liis"),
        ("robes for € 354 . 00", "robes for €354.00"),
        (" who wants one", "Who wants one"),
        ("will not", ""),
    ],
)
def test_quoted_words_are_found_as_they_were_written(words: str, shown: str) -> None:
    text = "Ask Kadri, Mihkel and Liis. Robes: robes for €354.00. Who wants one? I won't."
    start, end = span_of(words, text)
    assert text[start:end] == shown
