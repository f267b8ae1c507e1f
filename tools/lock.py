"""The lock: exact versions, hashes for every platform, no download address; what is known of them."""

import os
import subprocess
from pathlib import Path

from tools import paths
from tools.uv import provide_uv, run_uv

AUDIT = "pip-audit==2.10.1"
HEAD = "# Made by `make lock` from pyproject.toml; do not edit.\n"
OPTIONS = (
    "--universal",
    "--generate-hashes",
    "--no-header",
    "--no-annotate",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-config",
    "--quiet",
)


def lock_versions(arguments: list[str]) -> int:
    """Write the lock again (--upgrade takes newer versions)."""
    uv = provide_uv()
    # What runs in the club and what develops it, in one file: nothing is tested in another version than it runs.
    _compile(uv, paths.LOCK, "3.11", ["pyproject.toml", "--all-extras", "--group", "dev", *arguments])
    _compile(uv, paths.UV_LOCK, "3.11", ["--group", "setup", *arguments])
    _compile(uv, paths.DJANGO_6_LOCK, "3.12", ["--group", "django6", *arguments])
    return 0


def audit_lock(arguments: list[str]) -> int:
    """Ask whether weak spots of the locked versions are known (further arguments go to pip-audit)."""
    # The lock is complete: nothing is resolved or installed for the audit.
    options = ("--disable-pip", "--require-hashes", "--requirement", paths.LOCK)
    return run_uv("tool", "run", "--quiet", AUDIT, *options, *arguments)


def _compile(uv: Path, target: Path, oldest: str, arguments: list[str]) -> None:
    """Write one lock file; versions that still fit are kept."""
    # Settings of this machine (mirrors, local files) must not decide what others install.
    private = ("PIP_", "UV_")
    env = {name: value for name, value in os.environ.items() if not name.startswith(private)}
    options = ["-o", str(target.relative_to(paths.ROOT)), f"--python-version={oldest}", *OPTIONS]
    resolve = [str(uv), "pip", "compile", *options, *arguments]
    subprocess.run(resolve, check=True, cwd=paths.ROOT, env=env, stdout=subprocess.DEVNULL)
    target.write_text(HEAD + target.read_text(encoding="utf-8"), encoding="utf-8", newline="\n")
