"""The launcher: its parts, moving between apps, putting the phone down, and the assistant's clock and waits."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec

from simulator.phone import when
from simulator.phone.actions import POP, Action, event, tap, tool
from simulator.phone.app import Alarm, App
from simulator.phone.apps.home.actions import AppName, bring_forward, find_app
from simulator.phone.apps.home.screens import HomeScreen, NotificationsScreen
from simulator.phone.apps.home.words import WORDS
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.roles import Plain
from simulator.phone.screens import Step, back, stay
from simulator.phone.state import HOME, AssistantNotice, Stack
from simulator.phone.store import Record


class WakeUp(Record, frozen=True):
    """The assistant's wish to be told if nothing has happened until then."""

    table: ClassVar[str] = "meta.wake_up"

    at: int
    asked_at: int
    told: int = 0
    """How many notices it had been sent when it asked; another one ends the wait."""


# The id of the only record: a new wait replaces the one before.
_WAKE_UP = "wake_up"


class Home(App):
    name = HOME
    prefix = "System"
    title = "Home"
    about = "The launcher and the clock."
    system = True
    words = WORDS
    records = (WakeUp,)
    screens = (HomeScreen, NotificationsScreen)

    @tap()
    def go_home(self, call: Call) -> Step:
        """Go to the home screen; the app keeps its place."""
        if call.phone.active == HOME and len(call.frames(HOME)) == 1:
            return stay("This is the home screen already.")
        bring_forward(call, HOME)
        call.put(Stack(id=HOME, frames=(HomeScreen().frame(),)))
        return stay("The home screen is shown.")

    @tap()
    def switch_app(self, call: Call, app_name: AppName) -> Step:
        """Switch to an app that is open; it shows what it last showed."""
        app = find_app(call, app_name)
        phone = call.phone
        if app.name == phone.active:
            return stay(f"{app.title} is in front already.")
        if app.name not in phone.background:
            raise ActionError("not_open", f"{app.title} is not open yet.", "Go home and open it first.")
        bring_forward(call, app.name)
        return stay(f"{app.title} is in front.")

    @tap(POP)
    def go_back(self, call: Call) -> Step:
        """Go back to the screen before this one."""
        return back("Back on the screen before.")

    @tap()
    def put_phone_down(self, call: Call) -> Step:
        """Put the phone down until something happens."""
        # Home is what the owner sees on picking the phone up again; apps keep their places behind it.
        bring_forward(call, HOME)
        call.put(msgspec.structs.replace(call.phone, down=True))
        call.put(Stack(id=HOME, frames=(HomeScreen().frame(),)))
        return stay("The phone is down.")

    @tool(write=False)
    def get_current_time(self, call: Call) -> dict[str, Any]:
        """The date, the time of day and the weekday, local to the owner."""
        return {
            "current_timestamp": float(call.now),
            "current_datetime": call.show(call.now),
            "current_weekday": when.weekday(call.now, call.tz),
        }

    @tool(write=False)
    def wait_for_notification(
        self,
        call: Call,
        timeout: Annotated[int, Plain("Seconds after which to be told that nothing came.")] = 0,
    ) -> str:
        """End this turn and wait until something happens."""
        if not 0 <= timeout <= when.LONGEST_DURATION:
            remedy = f"Give a number of seconds from 0, which is for ever, to {when.LONGEST_DURATION}."
            raise ActionError("bad_argument", f"timeout cannot be {timeout}.", remedy)
        before = call.store.get(WakeUp, _WAKE_UP)
        if timeout:
            told = len(call.store.all(AssistantNotice))
            call.put(WakeUp(id=_WAKE_UP, at=call.now + timeout, asked_at=call.now, told=told))
        elif before is not None:
            call.drop(before)
        return "Waiting."

    # It is for the assistant alone, so it does not end the wait of a phone that lies down.
    @event(wakes=False)
    def time_out(self, call: Call) -> str:
        """Tell the assistant that its wait is over."""
        wake_up = _awaited(call)
        if wake_up is None:
            raise ActionError("not_waiting", "The assistant waits for nothing.", "Only a wait with a timeout ends so.")
        call.drop(wake_up)
        waited = call.now - wake_up.asked_at
        call.tell("assistant", "timeout", app=HOME, text=f"The wait of {waited} seconds is over.")
        return "The wait is over."

    def offered(self, look: Look, action: Action) -> bool:
        # On the first screen of an app there is nothing to go back to.
        return action.name != "go_back" or len(look.frames(look.phone.active)) > 1

    def next_alarm(self, look: Look) -> Alarm | None:
        wake_up = _awaited(look)
        return None if wake_up is None else Alarm(wake_up.at, "time_out", {})


def _awaited(look: Look) -> WakeUp | None:
    """Return the assistant's wait unless a notice has ended it."""
    wake_up = look.store.get(WakeUp, _WAKE_UP)
    return wake_up if wake_up is not None and len(look.store.all(AssistantNotice)) <= wake_up.told else None
