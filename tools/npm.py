"""The packages of npm that check and test the scripts of the pages; the program itself needs none of them."""

import shutil
import subprocess

from tools import apt
from tools.paths import ROOT
from tools.process import run_attached

OLDEST = 20  # of node
_LOCK, _RECORD = ROOT / "package-lock.json", ROOT / "node_modules" / ".package-lock.json"


def install_modules() -> str:
    """Install what the lock names, unless it is there already; return an empty text, or the reason why it is not."""
    reason = "" if shutil.which("npm") else apt.install_packages("nodejs", "npm")
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return reason or "no npm"
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").split(".")[0]) < OLDEST:
        return f"node {OLDEST} is needed, here is {version}"
    if not _RECORD.exists() or _RECORD.stat().st_mtime < _LOCK.stat().st_mtime:
        if run_attached([npm, "ci", "--silent"]):
            return "npm ci has failed"
        _RECORD.touch()
    return ""


def run_npm(script: str) -> int:
    """Run a script of package.json, for which the modules must be there; return its exit code."""
    return run_attached([shutil.which("npm") or "npm", "run", "--silent", script])
