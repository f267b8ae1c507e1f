"""From `make run` to the first page, against an empty Django project that migrates and starts under waitress, too."""

import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from bench.check import create_empty_project
from bench.ratio import ROOT, Measurement, measure_ratios
from tests.support.server import START_SECONDS, STOP_SECONDS, build_environment, find_free_port

NAME = "make run to the first page, against an empty project's"
LIMIT = 1.4
LOOK_SECONDS = 0.01
WAITRESS = ("waitress",)


def measure(*, quick: bool) -> Measurement:
    """Compare the seconds on databases that are ready: the first pair, which does not count, migrates them."""
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as folder:
        env = build_environment(Path(data), TAROCKCLUB_BACKUP_MINUTES="3")
        project = create_empty_project(Path(folder))

        def measure_ours() -> float:
            begun, port = time.perf_counter(), str(find_free_port())
            return _wait_for_page(begun, port, ("tools", "run", "--port", port), ROOT, env)

        def measure_theirs() -> float:
            begun, port = time.perf_counter(), str(find_free_port())
            subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], cwd=project, env=env, check=True)
            return _wait_for_page(begun, port, (*WAITRESS, "--port", port, "empty.wsgi:application"), project, env)

        ratios = measure_ratios(3 if quick else 9, measure_ours, measure_theirs)
    return Measurement(NAME, ratios, LIMIT)


def _wait_for_page(begun: float, port: str, module: tuple[str, ...], where: Path, env: dict[str, str]) -> float:
    """Start a server; return the seconds from `begun` until its first page has come."""
    process = subprocess.Popen([sys.executable, "-m", *module], cwd=where, env=env, stdout=subprocess.DEVNULL)
    try:
        while time.perf_counter() < begun + START_SECONDS:
            try:
                with urllib.request.urlopen(f"http://localhost:{port}/") as answer:
                    answer.read()
                return time.perf_counter() - begun
            except urllib.error.URLError as error:
                if isinstance(error, urllib.error.HTTPError):
                    raise
                time.sleep(LOOK_SECONDS)
        raise TimeoutError(f"no page of {module[0]} after {START_SECONDS} seconds")
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)
