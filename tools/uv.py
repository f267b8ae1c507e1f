"""uv, which fills `.venv` and writes the lock: one version, checked by its hash, in an environment of its own."""

import ast
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from tools import apt, paths
from tools.process import run_attached

QUIET = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}
# Settings of pip that uv, which reads none of them, has under another name.
OF_PIP = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
    "proxy": "ALL_PROXY",
}
SEPARATORS = {"UV_FIND_LINKS": ","}


class InstallError(Exception):
    """The environment could not be created; the text contains advice."""


def run_uv(*arguments: str | Path, **env: str) -> int:
    """Run uv on this terminal, with more variables, and return its exit code."""
    return run_attached([provide_uv(), *arguments], {**find_settings(), **env})


def provide_uv() -> Path:
    """Return the program, installed by pip where it is missing or another version."""
    stamp = paths.UV / "uv.stamp"
    digest = hashlib.sha256(paths.UV_LOCK.read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != digest or _find_uv() is None:
        _install()
        stamp.write_text(digest, encoding="utf-8")
    uv = _find_uv()
    if uv is None:
        raise InstallError(f"In {paths.UV} ist kein uv.")
    return uv


def find_settings() -> dict[str, str]:
    """Return the variables that let uv ask the registry that pip would ask."""
    return _choose_settings(os.environ, _list_settings_of_pip())


def find_base_python() -> str:
    """Return the real Python, even if this one is that of an environment."""
    return getattr(sys, "_base_executable", None) or sys.executable


def _find_uv() -> Path | None:
    uv = paths.find_python(paths.UV).with_name("uv.exe" if os.name == "nt" else "uv")
    return uv if uv.is_file() else None


def _install() -> None:
    """Let pip install uv, once; a file with another hash is refused."""
    if importlib.util.find_spec("ensurepip") is None:
        reason = apt.install_packages("python3-venv")
        if reason:
            raise InstallError(f"Diesem Python fehlt das Modul venv (Paket python3-venv): {reason}")
    print("Hole uv …", flush=True)
    shutil.rmtree(paths.UV, ignore_errors=True)
    if run_attached([find_base_python(), "-m", "venv", paths.UV]):
        raise InstallError(f"{paths.UV} ließ sich nicht anlegen; die Zeilen darüber sagen, warum.")
    options = ["--require-hashes", "--only-binary=:all:", "--no-deps", "--no-input", "--quiet"]
    if run_attached([paths.find_python(paths.UV), "-m", "pip", "install", *options, "-r", paths.UV_LOCK], QUIET):
        raise InstallError(
            "uv ließ sich nicht installieren; die Zeilen darüber sagen, warum."
            " Ohne Internet geht die erste Einrichtung nicht."
        )


def _list_settings_of_pip() -> Iterable[str]:
    """Return pip's settings, a line each: `global.index-url='…'`."""
    command = [str(paths.find_python(paths.UV)), "-m", "pip", "config", "list"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env={**os.environ, **QUIET})
    return done.stdout.splitlines()


def _choose_settings(own: Mapping[str, str], of_pip: Iterable[str]) -> dict[str, str]:
    """Return the variables for uv: what is set for it stays; where nothing is, pip's settings count."""
    # Every file is checked by its hash: it does not matter from which registry it comes. No Python is downloaded.
    chosen = {"UV_INDEX_STRATEGY": "unsafe-best-match", "UV_PYTHON_DOWNLOADS": "never"}
    # The sections by their weight: a file for everything, one for `install`, the environment.
    for line in sorted(of_pip, key=lambda line: (line.startswith(":env:"), line.startswith("install."))):
        name, _, value = line.partition("=")
        section, _, setting = name.rpartition(".")
        if setting in OF_PIP and section in ("global", "install", ":env:"):
            words = str(ast.literal_eval(value)).split()
            chosen[OF_PIP[setting]] = SEPARATORS.get(OF_PIP[setting], " ").join(words)
    return {name: value for name, value in chosen.items() if name not in own}
