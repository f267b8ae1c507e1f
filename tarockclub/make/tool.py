"""A Python package that is only needed for a moment: in an environment of its own, which is gone afterwards."""

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tarockclub.make import paths


@contextlib.contextmanager
def provide_tool(requirement: str) -> Iterator[Path]:
    """The interpreter of an environment with this package; CalledProcessError where it cannot be had."""
    with tempfile.TemporaryDirectory() as folder:
        venv = Path(folder) / "tool"
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        python = paths.find_python(venv)
        subprocess.run([python, "-m", "pip", "install", "--quiet", requirement], check=True)
        yield python
