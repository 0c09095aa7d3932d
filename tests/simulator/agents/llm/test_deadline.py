"""Work that takes too long is given up, at little cost for all that does not."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from simulator.agents.llm.deadline import THREAD_NAME, within
from tests.conftest import ROOT


def helpers() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == THREAD_NAME}


def test_work_in_time_gives_what_it_gives_and_the_threads_end_with_their_callers() -> None:
    before = helpers()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda number: within(10, lambda: number + 1), range(100))) == list(range(1, 101))
        started = helpers() - before
    for thread in started:
        thread.join(10)
    assert not any(thread.is_alive() for thread in started)


def test_one_thread_is_used_again_and_again() -> None:
    assert len({within(10, threading.get_ident) for _ in range(20)}) == 1


def test_work_that_is_late_is_given_up_on_time_and_hinders_no_other() -> None:
    over = threading.Event()
    began = time.monotonic()
    assert within(0.05, lambda: over.wait(30)) is None
    assert time.monotonic() - began < 10
    assert within(10, lambda: "next") == "next"
    over.set()


def test_a_thread_that_was_given_up_ends_with_its_work() -> None:
    over, threads = threading.Event(), list[threading.Thread]()

    def work() -> bool:
        threads.append(threading.current_thread())
        return over.wait(30)

    assert within(0.05, work) is None
    over.set()
    threads[0].join(10)
    assert threads[0].daemon and not threads[0].is_alive()


def test_work_that_was_interrupted_hinders_no_other() -> None:
    over = threading.Event()

    class Interrupted(BaseException):
        pass

    def interrupt(*_: object) -> None:
        raise Interrupted

    def work() -> bool:
        os.kill(os.getpid(), signal.SIGUSR1)
        return over.wait(30)

    before = signal.signal(signal.SIGUSR1, interrupt)
    # What is raised while rubbish of other tests is being collected goes nowhere.
    gc.collect()
    gc.disable()
    try:
        with pytest.raises(Interrupted):
            within(10, work)
    finally:
        gc.enable()
        signal.signal(signal.SIGUSR1, before)
    assert within(10, lambda: "next") == "next"
    over.set()


def test_a_signal_just_before_the_wait_is_noticed_long_before_the_deadline() -> None:
    code = """
import _thread, threading
from simulator.agents.llm.deadline import within
over = threading.Event()
# Marks the signal as received without waking the main thread, as one does that comes just before it blocks.
threading.Timer(0.5, _thread.interrupt_main).start()
try:
    within(300, lambda: over.wait(300))
except KeyboardInterrupt:
    print("noticed", flush=True)
"""
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=60, check=True, capture_output=True, text=True)
    assert ran.stdout == "noticed\n"


def test_a_forked_process_has_a_thread_of_its_own() -> None:
    code = """
import os
from simulator.agents.llm.deadline import within
assert within(10, lambda: 1) == 1
child = os.fork()
if child == 0:
    os._exit(within(10, lambda: 7))
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=60, check=True)


def test_it_costs_next_to_nothing() -> None:
    times = []
    for _ in range(300):
        began = time.perf_counter()
        within(1, lambda: 1)
        times.append(time.perf_counter() - began)
    assert sorted(times)[100] < 0.001
