"""Addresses as names of players: check which can be used, and say what is wrong with the others."""

from __future__ import annotations

from simulator.language_models import can_be_reached

PREFIX = "http:"
EXAMPLE = "http://127.0.0.1:8765/"
# Characters. With its prefix it still fits the column for names of players.
LONGEST_ADDRESS = 295


def is_address(name: str) -> bool:
    """Return whether a player's name is an address: `http://...`, `https://...`, or either of them after `http:`."""
    return name.lower().startswith((PREFIX, "https:"))


def address_of(name: str) -> str:
    rest = name[len(PREFIX) :]
    return rest if rest.lower().startswith(("http://", "https://")) else name


def wrong_with(name: str) -> str:
    """Return what is wrong with an address and how to fix it; empty if it can be used. Never repeats a secret."""
    address = address_of(name)
    instead = f"Write one such as {EXAMPLE}."
    if any(sign in address for sign in "@?#"):
        return (
            f"An address with a name, a password, a query or a fragment may hold a secret, and runs keep it. {instead}"
        )
    if not can_be_reached(address):
        return f"This is no address of a server. {instead}"
    if len(address) > LONGEST_ADDRESS:
        return f"The address has {len(address)} characters; at most {LONGEST_ADDRESS} can be kept. Shorten its path."
    return ""
