"""A small app for tests of the phone's core: lamps, some of which break the rules that an app must keep."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from simulator.phone.actions import POP, ROOT, event, push, tap, tool
from simulator.phone.actions import replace as swap_to
from simulator.phone.app import Alarm, App
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.roles import Amount, Code, Plain, Ref, Text
from simulator.phone.screens import Screen, Step, View, back, go, stay, swap, to_root
from simulator.phone.store import Record

LampId = Annotated[str, Ref("Id of the lamp.", "lamp.lamp")]
Name = Annotated[str, Text("What the lamp is called.")]


class Lamp(Record, frozen=True):
    table: ClassVar[str] = "lamp.lamp"
    prefix: ClassVar[str] = "lamp"

    name: str
    on: bool = False
    watts: float = 0.0
    colours: tuple[str, ...] = ()
    off_at: int | None = None
    seen: bool = False


class LampsView(View, frozen=True):
    names: tuple[str, ...]


class LampList(Screen, frozen=True):
    app: ClassVar[str] = "lamp"
    prefix: ClassVar[str] = "Lamps"

    only: tuple[str, ...] = ()

    @tap(swap_to("LampList"))
    def show_only(self, call: Call, names: list[Name]) -> Step:
        """Show some lamps."""
        return swap(LampList(only=tuple(names)), "Some lamps are shown.")

    @tap(push("LampDetail"), marks=True)
    def open_lamp(self, call: Call, lamp_id: LampId) -> Step:
        """Open a lamp."""
        lamp = call.find(Lamp, lamp_id, "lamp", "Pick one from the list.")
        call.put(replace(lamp, seen=True))
        return go(LampDetail(lamp_id=lamp.id), f"{lamp.name} is open.")

    @tap()
    def look_and_write(self, call: Call) -> Step:
        """Break a rule: change data without saying so."""
        _new_lamp(call, "Sneaky")
        return stay("Looked.")

    @tap(push("LampDetail"))
    def stay_after_all(self, call: Call) -> Step:
        """Break a rule: stay, though only a way on was declared."""
        return stay("Stayed.")

    @tap()
    def leave_after_all(self, call: Call) -> Step:
        """Break a rule: go on, though nothing but staying was declared."""
        return go(LampDetail(lamp_id="x"), "Left.")

    def view(self, look: Look) -> View:
        lamps = sorted(look.store.all(Lamp).values(), key=lambda lamp: lamp.id)
        return LampsView(title="Lamps", names=tuple(lamp.name for lamp in lamps))


class LampDetail(Screen, frozen=True):
    app: ClassVar[str] = "lamp"
    prefix: ClassVar[str] = "Lamps"

    lamp_id: str
    depth: int = 0

    @tap(push("LampDetail"))
    def deeper(self, call: Call) -> Step:
        """Open the same lamp once more."""
        return go(replace(self, depth=self.depth + 1), "Deeper.")

    @tap(POP, write=True)
    def break_lamp(self, call: Call) -> Step:
        """Do away with the lamp."""
        call.drop(call.find(Lamp, self.lamp_id, "lamp", "It is gone; go back."))
        return back("The lamp is broken.")

    @tap(ROOT)
    def to_all(self, call: Call) -> Step:
        """Show all lamps."""
        return to_root("All lamps are shown.")

    def view(self, look: Look) -> View:
        return LampsView(title="Lamp", names=(self.lamp_id,))


class Lamps(App):
    name = "lamp"
    prefix = "Lamps"
    title = "Lamp switch"
    about = "Lamps of the house."
    records = (Lamp,)
    screens = (LampList, LampDetail)

    @tool(write=True)
    def add_lamp(
        self,
        call: Call,
        name: Name,
        watts: Annotated[float, Amount("How much it takes.")] = 40.0,
        number: Annotated[int, Plain("How many.")] = 1,
        mood: Annotated[Literal["warm", "cold"] | None, Code("warm or cold.")] = None,
        colours: list[Annotated[str, Code("A colour.")]] | None = None,
    ) -> str:
        """Add a lamp.

        Gives its id.
        """
        lamp = _new_lamp(call, name, watts, tuple(colours or ()))
        call.tell("user", "lamp", app="lamp", text=f"{name} is new.")
        if name == "faulty":
            raise ActionError("faulty", "That lamp does not work.", "Take another.")
        return lamp.id

    @tool(write=False)
    def list_lamps(self, call: Call) -> list[str]:
        """List the lamps."""
        return sorted(call.store.all(Lamp))

    @tool(write=False)
    def list_and_write(self, call: Call) -> str:
        """Break a rule: change data in a tool that is declared as reading."""
        _new_lamp(call, "Sneaky")
        return "Listed."

    @event()
    def deliver_lamp(self, call: Call, name: Name, about: Name = "") -> str:
        """Someone brings a lamp."""
        lamp = _new_lamp(call, name)
        call.notify("lamp", "lamp", "A new lamp", name[:3], f"{name} ({lamp.id}) {about}", lamp)
        if name == "faulty":
            raise ActionError("faulty", "That lamp does not work.")
        return lamp.id

    @event()
    def take_lamp(self, call: Call, lamp_id: LampId) -> str:
        """Someone takes a lamp away."""
        call.drop(call.find(Lamp, lamp_id, "lamp", ""))
        return "Taken."

    @event("switch_off")
    def goes_out(self, call: Call, lamp_id: LampId) -> str:
        """A lamp goes out by itself."""
        lamp = call.find(Lamp, lamp_id, "lamp", "")
        call.put(replace(lamp, on=False, off_at=None))
        return "Out."

    def next_alarm(self, look: Look) -> Alarm | None:
        times = [(lamp.off_at, lamp.id) for lamp in look.store.all(Lamp).values() if lamp.off_at is not None]
        if not times:
            return None
        at, lamp_id = min(times)
        return Alarm(at, "switch_off", {"lamp_id": lamp_id})

    def looked_at(self, call: Call, record: Record) -> None:
        assert isinstance(record, Lamp)
        call.put(replace(record, seen=True))

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        return (LampList(), LampDetail(lamp_id=record.id))


def _new_lamp(call: Call, name: str, watts: float = 0.0, colours: tuple[str, ...] = ()) -> Lamp:
    lamp = Lamp(id=call.new_id(Lamp), name=name, watts=watts, colours=colours)
    call.put(lamp)
    return lamp
