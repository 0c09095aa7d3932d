"""Counts a user's taps, and the taps of the shortest way to everything that the user reached."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from simulator.agents.taps import Destination, arrived, next_tap
from simulator.config import EpisodeConfig
from simulator.phone.perform import user_does
from simulator.phone.state import HOME, Phone, Stack
from simulator.phone.world import World
from simulator.scenario.story import Story
from simulator.trace.fold import apply_moment
from simulator.trace.metrics import CARD
from simulator.trace.moments import Acted, Forked, Moment

_SCREENS = (Phone.table, Stack.table)
# Taps after which the screen before them counts as reached: the user had seen enough of it.
_LEAVING = ("go_back", "go_home", "switch_app", "open_app", "put_phone_down")


class Taps(msgspec.Struct, frozen=True):
    """The taps that a user made, and the fewest taps that reach the same screens and make the same changes.

    Answers on the assistant's card and putting the phone down are not counted.
    """

    made: int
    shortest: int

    @property
    def detour(self) -> int:
        return self.made - self.shortest


def taps_of(story: Story, config: EpisodeConfig, moments: Sequence[Moment]) -> Taps:
    """Return the number of taps in a run, and of the shortest way to what the user reached.

    What counts as reached: each screen that the user left backwards, to another app or to answer an offer, when it was
    first reached; and each tap that changed something. Coming back to a screen, failed taps and ways around are
    detours.
    """
    walk = _Walk(story.fresh(config.rules))
    for moment in moments:
        if isinstance(moment, Acted) and moment.actor == "user":
            walk.user_acts(moment)
        if isinstance(moment, Forked):
            walk.world.rules = EpisodeConfig.model_validate(moment.config).rules
        apply_moment(walk.world, moment)
        if isinstance(moment, Acted) and moment.actor == "user":
            walk.user_has_acted(moment)
    walk.reach()
    return Taps(walk.made, walk.shortest)


class _Walk:
    """Follows the user from one reached screen to the next, and finds the shortest way between them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.made = self.shortest = 0
        self._leg = 0
        self._from = world.copy()
        self._seen: set[Destination] = set()

    def user_acts(self, act: Acted) -> None:
        if act.write or act.app == CARD or act.name in _LEAVING:
            self.reach(always=act.write and act.app != CARD)

    def user_has_acted(self, act: Acted) -> None:
        if act.app == CARD or act.name == "put_phone_down":
            return
        self.made += 1
        self._leg += 1
        if act.write and act.error is None:
            # The changing tap itself has no shorter way.
            self.shortest += 1
            self._start_leg()

    def reach(self, always: bool = False) -> None:
        """Add the shortest way to the current screen, if the user is here for the first time or changes something."""
        place = _place(self.world)
        if place.app == HOME or (place in self._seen and not always):
            return
        self._seen.add(place)
        self.shortest += self._way(place)
        self._start_leg()

    def _start_leg(self) -> None:
        self._leg = 0
        self._from = self.world.copy()

    def _way(self, place: Destination) -> int:
        """Return the fewest taps from where the leg began; the taps made if no way is found within as many taps."""
        phone = self.world.copy()
        # The records are those of now, because the way may lead to a mail that has arrived since the leg began.
        for table in _SCREENS:
            for record in self._from.store.tables()[table].values():
                phone.store.put(record)
        phone.store.commit()
        for made in range(self._leg):
            if arrived(phone, place):
                return made
            tap = next_tap(phone, place)
            if tap is None or user_does(phone, tap.name, tap.args, 0).error is not None:
                break
        return self._leg


def _place(world: World) -> Destination:
    app = world.phone.active
    frames = world.frames(app)
    context = frames[-1].context
    records = {key for name, table in world.store.tables().items() if name.startswith(f"{app}.") for key in table}
    ids = frozenset(value for value in context.values() if isinstance(value, str) and value in records)
    root = _hashable(frames[0].context) if len(frames) > 1 else ()
    return Destination(app, frames[-1].screen, ids, _hashable(context), root)


def _hashable(values: dict[str, object]) -> tuple[tuple[str, object], ...]:
    return tuple(sorted((name, value) for name, value in values.items() if isinstance(value, str | int)))
