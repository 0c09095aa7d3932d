"""Checks addresses that are used as names of players, and says how to fix a bad address."""

from __future__ import annotations

from simulator.language_models import can_be_reached

PREFIX = "http:"
EXAMPLE = "http://127.0.0.1:8765/"
# Characters. An address of this length with its prefix fits the 300 characters of the column for player names.
LONGEST_ADDRESS = 295


def is_address(name: str) -> bool:
    """Return whether a player's name is an address, that is, whether it starts with `http:` or `https:`."""
    return name.lower().startswith((PREFIX, "https:"))


def address_of(name: str) -> str:
    # The prefix may come before a whole address (`http:https://host/`) or be the beginning of an address.
    rest = name[len(PREFIX) :]
    return rest if rest.lower().startswith(("http://", "https://")) else name


def wrong_with(name: str) -> str:
    """Return what is wrong with an address and how to fix it, without secrets; empty if the address can be used."""
    address = address_of(name)
    instead = f"Write an address such as {EXAMPLE}."
    if any(sign in address for sign in "@?#"):
        return (
            "An address with a user name, password, query or fragment may hold a secret, which the run would store. "
            f"{instead}"
        )
    if not can_be_reached(address):
        return f"This is not the address of a server. {instead}"
    if len(address) > LONGEST_ADDRESS:
        return f"The address has {len(address)} characters; at most {LONGEST_ADDRESS} are allowed. Shorten its path."
    return ""
