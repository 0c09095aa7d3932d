"""What a sample left out, and why, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from annotation.sampling.drawing import ALREADY, OVER_CAP, SAME
from simulator.phone.wording import counted

UNFINISHED, NO_PHONE, NOISY, NO_ANSWER = "unfinished", "no_phone", "noisy", "no_answer"
WHY = {
    UNFINISHED: ("run", "not played to an end"),
    NO_PHONE: ("run", "known from a transcript only: there is no phone to show"),
    NOISY: ("run", "played with noise"),
    NO_ANSWER: ("offer", "without any reaction of the simulated user"),
    SAME: ("point", "the same as another: runs that are equal in everything count once"),
    ALREADY: ("point", "in this study already"),
    OVER_CAP: ("point", "above the limit per scenario"),
}


def left_out_words(left_out: Mapping[str, int]) -> Iterator[str]:
    """`3 offers: without any reaction of the simulated user`."""
    for why, (noun, words) in WHY.items():
        if left_out.get(why):
            yield f"{counted(left_out[why], noun)}: {words}"
