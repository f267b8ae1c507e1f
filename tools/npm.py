"""The scripts of the pages: their types, style and form, by programs of npm; the program itself needs none of them."""

import shutil
import sys

from tools import apt
from tools.paths import ROOT
from tools.process import run_attached
from tools.testing import is_ci

_LOCK, _RECORD = ROOT / "package-lock.json", ROOT / "node_modules" / ".package-lock.json"


def run_npm(script: str) -> int:
    """Run a script of package.json and return its exit code; without node, which is said aloud, 1 in CI and else 0."""
    reason = "" if shutil.which("npm") else apt.install_packages("nodejs", "npm")
    npm = shutil.which("npm")
    if npm is None:
        print(f"== NOT RUN: npm run {script}. There is no node here: {reason}", file=sys.stderr, flush=True)
        return int(is_ci())
    if not _RECORD.exists() or _RECORD.stat().st_mtime < _LOCK.stat().st_mtime:
        if code := run_attached([npm, "ci", "--silent"]):
            return code
        _RECORD.touch()
    return run_attached([npm, "run", "--silent", script])
