"""The zip file for a laptop: for Windows of a folder that looks like Python; for this system until its first page."""

import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
import urllib.request
import zipfile
from itertools import pairwise
from pathlib import Path, PurePosixPath

import pytest

from tests.packages.support.environments import build as build_package
from tests.packages.support.environments import list_needed_places
from tests.support.paths import ROOT
from tests.support.server import build_environment, find_free_port
from tools.bundle import build
from tools.uv import InstallError, run_uv

pytestmark = pytest.mark.heavy

PTH = "python313.zip\r\n.\r\n\r\n# Uncomment to run site.main() automatically\r\n#import site\r\n"
WHEEL = "tarockclub-1.2.3-py3-none-any.whl"
ON_UNIX = pytest.mark.skipif(sys.platform == "win32", reason="the start icon of other systems")
INTEL, ARM, OLD = 0x8664, 0xAA64, 0x014C


def make_program(machine):
    """Return the head of a Windows program for a processor."""
    head = bytearray(b"MZ".ljust(64, b"\0"))
    struct.pack_into("<I", head, 0x3C, 64)
    return bytes(head) + struct.pack("<4sH", b"PE\0\0", machine) + b"\0" * 100


@pytest.fixture
def embeddable(tmp_path):
    """A folder with the names of an embeddable Python, in a profile as people have it."""
    folder = tmp_path / "Jörg Müller" / "python (embed)"
    folder.mkdir(parents=True)
    for name in ("python.exe", "pythonw.exe"):
        (folder / name).write_bytes(make_program(INTEL))
    for name in ("python313.zip", "python313.dll", "_socket.pyd"):
        (folder / name).write_bytes(b"content")
    (folder / "python313._pth").write_text(PTH, newline="")
    return folder


@pytest.fixture
def calls(monkeypatch):
    """The packages that uv was asked for, which puts some files into their place."""
    asked = []

    def run(*command, **_env):
        asked.append([str(part) for part in command])
        folder = command[command.index("--target") + 1]
        for name in (
            "tarockclub/office/laptop/__main__.py",
            "tarockclub/__pycache__/x.pyc",
            "bin/tarockclub",
            "segno/a.py",
        ):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text("")
        return 0

    monkeypatch.setattr(build, "run_uv", run)
    return asked


@pytest.fixture
def bundle(embeddable, calls, tmp_path):
    """An open zip file for Windows."""
    (tmp_path / WHEEL).write_bytes(b"a wheel")
    zipped = tmp_path / "out" / "bundle.zip"
    options = ["--python", str(embeddable), "--wheel", str(tmp_path / WHEEL), "--target", str(zipped)]
    assert build.make_bundle(options) == 0
    with zipfile.ZipFile(zipped) as archive:
        yield archive


def test_everything_is_in_one_folder_with_the_version_in_its_name(bundle):
    names = [PurePosixPath(name) for name in bundle.namelist() if not name.endswith("/")]
    assert {name.parts[0] for name in names} == {"Tarockclub-1.2.3"}
    assert {name.parts[1] for name in names} == {
        "Tarockclub.bat",
        "LIES-MICH.txt",
        "READ-ME.txt",
        "LICENSE.txt",
        "python",
        "program",
    }
    inside = {str(PurePosixPath(*name.parts[1:])) for name in names}
    assert {"python/python.exe", "python/python313.dll", "program/tarockclub/office/laptop/__main__.py"} <= inside
    assert not [name for name in inside if "__pycache__" in name or name.startswith("program/bin")]


def test_the_python_of_the_bundle_finds_the_program_and_nothing_of_another_python(bundle):
    text = bundle.read("Tarockclub-1.2.3/python/python313._pth").decode()
    lines = text.split("\r\n")
    assert lines[:2] == ["python313.zip", "."]
    assert lines[-2:] == ["..\\program", ""]
    assert "import site" not in [line.strip() for line in lines]
    assert build.adapt_paths(text) == text  # a bundle's own Python may be used again
    assert "\n" not in text.replace("\r\n", "")


