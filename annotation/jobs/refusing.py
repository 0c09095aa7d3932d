"""What is not done for a person, and why: in a word for programs and a sentence for people."""

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
    "closed": "This study is closed. It takes no more answers.",
    "not_open": "This study is not open yet.",
    "not_held": "This item is not in your hands, or no longer part of the study. Take the next one.",
    "taken": "You had this item for too long without an answer, so that others have answered it. Take the next one.",
    "practice": "Pass the practice first.",
    "consent": "Read the information about this study and agree to it first.",
    "bad_answer": "This is not an answer to what is asked.",
    "nothing_to_undo": "There is no answer of yours that could be taken back.",
    "too_old": "Only your last ten answers can be changed.",
}


class Refused(Exception):
    """Nothing was changed."""

    def __init__(self, kind: Kind, sentence: str = "") -> None:
        super().__init__(sentence or SENTENCES[kind])
        self.kind = kind
