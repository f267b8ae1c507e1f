"""The set-up tool makes `.venv` when that is needed, and only then."""

import hashlib
import os
import platform
import subprocess
import sys
import zipfile

import pytest

from tests.support.paths import ROOT
from tools import apt, commands, paths, process, uv, venv

pytestmark = pytest.mark.heavy


@pytest.fixture
def steps(monkeypatch, tmp_path):
    """Replace making and filling by notes, and the lock by a file of the test's own."""
    done = []

    def make(folder):
        done.append("make")
        python = paths.find_python(folder)
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()
        (folder / "pyvenv.cfg").write_text(f"home = /usr\nversion_info = {platform.python_version()}\n")

    monkeypatch.setattr(venv, "_make", make)
    monkeypatch.setattr(venv, "_fill", lambda folder, *, dev: done.append("dev" if dev else "run"))
    monkeypatch.setattr(venv, "build_files", lambda folder: None)
    for name in ("LOCK", "PROJECT"):
        copy = tmp_path / name
        copy.write_bytes(getattr(paths, name).read_bytes())
        monkeypatch.setattr(paths, name, copy)
    return done


@pytest.mark.parametrize(
    ("first", "second", "done"),
    [(True, True, ["dev"]), (True, False, ["dev"]), (False, True, ["run", "dev"])],
    ids=["again", "running is content with more", "developing needs more"],
)
def test_a_second_install_does_what_is_missing(steps, tmp_path, first, second, done):
    venv.install_venv(dev=first, venv=tmp_path / "v")
    venv.install_venv(dev=second, venv=tmp_path / "v")
    assert steps == ["make", *done]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("LOCK", "segno==", "segno==0"), ("PROJECT", '"segno>=', '"segno>=0')],
)
def test_another_lock_or_wish_fills_it_anew(steps, tmp_path, file, old, new):
    venv.install_venv(dev=True, venv=tmp_path / "v")
    changed = getattr(paths, file)
    changed.write_text(changed.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    venv.install_venv(dev=True, venv=tmp_path / "v")
    assert steps == ["make", "dev", "dev"]


def test_another_version_of_the_program_needs_no_network(steps, tmp_path):
    venv.install_venv(dev=True, venv=tmp_path / "v")
    text = paths.PROJECT.read_text(encoding="utf-8")
    paths.PROJECT.write_text(text.replace("line-length = 120", "line-length = 121"), encoding="utf-8")
    venv.install_venv(dev=True, venv=tmp_path / "v")
    assert steps == ["make", "dev"]


def test_another_python_makes_it_anew(steps, tmp_path, monkeypatch):
    venv.install_venv(dev=True, venv=tmp_path / "v")
    monkeypatch.setattr("platform.python_version", lambda: "3.99.0")
    venv.install_venv(dev=True, venv=tmp_path / "v")
    assert steps == ["make", "dev"] * 2


def test_an_environment_without_its_python_is_made_anew(steps, tmp_path):
    venv.install_venv(dev=True, venv=tmp_path / "v")
    paths.find_python(tmp_path / "v").unlink()
    venv.install_venv(dev=True, venv=tmp_path / "v")
    assert steps == ["make", "dev"] * 2


def test_an_install_that_failed_halfway_is_not_taken_for_whole(steps, tmp_path, monkeypatch):
    def fail(folder, *, dev):
        raise uv.InstallError("no network")

    venv.install_venv(dev=False, venv=tmp_path / "v")
    with monkeypatch.context() as patch:
        patch.setattr(venv, "_fill", fail)
        with pytest.raises(uv.InstallError):
            venv.install_venv(dev=True, venv=tmp_path / "v")
    venv.install_venv(dev=False, venv=tmp_path / "v")
    assert steps == ["make", "run", "run"]


def test_an_environment_of_somebody_else_is_left_alone(steps, tmp_path):
    venv.install_venv(dev=True, venv=tmp_path / "theirs")
    (tmp_path / "theirs/tarockclub.stamp").write_text("of another lock")
    (tmp_path / "v").symlink_to(tmp_path / "theirs")
    assert not venv._is_whole(tmp_path / "v")


def test_rubbish_in_the_place_of_the_environment_is_replaced_by_a_working_one(tmp_path):
    place = tmp_path / "v"
    (place / "lib").mkdir(parents=True)
    (place / "lib/rubbish").touch()
    (place / "pyvenv.cfg").write_text("half")
    venv._make(place)
    done = subprocess.run([paths.find_python(place), "-c", "import json"], check=False)
    assert done.returncode == 0
    assert not (place / "lib/rubbish").exists()
    assert not venv.is_up_to_date(place, dev=False)


@pytest.fixture
def digest(tmp_path, monkeypatch):
    """Write a project that needs one package, and the package, which uv finds without a network; return its hash."""
    wheel = tmp_path / "tiny-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tiny.py", "SIZE = 1\n")
        archive.writestr("tiny-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1\n")
        archive.writestr("tiny-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("tiny-1.dist-info/RECORD", "")
    project = tmp_path / "pyproject.toml"
    project.write_text('[project]\nname = "x"\nversion = "1"\ndependencies = ["tiny"]\n[dependency-groups]\ndev = []\n')
    monkeypatch.setattr(paths, "PROJECT", project)
    monkeypatch.setattr(paths, "LOCK", tmp_path / "requirements.lock")
    monkeypatch.setattr(venv, "build_files", lambda folder: None)
    for name, value in [("NO_INDEX", "1"), ("FIND_LINKS", tmp_path), ("CACHE_DIR", tmp_path / "cache")]:
        monkeypatch.setenv(f"UV_{name}", str(value))
    return hashlib.sha256(wheel.read_bytes()).hexdigest()


def test_what_is_locked_is_installed_without_a_network(tmp_path, digest):
    paths.LOCK.write_text(f"tiny==1 --hash=sha256:{digest}\n")
    venv.install_venv(dev=True, venv=tmp_path / "v")
    command = [str(paths.find_python(tmp_path / "v")), "-c", "import tiny; print(tiny.SIZE)"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "1\n"
    assert venv.is_up_to_date(tmp_path / "v", dev=True)


def test_a_file_with_another_hash_is_refused(tmp_path, digest, capfd):
    paths.LOCK.write_text(f"tiny==1 --hash=sha256:{digest[::-1]}\n")
    with pytest.raises(uv.InstallError):
        venv.install_venv(dev=True, venv=tmp_path / "v")
    assert "Hash mismatch" in capfd.readouterr().err
    assert not venv.is_up_to_date(tmp_path / "v", dev=True)


def test_a_package_without_a_hash_is_refused(tmp_path, digest, capfd):
    paths.LOCK.write_text("tiny==1\n")
    with pytest.raises(uv.InstallError):
        venv.install_venv(dev=True, venv=tmp_path / "v")
    assert "no trusted hash" in capfd.readouterr().err


def test_uv_asks_the_registry_that_pip_would_ask():
    of_pip = [
        ":env:.extra-index-url='https://more.example/simple'",
        "global.extra-index-url='https://less.example/simple'",
        "global.find-links='/one\\n/two'",
        "global.index-url='https://mirror.example/simple'",
        "freeze.timeout='10'",
    ]
    chosen = uv._choose_settings({"UV_DEFAULT_INDEX": "https://own.example/simple"}, of_pip)
    assert chosen == {
        "UV_INDEX": "https://more.example/simple",
        "UV_FIND_LINKS": "/one,/two",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_PYTHON_DOWNLOADS": "never",
    }


def test_a_failed_install_ends_with_its_sentence_and_without_traceback(monkeypatch, capsys):
    def fail(*, dev):
        raise uv.InstallError("Ohne Internet geht es nicht.")

    monkeypatch.setattr(commands, "install_venv", fail)
    assert commands.main(["install"]) == 1
    assert capsys.readouterr().err == "Ohne Internet geht es nicht.\n"


def test_an_old_python_is_refused_with_a_sentence(tmp_path):
    source = (ROOT / "tools/__main__.py").read_text(encoding="utf-8")
    script = tmp_path / "old.py"
    script.write_text("import sys\nsys.version_info = (3, 9, 1)\n" + source, encoding="utf-8")
    done = subprocess.run([sys.executable, "-X", "utf8", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "Tarockclub braucht Python 3.11 oder neuer; das hier ist Python 3.9.\n"


def test_the_tool_needs_nothing_but_the_standard_library():
    code = (
        "import sys, tools.commands, tools.testing, tools.quality,"
        " tools.lock; foreign = {name.split('.')[0] for name in sys.modules}"
        " - set(sys.stdlib_module_names) - {'tarockclub', 'tools', '__main__'}; print(sorted(foreign))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_packages_are_only_installed_by_root(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/apt-get")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert apt.install_packages("chromium") == "only root can install packages (wanted: chromium)"


def test_a_missing_tool_for_packages_is_named(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert apt.install_packages("chromium") == "no apt-get on this system (wanted: chromium)"


def test_the_exit_code_of_a_program_is_passed_on():
    assert process.run_attached([sys.executable, "-c", "raise SystemExit(7)"]) == 7


@pytest.fixture
def calls(monkeypatch):
    """Replace installing and every program that would be started by notes."""
    noted = []
    monkeypatch.setattr(commands, "install_venv", lambda *, dev: noted.append(("install", dev)))

    def python(*arguments):
        noted.append(arguments)
        return 0

    monkeypatch.setattr(commands, "run_python", python)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("TAROCKCLUB_DATA", "")  # gone again after the test, whatever it sets
    monkeypatch.delenv("TAROCKCLUB_DATA")
    return noted


MIGRATE = ("manage.py", "migrate", "--skip-checks", "--verbosity=0")


@pytest.mark.parametrize(("given", "port"), [(["--port", "8123"], "8123"), ([], "8000")])
def test_run_needs_no_development_tools_and_lets_the_server_prepare_the_database(calls, given, port):
    assert commands.main(["run", *given]) == 0
    assert calls == [("install", False), ("manage.py", "serve", "--migrate", "--port", port)]


def test_demo_makes_up_its_evening_before_it_serves(calls):
    assert commands.main(["demo"]) == 0
    assert calls[1:] == [MIGRATE, ("manage.py", "demo", "--port", "8000"), ("manage.py", "serve", "--port", "8000")]
    assert os.environ["TAROCKCLUB_DATA"] == str(paths.ROOT / "var" / "demo")


def test_the_demo_is_made_where_somebody_wants_it(calls, monkeypatch, tmp_path):
    monkeypatch.setenv("TAROCKCLUB_DATA", str(tmp_path))
    assert commands.main(["demo"]) == 0
    assert os.environ["TAROCKCLUB_DATA"] == str(tmp_path)


def test_the_demo_is_not_made_up_in_a_database_that_could_not_be_prepared(calls, monkeypatch):
    def fail(*arguments):
        calls.append(arguments)
        return 3

    monkeypatch.setattr(commands, "run_python", fail)
    assert commands.main(["demo"]) == 3
    assert calls == [("install", False), MIGRATE]
