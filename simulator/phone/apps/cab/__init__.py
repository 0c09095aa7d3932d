"""Cab: rides to order, follow and cancel."""

from __future__ import annotations

from simulator.phone.apps.cab.app import Cab
from simulator.phone.apps.cab.records import Ride

__all__ = ["Cab", "Ride"]
