"""`pare` on a machine of another name: `python -m tests.benchmark.faults.machine NAME worker batch`."""

from __future__ import annotations

import socket
import sys

from pare_site.cli.main import main

if __name__ == "__main__":
    _, name, *arguments = sys.argv
    socket.gethostname = lambda: name
    sys.exit(main(arguments))
