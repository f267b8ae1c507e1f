"""A Python package needed only for a moment, in a temporary environment."""

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tarockclub.make import paths


@contextlib.contextmanager
def provide_tool(requirement: str) -> Iterator[Path]:
    """Yield the interpreter of an environment with this package; raise CalledProcessError if it is not available."""
    with tempfile.TemporaryDirectory() as folder:
        venv = Path(folder) / "tool"
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        python = paths.find_python(venv)
        subprocess.run([python, "-m", "pip", "install", "--quiet", requirement], check=True)
        yield python
