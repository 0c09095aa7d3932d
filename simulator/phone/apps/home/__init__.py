"""Home: the launcher, the notifications, moving between apps, putting the phone down, and the assistant's clock."""

from __future__ import annotations

from simulator.phone.apps.home.app import Home
from simulator.phone.apps.home.screens import HomeView

__all__ = ["Home", "HomeView"]
