"""Names for the people in noise: as the file has them, or made up for one that only has ids."""

from __future__ import annotations

import re

from simulator.phone.keyed import keyed

_FIRST = (
    *("Amaru", "Birgit", "Chidi", "Dagny", "Elif", "Farid", "Greta", "Hiro", "Ilse", "Joao", "Kaja", "Lamin"),
    *("Marisol", "Nadir", "Oona", "Pavel", "Quentin", "Rosalia", "Sefa", "Tiago", "Umar", "Vesna", "Wiebke", "Zuri"),
)
_LAST = (
    *("Abara", "Bergmann", "Castellano", "Dimitrov", "Eriksen", "Fontaine", "Gashi", "Horvath", "Imre", "Jansen"),
    *("Kovac", "Lindgren", "Mbeki", "Nowak", "Olsen", "Petit", "Quiroga", "Ristic", "Sato", "Tanaka"),
    *("Usman", "Varga", "Weiss", "Yilmaz", "Zamora"),
)
_OF_AN_ID = re.compile(r"[\d_@/:]")


def name_for(who: str) -> str:
    """A name is kept; an id or a number gets a name that is the same whenever it comes up."""
    name = " ".join(who.split())
    if any(letter.isalpha() for letter in name) and not _OF_AN_ID.search(name):
        return name
    rng = keyed(0, "noise.name", who)
    return f"{rng.choice(_FIRST)} {rng.choice(_LAST)}"
