"""The installation of Debian packages, where the tool may do that; elsewhere the reason why not."""

import functools
import os
import shutil
import subprocess
import sys

_QUIET = {"DEBIAN_FRONTEND": "noninteractive"}


def install_packages(*packages: str) -> str:
    """Install packages; return an empty text, or the reason for the failure."""
    reason = _find_obstacle()
    if reason:
        return f"{reason} (wanted: {', '.join(packages)})"
    print(f"apt-get install {' '.join(packages)} …", flush=True)
    _update_lists()
    done = _run_apt("install", "-y", "--no-install-recommends", *packages)
    return "" if done.returncode == 0 else f"apt-get: {done.stderr.strip()[-300:]}"


def _find_obstacle() -> str:
    """Return the obstacle to installing packages on this system; None if there is none."""
    if shutil.which("apt-get") is None:
        return "no apt-get on this system"
    if sys.platform == "win32" or os.geteuid() != 0:
        return "only root can install packages"
    return ""


@functools.cache
def _update_lists() -> None:
    """Update the package lists, once; if that fails, the installation itself will report it."""
    _run_apt("update")


def _run_apt(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Call apt-get without questions."""
    return subprocess.run(
        ["apt-get", "-qq", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **_QUIET},
    )
