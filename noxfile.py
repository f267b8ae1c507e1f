"""The suite on SQLite with every promised Python and Django; `make test-all ARGS="-p 3.13 -- tests/scoring"`."""

from pathlib import Path

import nox

from tarockclub.kit.fonts import get_folder
from tools.testing import run_pytest

nox.options.default_venv_backend = "uv"
nox.options.reuse_venv = "yes"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@nox.session
@nox.parametrize(
    ("python", "django"),
    [(python, django) for python in PYTHONS for django in ("5.2", "6") if (python, django) != ("3.11", "6")],
)
def tests(session: nox.Session, django: str) -> None:
    """Run the suite, in an environment of the session's own."""
    locked = ("--constraint=requirements.lock", "--require-hashes")
    session.install("--requirement=pyproject.toml", "--all-extras", "--group=dev", *locked)
    if django == "6":
        session.install("--requirement=tools/django6.txt", "--require-hashes")
    venv = Path(session.virtualenv.location)
    session.run("python", "-m", "tarockclub.kit.fonts", get_folder(venv))
    if run_pytest("sqlite", session.posargs, some=not session.posargs, venv=venv):
        session.error("see above")
