"""Apartments: listings of flats to rent, which can be searched and saved."""

from __future__ import annotations

from simulator.phone.apps.apartment.app import Apartments
from simulator.phone.apps.apartment.records import Apartment

__all__ = ["Apartment", "Apartments"]
