"""A server that shows the page of the design."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.support.server import build_environment, manage, run_server

WITH_DESIGN = {"DJANGO_SETTINGS_MODULE": "tests.looks.design_page.settings"}


@contextlib.contextmanager
def serve_design() -> Iterator[str]:
    """Serve an empty club, and yield the address of the page."""
    with tempfile.TemporaryDirectory() as folder:
        manage(build_environment(Path(folder), **WITH_DESIGN), "migrate", "--skip-checks", "--verbosity=0")
        with run_server(Path(folder), **WITH_DESIGN) as server:
            yield f"{server.url}/design/"
