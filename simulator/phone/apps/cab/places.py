"""Places as people write them: what counts as one, and when two are the same."""

from __future__ import annotations

from simulator.phone.folding import folded_words

LONGEST_PLACE = 200


class PlaceError(ValueError):
    """A place that no cab finds; `remedy` says what would be right."""

    def __init__(self, problem: str, remedy: str) -> None:
        self.remedy = remedy
        super().__init__(problem)


def checked_place(text: str) -> str:
    """The place without extra spaces."""
    place = " ".join(text.split())
    if not any(character.isalnum() for character in place):
        raise PlaceError("the place is empty", "Write a place, such as Harbour Street 12.")
    if len(place) > LONGEST_PLACE:
        raise PlaceError("the place is too long", f"Write it in at most {LONGEST_PLACE} characters.")
    return place


def same_place(one: str, other: str) -> bool:
    return folded_words(one) == folded_words(other)


def pair_of(one: str, other: str) -> str:
    """The two places in one word, whichever of them comes first."""
    return "\n".join(sorted((folded_words(one), folded_words(other))))


def in_one_street(pair: str) -> bool:
    """Whether two places differ in their numbers alone."""
    one, other = (_without_numbers(place) for place in pair.split("\n"))
    return bool(one) and one == other


def _without_numbers(place: str) -> list[str]:
    words = place.replace(",", " ").split()
    return [word for word in words if not any(character.isdigit() for character in word)]
