"""Running other programs so that Ctrl-C and a stop signal end both cleanly."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FrameType

from tools.paths import ROOT, VENV, find_python

PATIENCE = 5.0


def run_attached(command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> int:
    """Run a program on this terminal and return its exit code; a signal ends both processes."""
    child = subprocess.Popen([str(part) for part in command], cwd=ROOT, env={**os.environ, **(env or {})})
    told = []

    def forward(signum: int, frame: FrameType | None) -> None:
        told.append(signum)
        child.send_signal(signum)

    # Windows has no SIGHUP, which comes when the terminal is closed.
    heard = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    previous = [signal.signal(number, forward) for number in heard]
    try:
        code = child.wait()
    except KeyboardInterrupt:
        # The terminal has signalled the child, too; let it finish its work.
        sys.exit(_wait_or_stop(child))
    finally:
        for number, before in zip(heard, previous, strict=True):
            signal.signal(number, before)
    if told:
        sys.exit(128 + told[0])
    return code


def run_python(*arguments: str | Path, env: Mapping[str, str] | None = None, venv: Path = VENV) -> int:
    """Run the interpreter of `.venv`, or of another environment, with these arguments."""
    # UTF-8 on every console: Windows would choke on the QR code and on card symbols.
    return run_attached([find_python(venv), *arguments], {"PYTHONUTF8": "1", **(env or {})})


def read_python(*arguments: str, env: Mapping[str, str]) -> tuple[int, str]:
    """Run the interpreter of `.venv` beside others; return its exit code and all that it has printed."""
    command, own = [str(find_python(VENV)), *arguments], {**os.environ, "PYTHONUTF8": "1", **env}
    done = subprocess.run(command, cwd=ROOT, env=own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def _wait_or_stop(child: subprocess.Popen[bytes]) -> int:
    """Wait for an interrupted child, and stop it if it takes too long."""
    try:
        return child.wait(PATIENCE)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        child.terminate()
    return child.wait()
