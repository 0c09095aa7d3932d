"""Refusals: a keyword for programs and a sentence for people."""

from __future__ import annotations

from typing import Literal

Kind = Literal[
    "closed",
    "not_open",
    "not_held",
    "taken",
    "practice",
    "consent",
    "bad_answer",
    "nothing_to_undo",
    "too_old",
]
SENTENCES: dict[Kind, str] = {
    "closed": "This study is closed and no longer takes answers.",
    "not_open": "This study is not open yet. Try again later.",
    "not_held": "You no longer have this item. Continue with the next item.",
    "taken": "This item was open for too long, so it was given to others. Continue with the next item.",
    "practice": "Pass the practice first.",
    "consent": "Read the information about this study and agree to it first.",
    "bad_answer": "This answer does not fit the question. Reload the page and answer again.",
    "nothing_to_undo": "You have no answer to undo.",
    "too_old": "Only your last ten answers can be changed.",
}


class Refused(Exception):
    """Raised if a participant's request is refused; the text tells the participant why, and `kind` tells programs."""

    def __init__(self, kind: Kind, sentence: str = "") -> None:
        super().__init__(sentence or SENTENCES[kind])
        self.kind = kind
