"""The installation of Debian packages, where the tool may do that; elsewhere the reason why not."""

import os
import shutil
import subprocess
import sys


def may_install() -> bool:
    """Return whether this system has packages of Debian, and this account may install them."""
    return shutil.which("apt-get") is not None and sys.platform != "win32" and os.geteuid() == 0


def install_packages(*packages: str) -> str:
    """Install packages; return an empty text, or the reason for the failure."""
    if shutil.which("apt-get") is None:
        return f"no apt-get on this system (wanted: {', '.join(packages)})"
    if sys.platform == "win32" or os.geteuid() != 0:
        return f"only root can install packages (wanted: {', '.join(packages)})"
    print(f"apt-get install {' '.join(packages)} …", flush=True)
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (("update",), ("install", "-y", "--no-install-recommends", *packages)):
        done = subprocess.run(
            ["apt-get", "-qq", *command], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=env
        )
    return "" if done.returncode == 0 else f"apt-get: {done.stderr.strip()[-300:]}"