def test_the_start_icon_is_plain_text_for_every_code_page(bundle):
    content = bundle.read("Tarockclub-1.2.3/Tarockclub.bat")
    assert content.isascii()
    assert b"\n" not in content.replace(b"\r\n", b"")
    text = content.decode()
    assert "chcp 65001" in text
    assert "-X utf8 -m tarockclub.office.laptop" in text
    assert "%~dp0python\\python.exe" in text
    # Paths with blanks, brackets and ampersands only stand between quotation marks.
    assert not re.findall(r'(?<!")%PYTHON%|%~dp0(?![^"\n]*")', text)
    labels = set(re.findall(r"^:(\w+)", text, re.MULTILINE))
    assert set(re.findall(r"goto (\w+)", text)) == {"unpack", "command"} == labels


@pytest.mark.parametrize("name", [*build.TEXTS, "LICENSE.txt"])
def test_texts_are_readable_in_the_oldest_editor_and_say_everything(bundle, name):
    content = bundle.read(f"Tarockclub-1.2.3/{name}")
    assert b"\n" not in content.replace(b"\r\n", b"")
    text = content.decode("utf-8-sig")
    assert not re.findall(r"@[A-Z_]+@", text)
    if name in build.TEXTS:
        assert content.startswith(b"\xef\xbb\xbf")
        assert all(word in text for word in ("1.2.3", "Tarockclub.bat", r"%LOCALAPPDATA%\Tarockclub", "python.exe"))


def test_packages_are_those_of_the_lock_for_that_windows(bundle, calls):
    [command] = calls
    assert command[:2] == ["pip", "install"]
    assert "--require-hashes" in command
    assert {"rcssmin", "rjsmin"} == {name for name, option in pairwise(reversed(command)) if option == "--no-binary"}
    for option, value in (("--python-platform", "x86_64-pc-windows-msvc"), ("--python-version", "3.13")):
        assert command[command.index(option) + 1] == value
    assert command[command.index("--constraint") + 1].endswith("requirements.lock")
    assert "--no-index" not in command


def test_with_a_folder_of_wheels_no_registry_is_asked(embeddable, calls, tmp_path):
    (tmp_path / WHEEL).write_bytes(b"a wheel")
    options = ["--python", str(embeddable), "--wheel", str(tmp_path / WHEEL), "--target", str(tmp_path / "b.zip")]
    build.make_bundle([*options, "--wheels", str(tmp_path)])
    assert calls[0][calls[0].index("--find-links") - 1 :][:3] == ["--no-index", "--find-links", str(tmp_path)]


@pytest.mark.parametrize(("machine", "platform"), [(INTEL, "x86_64"), (ARM, "aarch64"), (OLD, None)])
def test_the_processor_is_read_from_python_itself(embeddable, machine, platform):
    (embeddable / "python.exe").write_bytes(make_program(machine))
    if platform is None:
        with pytest.raises(InstallError, match="64 Bit"):
            build.choose_target(embeddable)
    else:
        assert build.choose_target(embeddable).platform == f"{platform}-pc-windows-msvc"


@pytest.mark.parametrize("missing", ["python.exe", "python313._pth"])
def test_a_folder_that_is_no_embeddable_python_is_refused(embeddable, missing):
    (embeddable / missing).unlink()
    with pytest.raises(InstallError, match="embeddable package"):
        build.choose_target(embeddable)


