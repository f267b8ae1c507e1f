"""The creation of `.venv` from a lock file; nothing is done if it is current."""

import hashlib
import importlib.util
import platform
import shutil
import sys
from pathlib import Path

from tarockclub.make import apt, paths
from tarockclub.make.fonts import provide_fonts
from tarockclub.make.process import run_attached


class InstallError(Exception):
    """The environment could not be created; the text contains advice."""


def compute_stamp(lock: Path) -> str:
    """Return the stamp for this lock file under this Python."""
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    return f"{digest} {platform.python_implementation()} {platform.python_version()}"


def get_stamp_file(venv: Path, lock: Path) -> Path:
    """Return the stamp file, which is written last, after all packages of the lock."""
    return venv / f"{lock.stem}.stamp"


def is_current(venv: Path, lock: Path) -> bool:
    """Return whether the environment is complete and made from exactly this lock."""
    try:
        found = get_stamp_file(venv, lock).read_text(encoding="utf-8")
    except OSError:
        return False
    return paths.find_python(venv).is_file() and found == compute_stamp(lock)


def install_venv(*, dev: bool, venv: Path = paths.VENV) -> None:
    """Create the environment again unless it is current; the development one serves both uses."""
    _install_packages(dev=dev, venv=venv)
    provide_fonts(venv)


def _install_packages(*, dev: bool, venv: Path) -> None:
    if is_current(venv, paths.DEV_LOCK) or (not dev and is_current(venv, paths.RUNTIME_LOCK)):
        return
    lock = paths.DEV_LOCK if dev else paths.RUNTIME_LOCK
    print(f"Richte {venv.name} ein ({lock.name}) …", flush=True)
    _make(venv)
    _fill(venv, lock)
    get_stamp_file(venv, lock).write_text(compute_stamp(lock), encoding="utf-8")


def _make(venv: Path) -> None:
    """Create an empty environment, replacing an incomplete one."""
    if importlib.util.find_spec("ensurepip") is None:
        reason = apt.install_packages("python3-venv")
        if reason:
            raise InstallError(f"Diesem Python fehlt das Modul venv (Paket python3-venv): {reason}")
    if venv.is_symlink() or venv.is_file():
        venv.unlink()
    elif venv.exists():
        shutil.rmtree(venv)
    # Even if started from inside an environment, the new one must use the real Python.
    base = getattr(sys, "_base_executable", None) or sys.executable
    if run_attached([base, "-m", "venv", venv]):
        raise InstallError(f"{venv} ließ sich nicht anlegen; die Zeilen darüber sagen, warum.")


def _fill(venv: Path, lock: Path) -> None:
    """Install exactly the packages in the lock; a file with another hash is refused."""
    options = ["--require-hashes", "--no-deps", "--no-input", "--quiet"]
    quiet = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}
    command = [str(paths.find_python(venv)), "-m", "pip", "install", *options, "-r", str(lock)]
    if run_attached(command, quiet):
        raise InstallError(
            f"Die Pakete aus {lock.name} ließen sich nicht installieren; die Zeilen darüber sagen,"
            " warum. Ohne Internet geht die erste Einrichtung nicht."
        )
    # Python's bundled installer is old, and no longer needed.
    old = [name for name in ("setuptools", "pip") if f"\n{name}==" not in lock.read_text(encoding="utf-8")]
    run_attached([str(paths.find_python(venv)), "-m", "pip", "uninstall", "--yes", "-qq", *old], quiet)
