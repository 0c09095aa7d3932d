"""Installs the model, serves it on loopback, plays one short run with it, and verifies the trace."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

from pare_site import dotenv
from pare_site.cli.exits import CRASHED, FAILED, INTERRUPTED, OK, Trouble
from pare_site.cli.output import Console
from pare_site.demo_llm.installing import installed
from pare_site.demo_llm.replies import show_replies
from pare_site.demo_llm.serving import served
from pare_site.runtime import UnusableFolder, check_writable, var_folder

# A scenario with two apps and short texts. It is named by its file, because PARE_SCENARIOS_DIR may name other folders.
SCENARIO = Path(__file__).resolve().parents[2] / "benchmark" / "scenarios" / "email_reminder_batch_cancellation.yaml"
MODELS = Path(__file__).with_name("models.yaml")
LONGEST = 15 * 60
SETTINGS = {
    "max_turns": 3,
    "user_retries": 1,
    "observe_iterations": 2,
    "execute_iterations": 3,
    "user_context_tokens": 2500,
    "observe_context_tokens": 3000,
    "execute_context_tokens": 3500,
    "call_timeout_seconds": 300,
    "call_retries": 1,
}
ABOUT = (
    "SmolLM2, an open model with 135 million parameters, now plays the user and the assistant: real requests over "
    "HTTP, real replies, three turns at most. This model is far too small for the task. Expect it to repeat "
    "itself, to misunderstand, and to give replies that are refused. The demo shows how language models play, not how "
    "well they can play."
)
CLOSING = (
    "This run says nothing about quality. To play with a capable model, put its key or address into .env, then run "
    "`pare models test` and `pare run --model` (docs/models.md)."
)


def main() -> int:
    """Run the demo and return an exit code."""
    console = Console()
    try:
        dotenv.load()
        check_writable(var_folder())
        return _demo(console, var_folder() / "demo_llm")
    except Trouble as trouble:
        for line in trouble.lines:
            console.remark(line)
        return trouble.code
    except (dotenv.BadEnvFile, UnusableFolder) as problem:
        console.remark(str(problem))
        return CRASHED
    except KeyboardInterrupt:
        console.remark("Stopped. No process is left running.")
        return INTERRUPTED


def _demo(console: Console, folder: Path) -> int:
    python = installed(folder / "venv", console)
    trace = folder / f"trace-{datetime.now().astimezone():%Y%m%d-%H%M%S}.jsonl"
    began = time.monotonic()
    with served(python) as address:
        console.say(f"The model is served at {address}/v1, for this machine only.")
        console.say(ABOUT)
        console.say()
        _flush()
        code = _played(console, f"{address}/v1", trace)
    if code not in (OK, FAILED):
        console.remark("The model server is stopped.")
        return code
    show_replies(console, trace)
    console.say(f"The demo took {time.monotonic() - began:.0f} seconds. The model server is stopped.")
    return _checked(console, trace)


def _played(console: Console, endpoint: str, trace: Path) -> int:
    settings = [part for name, value in SETTINGS.items() for part in ("--set", f"{name}={value}")]
    command = _pare("run", str(SCENARIO), "--model", "smollm2", "--endpoint", endpoint, *settings, "--out", str(trace))
    run = subprocess.Popen(command, env={**os.environ, "PARE_MODELS_FILE": str(MODELS), "PYTHONUNBUFFERED": "1"})
    try:
        return run.wait(LONGEST)
    except subprocess.TimeoutExpired:
        console.remark(f"The machine is too slow or too busy: the run is stopped after {LONGEST // 60} minutes.")
        run.send_signal(signal.SIGINT)
        return run.wait()
    except KeyboardInterrupt:
        # The terminal sends Ctrl-C to the run too. The run stops after the current reply and writes its trace.
        console.remark("Stopping after the current reply. Press Ctrl-C again to stop at once.")
        return run.wait()
    finally:
        if run.poll() is None:
            run.kill()
            run.wait()


def _checked(console: Console, trace: Path) -> int:
    """Show that the trace is complete: verify it, and replay it without the model."""
    for command in (("trace", "verify", str(trace)), ("run", "--replay-models", str(trace), "--quiet")):
        console.heading(f"pare {' '.join(command)}")
        _flush()
        done = subprocess.run(_pare(*command), stdout=subprocess.PIPE, text=True, encoding="utf-8")
        if done.returncode:
            console.raw(done.stdout)
            return done.returncode
        console.say(done.stdout.strip().splitlines()[-1] if command[0] == "run" else done.stdout.strip())
    console.say()
    console.say(CLOSING)
    console.raw(f"To read the whole run: .venv/bin/pare trace show {trace}\n")
    return OK


def _pare(*command: str) -> list[str]:
    return [sys.executable, "-m", "pare_site.cli.main", *command]


def _flush() -> None:
    """Write our own output before another program writes to the same terminal."""
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
