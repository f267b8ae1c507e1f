"""The packages of npm that check and test the scripts of the pages; the program itself needs none of them."""

import shutil
import subprocess

from tools import apt
from tools.paths import ROOT
from tools.process import run_attached

OLDEST = 18  # of node, which Debian 12 has
PACKAGES = ("nodejs", "npm")
_LOCK, _RECORD = ROOT / "package-lock.json", ROOT / "node_modules" / ".package-lock.json"


def has_node() -> bool:
    """Return whether npm is there, and a node that is new enough."""
    return _find_fault() == ""


def install_modules() -> str:
    """Install what the lock names, unless it is there already; return an empty text, or the reason why it is not."""
    if not has_node():
        apt.install_packages(*PACKAGES)
    npm = shutil.which("npm")
    if (reason := _find_fault()) or npm is None:
        return reason
    if not _RECORD.exists() or _RECORD.stat().st_mtime < _LOCK.stat().st_mtime:
        if run_attached([npm, "ci", "--silent"]):
            return "npm ci has failed"
        _RECORD.touch()
    return ""


def _find_fault() -> str:
    """Return what is wrong with the node of this machine, or an empty text."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return f"no npm (Debian's packages {' and '.join(PACKAGES)})"
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").split(".")[0]) < OLDEST:
        return f"node {OLDEST} is needed, here is {version}"
    return ""


def run_npm(script: str) -> int:
    """Run a script of package.json, for which the modules must be there; return its exit code."""
    return run_attached([shutil.which("npm") or "npm", "run", "--silent", script])
