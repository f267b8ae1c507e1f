"""The lock files: exact versions, hashes for every platform, no download address."""

import os
import subprocess
from pathlib import Path

from tarockclub.make import paths
from tarockclub.make.tool import provide_tool

UV = "uv==0.13.8"
HEAD = "# Made by `make lock` from pyproject.toml; do not edit.\n"
OPTIONS = (
    "--universal",
    "--generate-hashes",
    "--python-version=3.11",
    "--extra=postgres",  # a checkout runs on both databases
    "--no-header",
    "--no-annotate",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-config",
    "--quiet",
)


def lock_versions(arguments: list[str]) -> int:
    """Resolve pyproject.toml; further arguments go to the resolver (`--upgrade`)."""
    with provide_tool(UV) as python:
        _compile(python, paths.RUNTIME_LOCK, arguments)
        # The development lock contains all packages, in the same versions that run in the club.
        same = ["--constraint", paths.RUNTIME_LOCK.name, "--group", "dev"]
        _compile(python, paths.DEV_LOCK, [*same, *arguments])
    return 0


def _compile(python: Path, target: Path, arguments: list[str]) -> None:
    """Write one lock file; versions that still fit are kept."""
    # Settings of this machine (mirrors, local files) must not decide what others install.
    private = ("PIP_", "UV_")
    env = {name: value for name, value in os.environ.items() if not name.startswith(private)}
    resolve = ["-m", "uv", "pip", "compile", "pyproject.toml", "-o", target.name, *OPTIONS]
    subprocess.run(
        [str(python), *resolve, *arguments],
        check=True,
        cwd=paths.ROOT,
        env=env,
        stdout=subprocess.DEVNULL,
    )
    target.write_text(HEAD + target.read_text(encoding="utf-8"), encoding="utf-8", newline="\n")
