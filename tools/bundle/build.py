"""`make bundle`: the program with all it needs in one zip file, for a laptop without the internet (docs/laptop.md).

    python -m tools bundle --python FOLDER      of an embeddable Python for Windows
    python -m tools bundle                      for this system, whose own Python will run it

Packages come from the registry in the locked versions, checked by their hashes, or from a folder of wheels.
"""

import argparse
import hashlib
import re
import shutil
import struct
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from django.template import Context, Engine

from tools import paths
from tools.uv import InstallError, find_base_python, run_uv

FILES = Path(__file__).with_name("files")
TEXTS = ("LIES-MICH.txt", "READ-ME.txt")
PROGRAM = "program"  # the folder of the packages
WINDOWS, UNIX = "windows", "unix"
# The machine in the head of a Windows program, as uv names its platform.
MACHINES = {0x8664: "x86_64-pc-windows-msvc", 0xAA64: "aarch64-pc-windows-msvc"}
PURE = ("rcssmin", "rjsmin")  # without wheels for Windows, and whole without their optional part in C
_PTH = re.compile(r"python(3)(\d+)\._pth")
_WHEEL = re.compile(r"tarockclub-([^-]+)-py3-none-any\.whl")
UNWANTED = ("bin", "Scripts")  # of what an installer leaves beside the packages


class Target(NamedTuple):
    """The Python that will run the program."""

    system: str
    version: tuple[int, int]
    platform: str  # as uv names it; empty: this machine's
    python: Path | None  # a folder that goes into the bundle


def make_bundle(arguments: Sequence[str]) -> int:
    """Make the zip file that the options describe."""
    options = _build_parser().parse_args(arguments)
    target = choose_target(options.python, options.platform, options.python_version)
    with tempfile.TemporaryDirectory() as folder:
        wheel = options.wheel or build_wheel(Path(folder))
        version = read_version(wheel)
        stage = Path(folder, f"Tarockclub-{version}")
        install_bundle_packages(stage / PROGRAM, wheel, target, options.wheels)
        write_files(stage, target, version)
        zipped = options.target or paths.ROOT / "var" / f"Tarockclub-{version}-{target.system}.zip"
        if target.python:
            add_python(stage, target.python)
        pack_folder(stage, zipped)
    print(f"{zipped} ({zipped.stat().st_size / 1e6:.1f} MB)")
    return 0


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools bundle", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--python", type=Path, help="folder of the Python that goes into the bundle")
    parser.add_argument("--wheel", type=Path, help="the program (otherwise it is built)")
    parser.add_argument("--wheels", type=Path, help="folder of the wheels of all packages (otherwise the registry)")
    parser.add_argument("--target", type=Path, help="the zip file to write")
    parser.add_argument("--platform", default="", help="for another system than this, as uv names it")
    parser.add_argument("--python-version", default="", help="of the Python there, for example 3.13")
    return parser


def choose_target(python: Path | None, platform: str = "", version: str = "") -> Target:
    """Return the Python for which to build: that of a folder, or the system's own."""
    if python is not None and not (python / "bin").is_dir():
        return Target(WINDOWS, read_embeddable_version(python), read_machine(python / "python.exe"), python)
    if "windows" in platform:
        raise InstallError("Für Windows braucht das Bündel dessen Python: --python ORDNER (docs/laptop.md).")
    if platform and not version:
        raise InstallError("Für ein anderes System muss da stehen, welches Python es dort hat: --python-version 3.13.")
    major, minor = map(int, version.split(".")) if version else sys.version_info[:2]
    return Target(UNIX, (major, minor), platform, python)


def read_embeddable_version(python: Path) -> tuple[int, int]:
    """Return the version of an embeddable Python, by the name of the file of its paths."""
    found = [match for file in python.glob("python3*._pth") if (match := _PTH.fullmatch(file.name))]
    if len(found) != 1 or not (python / "python.exe").is_file():
        raise InstallError(f"In {python} ist kein „embeddable package“ für Windows (python.exe, python3…._pth).")
    return int(found[0][1]), int(found[0][2])


def read_machine(program: Path) -> str:
    """Return the platform of a Windows program, by its head."""
    with program.open("rb") as stream:
        head = stream.read(64)
        if len(head) == 64 and head[:2] == b"MZ":
            stream.seek(struct.unpack_from("<I", head, 0x3C)[0])
            signature, machine = struct.unpack("<4sH", stream.read(6).ljust(6, b"\0"))
            if signature == b"PE\0\0" and machine in MACHINES:
                return MACHINES[machine]
    raise InstallError(f"{program} ist nicht für Windows mit 64 Bit: Dafür gibt es nicht alle Pakete.")


