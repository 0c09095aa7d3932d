"""Types that are ready can be read by many threads at once, from the first time on."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from simulator.type_warmup import make_types_ready
from tests.conftest import ROOT

_THREADS = """
import sys, threading
import msgspec
from simulator.episode.loop import Episode
from simulator.type_warmup import make_types_ready
from simulator.trace.moments import Envelope
from simulator.trace.trace_reader import parse_trace

make_types_ready()
sys.setswitchinterval(1e-6)
together = threading.Barrier(16)
exchange = {"stage": "user", "alias": "a", "model": "m", "format": "tools", "prompt_set": ""}

def read():
    together.wait()
    msgspec.convert({"exchange": exchange}, Envelope)

threads = [threading.Thread(target=read) for _ in range(16)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print("well")
"""


def test_threads_can_read_what_nobody_has_read_before() -> None:
    """In processes of their own, because only the first time is dangerous."""
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", _THREADS], cwd=ROOT, capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stdout) == (0, "well\n"), done.stderr


def test_a_type_that_cannot_be_read_is_left_alone() -> None:
    class Odd(msgspec.Struct):
        """Of something that msgspec knows nothing of."""

        other: Nowhere  # type: ignore[name-defined] # noqa: F821

    make_types_ready()
    with pytest.raises(NameError):
        msgspec.json.Decoder(Odd)
