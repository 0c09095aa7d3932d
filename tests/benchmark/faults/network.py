"""Machines with addresses of their own in a network that exists for a test only: namespaces, none of it outside."""

from __future__ import annotations

import os
import subprocess
from contextlib import ExitStack
from typing import Self

from tests.benchmark.faults.ground import Machine

# Addresses that are for examples, and that nobody else sees here.
NETWORK, HUB = "192.0.2.0/24", "192.0.2.1"


def why_impossible() -> str:
    """Why there cannot be such a network on this machine; empty if there can."""
    if os.geteuid() != 0:
        return "only root may make network namespaces"
    try:
        with Network("try"):
            return ""
    except (OSError, subprocess.CalledProcessError) as problem:
        said = getattr(problem, "stderr", b"") or b""
        return f"network namespaces cannot be made here: {said.decode(errors='replace').strip() or problem}"


class Network:
    """A hub with the servers, and machines that reach each other through it."""

    def __init__(self, *names: str) -> None:
        self._names = names
        self._stack = ExitStack()
        self.hub = self._machine("hub")
        self.machines = [self._machine(name) for name in names]

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            # What was made before something failed is removed as well.
            self._make_room(self.hub, stack)
            _ip("-n", _space(self.hub), "link", "add", "bridge", "type", "bridge")
            _ip("-n", _space(self.hub), "link", "set", "bridge", "up")
            _ip("-n", _space(self.hub), "address", "add", f"{HUB}/24", "dev", "bridge")
            for number, machine in enumerate(self.machines, 2):
                self._make_room(machine, stack)
                self._plug_in(machine, number)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def cut(self, machine: Machine) -> None:
        """Pull its plug: nothing arrives there any more, and nobody is told."""
        _ip("-n", _space(machine), "link", "set", "plug", "down")

    def _plug_in(self, machine: Machine, number: int) -> None:
        hub, own, plug = _space(self.hub), _space(machine), f"to_{machine.name}"
        _ip("-n", hub, "link", "add", plug, "type", "veth", "peer", "name", "plug", "netns", own)
        _ip("-n", hub, "link", "set", plug, "master", "bridge", "up")
        _ip("-n", own, "address", "add", f"192.0.2.{number}/24", "dev", "plug")
        _ip("-n", own, "link", "set", "plug", "up")

    def _make_room(self, machine: Machine, stack: ExitStack) -> None:
        _ip("netns", "add", _space(machine))
        stack.callback(_ip, "netns", "delete", _space(machine))
        _ip("-n", _space(machine), "link", "set", "lo", "up")

    def _machine(self, name: str) -> Machine:
        return Machine(name, ("ip", "netns", "exec", f"pare-{os.getpid()}-{name}"))


def _space(machine: Machine) -> str:
    return machine.within[-1]


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, timeout=120)
