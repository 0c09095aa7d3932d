"""Names and addresses of this machine, and the command line that calls `pare` here."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import struct
import sys
from contextlib import suppress
from ipaddress import IPv6Address
from pathlib import Path

ANYWHERE = ("0.0.0.0", "::")
_ASK_FOR_ADDRESS = 0x8915
# Includes short forms such as 127.1. Digits only: 127.lab.example can be any machine.
_IPV4_LOOPBACK = re.compile(r"127(\.[0-9]{1,3}){1,3}")
# Addresses reserved for documentation: no machine has them. They only serve to ask which route the system would choose.
_FAR_AWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def is_loopback(host: str) -> bool:
    """Return True for names and addresses that lead to this machine only; an IPv6 address may be in brackets."""
    bare = host.strip("[]").lower().rstrip(".")
    # Browsers and resolvers keep all names below localhost on the machine (RFC 6761).
    if f".{bare}".endswith(".localhost") or _IPV4_LOOPBACK.fullmatch(bare):
        return True
    try:
        address = IPv6Address(bare)
    except ValueError:
        return False
    return (address.ipv4_mapped or address).is_loopback


def is_open(host: str) -> bool:
    """Return True if a host is given and is not loopback, so that other machines may reach a server there."""
    return host != "" and not is_loopback(host)


def own_command() -> str:
    """Return the command that calls this installation: `pare` if PATH leads to it, otherwise the path of the file."""
    own = Path(sys.executable).parent / "pare"
    found = shutil.which("pare")
    return "pare" if found is not None and Path(found) == own else from_here(own)


def to_type(command: str) -> str:
    """Return a `pare` command to type in a terminal, for the site in the current runtime folder."""
    var = os.environ.get("PARE_VAR_DIR", "").strip()
    place = f"PARE_VAR_DIR={shlex.quote(from_here(Path(var).expanduser().absolute()))} " if var else ""
    return f"{place}{own_command()} {command}"


def from_here(path: Path) -> str:
    """Return a path as text, relative to the current folder if the path is inside it."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def names() -> list[str]:
    """Return the names by which other machines on the network may know this machine."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return list(dict.fromkeys(found for found in (name, short, f"{short}.local") if short))


def addresses() -> list[str]:
    """Return addresses of this machine, without loopback. Addresses for outgoing connections come first."""
    found = [*filter(None, map(_way_out, _FAR_AWAY)), *_of_interfaces()]
    return [address for address in dict.fromkeys(found) if not address.startswith("127.") and address != "::1"]


def as_host(address: str) -> str:
    """Return an address as it is written in a URL and in the Host header."""
    return f"[{address}]" if ":" in address and not address.startswith("[") else address


def _way_out(family: socket.AddressFamily) -> str:
    """Return the address that this machine would send from; "" if there is none. No packet is sent."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((_FAR_AWAY[family], 9))
        return str(probe.getsockname()[0])
    return ""


def _of_interfaces() -> list[str]:
    if not sys.platform.startswith("linux"):
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), _ASK_FOR_ADDRESS, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found
