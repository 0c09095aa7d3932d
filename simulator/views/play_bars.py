"""The bar that shows how people answered an offer, as an SVG image."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from simulator.views.play_others import NO_ANSWER, OfferAnswers
from simulator.words.english import counted

_LEFT, _RIGHT, _GAP = 54.0, 372.0, 3.0
# Width in which a count with its word fits, and width in which the count alone fits.
_ROOM_FOR_WORDS, _LEAST = 84.0, 22.0


class _Piece(NamedTuple):
    css: str
    people: int
    word: str


def answers_svg(offer: OfferAnswers) -> SafeString:
    """Return the bar with one piece per answer; empty if nobody else got this offer."""
    pieces = [
        _Piece("yes", offer.accepted, "accepted"),
        _Piece("not", offer.rejected, "not now"),
        _Piece("none", offer.unanswered, NO_ANSWER),
    ]
    pieces = [piece for piece in pieces if piece.people]
    if not pieces:
        return SafeString("")
    said = ", ".join(f"{piece.people} {piece.word}" for piece in pieces)
    people = counted(offer.people, "person", "people")
    drawn, at = [], _LEFT
    for piece, width in zip(pieces, _widths(pieces), strict=True):
        text = f"{piece.people} {piece.word}" if width >= _ROOM_FOR_WORDS else str(piece.people)
        ink = "mid on" if piece.css == "yes" else "mid"
        drawn.append((piece.css, f"{at + 1:.1f}", f"{width - 2:.1f}", ink, f"{at + width / 2:.1f}", text))
        at += width + _GAP
    shape = '<rect class="{}" x="{}" y="1" width="{}" height="18" rx="3"/><text class="{}" x="{}" y="14">{}</text>'
    label = format_html('<text x="0" y="14">People</text>{}', format_html_join("", shape, drawn))
    frame = '<svg class="split" viewBox="0 0 {} 20" role="img" aria-label="{}: {}">{}</svg>'
    return format_html(frame, f"{_RIGHT:.0f}", people, said, label)


def _widths(pieces: list[_Piece]) -> list[float]:
    """Return widths in proportion to the counts, but wide enough for the digits."""
    room = _RIGHT - _LEFT - _GAP * (len(pieces) - 1)
    whole = sum(piece.people for piece in pieces)
    spare = room - _LEAST * len(pieces)
    return [_LEAST + spare * piece.people / whole for piece in pieces]
