"""The environment `.venv`, filled by uv from the lock; nothing is done if it is current."""

import hashlib
import json
import platform
import tempfile
import tomllib
from pathlib import Path

from tarockclub.kit.fonts import get_folder, has_fonts
from tools import paths
from tools.process import run_attached
from tools.uv import InstallError, find_base_python, run_uv


def compute_stamp(*, dev: bool) -> str:
    """Return the stamp for the wanted packages in the locked versions, under this Python."""
    project = tomllib.loads(paths.PROJECT.read_text(encoding="utf-8"))
    wanted = [project["project"].get(part) for part in ("dependencies", "optional-dependencies")]
    groups = project["dependency-groups"] if dev else {}
    digest = hashlib.sha256(json.dumps([wanted, groups]).encode() + paths.LOCK.read_bytes()).hexdigest()
    return f"{digest} {platform.python_implementation()} {platform.python_version()}"


def get_stamp_file(venv: Path) -> Path:
    """Return the stamp file, which is written last, after all packages."""
    return venv / "tarockclub.stamp"


def is_up_to_date(venv: Path, *, dev: bool) -> bool:
    """Return whether the environment is complete and made from exactly this lock; that of developers has all."""
    stamps = {compute_stamp(dev=True)} if dev else {compute_stamp(dev=True), compute_stamp(dev=False)}
    try:
        stamp = get_stamp_file(venv).read_text(encoding="utf-8")
    except OSError:
        return False
    return paths.find_python(venv).is_file() and stamp in stamps


def install_venv(*, dev: bool, venv: Path = paths.VENV) -> None:
    """Fill the environment unless it is current; the development one serves both uses."""
    if not is_up_to_date(venv, dev=dev):
        print(f"Richte {venv.name} ein …", flush=True)
        if not _is_whole(venv):
            _make(venv)
        get_stamp_file(venv).unlink(missing_ok=True)
        _fill(venv, dev=dev)
        get_stamp_file(venv).write_text(compute_stamp(dev=dev), encoding="utf-8")
    build_files(venv)


def _is_whole(venv: Path) -> bool:
    """Return whether this is an environment of this Python that only has other packages; a link is somebody else's."""
    try:
        settings = (venv / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    same = any(line.startswith("version") and line.endswith(f" {platform.python_version()}") for line in settings)
    return same and not venv.is_symlink() and paths.find_python(venv).is_file()


def _make(venv: Path) -> None:
    """Create an empty environment, replacing an incomplete one."""
    if venv.is_symlink() or venv.is_file():
        venv.unlink()
    if run_uv("venv", "--quiet", "--clear", "--force", "--no-project", "--python", find_base_python(), venv):
        raise InstallError(f"{venv} ließ sich nicht anlegen; die Zeilen darüber sagen, warum.")


def _fill(venv: Path, *, dev: bool) -> None:
    """Install exactly what is wanted, in the locked versions; a file with another hash is refused."""
    group = ["--group", f"{paths.PROJECT}:dev"] if dev else []
    if _install(venv, "--requirement", str(paths.PROJECT), "--all-extras", *group):
        raise InstallError(
            f"Die Pakete aus {paths.LOCK.name} ließen sich nicht installieren; die Zeilen darüber sagen,"
            " warum. Ohne Internet geht die erste Einrichtung nicht."
        )


def _install(venv: Path, *wanted: str) -> int:
    locked = ["--constraint", str(paths.LOCK), "--build-constraints", str(paths.LOCK), "--require-hashes", "--exact"]
    return run_uv("pip", "install", "--quiet", "--python", paths.find_python(venv), *wanted, *locked)


def build_files(venv: Path) -> None:
    """Make the fonts in an environment and compile the German unless they are there; without them pages do, too.

    What builds them is in an environment for this moment: it would be a fifth of what running needs.
    """
    target = get_folder(venv)
    steps: list[tuple[str | Path, ...]] = [] if paths.is_compiled() else [("tools.catalog",)]
    steps += [] if has_fonts(target) else [("tarockclub.kit.fonts", target)]
    if not steps:
        return
    print("Baue Schriften und Übersetzung …", flush=True)
    with tempfile.TemporaryDirectory(prefix="build-", dir=venv) as folder:
        tools = venv if is_up_to_date(venv, dev=True) else Path(folder) / "tools"
        failed = tools != venv and (
            run_uv("venv", "--quiet", "--no-project", "--python", find_base_python(), tools)
            or _install(tools, "--group", f"{paths.PROJECT}:build")
        )
        failed = failed or any(run_attached([paths.find_python(tools), "-m", *step]) for step in steps)
    if failed:
        print(
            "Das ging nicht: Die Seiten nehmen die Schriften des Geräts, und ohne Übersetzung sind sie englisch.",
            flush=True,
        )