def test_a_program_cut_short_is_refused(embeddable):
    (embeddable / "python.exe").write_bytes(make_program(INTEL)[:66])
    with pytest.raises(InstallError, match="64 Bit"):
        build.choose_target(embeddable)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The bundle for this system, made of the packages of the tests' environment, and extracted."""
    folder = tmp_path_factory.mktemp("Jörg Müller (1)")
    zipped = folder / "bundle.zip"
    wheel = build_package(ROOT, folder)

    def copy_packages(*command, **_env):
        target = command[command.index("--target") + 1]
        with zipfile.ZipFile(wheel) as opened:
            opened.extractall(target)
        for place in list_needed_places(wheel):
            if place.is_dir():
                shutil.copytree(place, target / place.name, dirs_exist_ok=True)
            else:
                shutil.copy(place, target)
        return 0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "run_uv", copy_packages)
        build.make_bundle(["--wheel", str(wheel), "--target", str(zipped)])
    with zipfile.ZipFile(zipped) as archive:
        archive.extractall(folder)
        for entry in archive.infolist():
            (folder / entry.filename).chmod(entry.external_attr >> 16)
    [top] = folder.glob("Tarockclub-*")
    return top


@pytest.fixture
def start(unpacked, tmp_path):
    """Start the icon of the extracted bundle with a data folder of its own."""
    environment = build_environment(tmp_path / "Daten", LANG="de_AT.UTF-8", BROWSER="true")
    del environment["TAROCKCLUB_DATA"]  # the folder of the user
    environment["XDG_DATA_HOME"] = str(tmp_path / "Ä ö")
    environment["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), environment["PATH"]))

    def run(*arguments):
        with (tmp_path / "log").open("wb") as log:
            return subprocess.Popen(
                [str(unpacked / "Tarockclub.command"), *arguments],
                cwd="/",
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    return run


@ON_UNIX
def test_the_bundle_of_this_system_serves_a_page_and_ends_with_ctrl_c(start, tmp_path):
    port = find_free_port()
    process = start("--port", str(port))
    try:
        page = wait_for_page(f"http://localhost:{port}/", process)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    finally:
        process.kill()
    log = (tmp_path / "log").read_text("utf-8")
    assert "Tarockclub" in page
    assert str(tmp_path / "Ä ö" / "tarockclub") in log
    assert (tmp_path / "Ä ö" / "tarockclub" / "tarockclub.sqlite3").is_file()


def wait_for_page(url, process):
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=30) as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.2)
    raise AssertionError("no page")


@pytest.mark.parametrize("platform", ["x86_64-pc-windows-msvc", "aarch64-apple-darwin"])
def test_for_another_system_there_is_none_without_its_python(platform):
    with pytest.raises(InstallError, match="--python"):
        build.choose_target(None, platform)


@ON_UNIX
def test_the_bundle_takes_commands(start, tmp_path):
    assert start("--version").wait(60) == 0
    assert re.match(r"tarockclub \d", (tmp_path / "log").read_text("utf-8"))


@ON_UNIX
def test_without_the_right_python_the_icon_says_which_one_is_needed(unpacked, tmp_path):
    empty = tmp_path / "bin"
    empty.mkdir()
    for name in ("sh", "dirname"):
        (empty / name).symlink_to(shutil.which(name))
    done = subprocess.run(
        [str(unpacked / "Tarockclub.command")],
        env={"PATH": str(empty), "LANG": "en_GB.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f"needs Python {sys.version_info[0]}.{sys.version_info[1]}" in done.stdout


def test_all_packages_exist_for_windows_where_a_registry_can_be_asked(tmp_path, embeddable):
    probe = ["pip", "install", "--quiet", "--no-cache", "--dry-run", "--no-deps", "--target", tmp_path / "x", "tomli-w"]
    if run_uv(*probe):
        return
    build.install_bundle_packages(
        tmp_path / "program", build.build_wheel(tmp_path), build.choose_target(embeddable), None
    )
    there = {path.name for path in (tmp_path / "program").rglob("*.pyd")}
    assert any(name.startswith("_pydantic_core.") and "win_amd64" in name for name in there)
    assert (tmp_path / "program" / "waitress").is_dir()
    assert not (tmp_path / "program" / "gunicorn").exists()
    assert (tmp_path / "program" / "tzdata").is_dir()  # Windows has no time zones of its own
