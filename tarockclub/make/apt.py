"""Installs Debian packages where the tool may; elsewhere it says why it may not."""

import functools
import os
import shutil
import subprocess

_QUIET = {"DEBIAN_FRONTEND": "noninteractive"}


def install_packages(*packages: str) -> str:
    """Install packages and return an empty text, or the reason why they cannot be had."""
    reason = _find_obstacle()
    if reason:
        return f"{reason} (wanted: {', '.join(packages)})"
    print(f"apt-get install {' '.join(packages)} …", flush=True)
    _update_lists()
    done = _run_apt("install", "-y", "--no-install-recommends", *packages)
    return "" if done.returncode == 0 else f"apt-get: {done.stderr.strip()[-300:]}"


def _find_obstacle() -> str:
    """Return why packages cannot be installed on this system, if so."""
    if shutil.which("apt-get") is None:
        return "no apt-get on this system"
    if os.name != "posix" or os.geteuid() != 0:
        return "only root can install packages"
    return ""


@functools.cache
def _update_lists() -> None:
    """Bring the package lists up to date, once; without them the install itself will say so."""
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