def build_wheel(folder: Path) -> Path:
    """Build the program as a wheel."""
    locked = ("--build-constraints", paths.LOCK, "--require-hashes")
    if run_uv("build", "--quiet", "--wheel", *locked, "--python", find_base_python(), "--out-dir", folder, paths.ROOT):
        raise InstallError("Das Programm ließ sich nicht als Paket bauen; die Zeilen darüber sagen, warum.")
    [wheel] = folder.glob("tarockclub-*.whl")
    return wheel


def read_version(wheel: Path) -> str:
    """Return the version in a wheel's name."""
    match = _WHEEL.fullmatch(wheel.name)
    if match is None:
        raise InstallError(f"{wheel} ist nicht das Paket des Programms (tarockclub-…-py3-none-any.whl).")
    return match[1]


def install_bundle_packages(folder: Path, wheel: Path, target: Target, wheels: Path | None) -> None:
    """Unpack the program and what it needs into a folder, for the Python of the bundle."""
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    with tempfile.TemporaryDirectory() as empty:
        wanted = Path(empty, "wanted.txt")
        wanted.write_text(f"tarockclub @ {wheel.absolute().as_uri()} --hash=sha256:{digest}\n", encoding="utf-8")
        version = ".".join(map(str, target.version))
        command: list[str | Path] = ["pip", "install", "--quiet", "--target", folder, "--python-version", version]
        command += ["--requirement", wanted, "--constraint", paths.LOCK, "--require-hashes", "--link-mode=copy"]
        command += ["--python-platform", target.platform] if target.platform else []
        command += ["--no-index", "--find-links", wheels.absolute()] if wheels else []
        command += [part for name in PURE for part in ("--no-binary", name)] if target.system == WINDOWS else []
        failed = run_uv(*command, CC="false")  # what compiled something would do it for this system
    alien = [file.name for file in folder.rglob("*") if target.system == WINDOWS and file.suffix in (".so", ".dylib")]
    if failed or alien:
        raise InstallError(f"Es fehlen Pakete; die Zeilen darüber sagen, welche. {' '.join(alien)}".strip())


def write_files(stage: Path, target: Target, version: str) -> None:
    """Write what people see in the folder: the start icon, what to read, the licence."""
    is_windows = target.system == WINDOWS
    major, minor = map(str, target.version)
    facts = {"windows": is_windows, "version": version, "python": f"{major}.{minor}", "major": major, "minor": minor}
    start = "Tarockclub.bat" if is_windows else "Tarockclub.command"
    for file in (*(FILES / name for name in (start, *TEXTS)), paths.ROOT / "LICENSE"):
        name = file.name if file.suffix else f"{file.name}.txt"
        text = Engine().from_string(file.read_text(encoding="utf-8")).render(Context(facts, autoescape=False))
        # Old editors of Windows take a text without this mark for one of the code page.
        encoding = "utf-8-sig" if is_windows and name in TEXTS else "utf-8"
        (stage / name).write_text(text, encoding=encoding, newline="\r\n" if is_windows else "\n")
    (stage / start).chmod(0o755)


def adapt_paths(text: str) -> str:
    """Return the file of an embeddable Python's paths, with the folder of the program.

    Such a Python looks nowhere else: neither PYTHONPATH nor the packages of another Python get in its way.
    """
    folder = f"..\\{PROGRAM}"
    return text if folder in text.splitlines() else text.rstrip("\r\n") + f"\r\n{folder}\r\n"


def add_python(stage: Path, python: Path) -> None:
    """Copy the Python of the bundle into its folder, where it finds the program."""
    shutil.copytree(python, stage / "python", ignore=shutil.ignore_patterns("__pycache__"))
    for file in (stage / "python").glob("*._pth"):
        file.write_bytes(adapt_paths(file.read_bytes().decode("utf-8")).encode("utf-8"))


def pack_folder(stage: Path, zipped: Path) -> None:
    """Write the zip file: one folder with the version in its name, so that no old file stays among new ones."""
    for folder in [stage / PROGRAM / name for name in UNWANTED] + list(stage.rglob("__pycache__")):
        shutil.rmtree(folder, ignore_errors=True)
    zipped.parent.mkdir(parents=True, exist_ok=True)
    made = shutil.make_archive(str(stage), "zip", stage.parent, stage.name)
    shutil.move(made, zipped)


if __name__ == "__main__":
    try:
        sys.exit(make_bundle(sys.argv[1:]))
    except InstallError as error:
        sys.exit(str(error))
