"""The lock: exact versions, hashes for every platform, no download address; what is known of them."""

import json
import os
import subprocess
from datetime import UTC, date, datetime
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


# Until when Python's makers mend faults (their release schedules, as of 2026-12).
LAST_DAYS = {
    (3, 11): date(2027, 10, 31),
    (3, 12): date(2028, 10, 31),
    (3, 13): date(2029, 10, 31),
    (3, 14): date(2030, 10, 31),
    (3, 15): date(2031, 10, 31),
}


def audit_lock(arguments: list[str]) -> int:
    """Ask whether weak spots of the locked versions are known (further arguments go to pip-audit), and of Python."""
    # The lock is complete: nothing is resolved or installed for the audit.
    options = ("--disable-pip", "--require-hashes", "--requirement", paths.LOCK)
    failed = run_uv("tool", "run", "--quiet", AUDIT, *options, *arguments)
    verdict = judge_python(_ask_version(), _list_newest(), datetime.now(UTC).date())
    print(verdict or "Python: unterstützt und mit allen Ausbesserungen, von denen uv weiß.", flush=True)
    return failed or int(verdict.startswith("FEHLER"))


def judge_python(version: tuple[int, int, int], newest: dict[tuple[int, int], int], today: date) -> str:
    """Return what is wrong with a version of Python, or what cannot be known about it; "": nothing."""
    minor, patch = version[:2], version[2]
    name = f"Python {minor[0]}.{minor[1]}"
    if minor not in LAST_DAYS or minor not in newest:
        return f"NICHT GEPRÜFT: {name}. Davon wissen uv oder LAST_DAYS in tools/lock.py nichts."
    if today > LAST_DAYS[minor]:
        return f"FEHLER: {name} wird seit {LAST_DAYS[minor]} nicht mehr ausgebessert."
    if patch < newest[minor]:
        name_of_newest = f"{minor[0]}.{minor[1]}.{newest[minor]}"
        return f"FEHLER: {name}.{patch} ist nicht die letzte Ausbesserung, das ist {name_of_newest}."
    return ""


def _ask_version() -> tuple[int, int, int]:
    """Return the version of the environment's Python."""
    ask = [str(paths.find_python(paths.VENV)), "-c", "import sys; print(*sys.version_info[:3])"]
    major, minor, patch = subprocess.run(ask, check=True, capture_output=True, text=True).stdout.split()
    return int(major), int(minor), int(patch)


def _list_newest() -> dict[tuple[int, int], int]:
    """Return the newest patch of each Python that the locked uv knows, without the network; {}: it does not say."""
    ask = [str(provide_uv()), "python", "list", "--only-downloads", "--offline", "--output-format", "json"]
    done = subprocess.run(ask, check=False, capture_output=True, text=True)
    newest: dict[tuple[int, int], int] = {}
    for row in json.loads(done.stdout) if done.returncode == 0 else []:
        major, minor, patch = (row["version_parts"][part] for part in ("major", "minor", "patch"))
        if row["implementation"] == "cpython" and row["version"] == f"{major}.{minor}.{patch}":
            newest[major, minor] = max(patch, newest.get((major, minor), 0))
    return newest


def _compile(uv: Path, target: Path, oldest: str, arguments: list[str]) -> None:
    """Write one lock file; versions that still fit are kept."""
    # Settings of this machine (mirrors, local files) must not decide what others install.
    private = ("PIP_", "UV_")
    env = {name: value for name, value in os.environ.items() if not name.startswith(private)}
    options = ["-o", str(target.relative_to(paths.ROOT)), f"--python-version={oldest}", *OPTIONS]
    resolve = [str(uv), "pip", "compile", *options, *arguments]
    subprocess.run(resolve, check=True, cwd=paths.ROOT, env=env, stdout=subprocess.DEVNULL)
    target.write_text(HEAD + target.read_text(encoding="utf-8"), encoding="utf-8", newline="\n")
