"""A release in dist/: packages, the container's context, the zip files for laptops, and the text of the tag."""

import re
import shutil
import subprocess
import tomllib

from tools import paths
from tools.process import run_python
from tools.quality import SITE
from tools.uv import InstallError, run_uv

DIST = paths.ROOT / "dist"
CHANGES = paths.ROOT / "CHANGELOG.md"
ENGINE = paths.ROOT / "packages" / "tarock-engine"
LAPTOPS = ("x86_64-unknown-linux-gnu", "aarch64-apple-darwin")
LAPTOP_PYTHON = "3.13"
MOST_BYTES = 90_000_000  # of a zip file, so that it can be sent
# Whether program, packages and changes have the same number and day.
TESTS = ("tests/packages/test_forge.py", "tests/packages/test_engine.py")


def make_release(arguments: list[str]) -> int:
    """Build what a release consists of, into dist/ (--python FOLDER: of an embeddable Python for Windows)."""
    version = tomllib.loads(paths.PROJECT.read_text(encoding="utf-8"))["project"]["version"]
    notes = read_notes(CHANGES.read_text(encoding="utf-8"), version)
    if left := sorted(path.name for path in (paths.ROOT / "changelog.d").glob("*.md")):
        raise InstallError(f"changelog.d: {', '.join(left)}; towncrier build --version {version}")
    if run_python("-m", "pytest", "-q", "-n", "0", *TESTS):
        raise InstallError("Nummer oder Tag der Version stimmen nicht überein.")
    shutil.rmtree(DIST, ignore_errors=True)
    locked = ("--build-constraints", paths.LOCK, "--require-hashes", "--out-dir", DIST)
    for project in (paths.ROOT, ENGINE):
        if run_uv("build", "--quiet", *locked, project):
            raise InstallError(f"{project} ließ sich nicht bauen; die Zeilen darüber sagen, warum.")
    _pack_context(version)
    for laptop in [*(["--platform", name, "--python-version", LAPTOP_PYTHON] for name in LAPTOPS), arguments]:
        if laptop:
            _make_bundle(laptop, version)
    if run_python(*SITE):
        raise InstallError("Die Website ließ sich nicht bauen; die Zeilen darüber sagen, warum.")
    shutil.make_archive(str(DIST / f"tarockclub-{version}-site"), "zip", paths.ROOT / "var" / "site")
    (DIST / "tag.txt").write_text(f"Version {version}\n\n{notes}", encoding="utf-8")
    print(*sorted(f"{file.name} ({file.stat().st_size / 1e6:.1f} MB)" for file in DIST.glob("[!.]*")), sep="\n")
    return 0


def read_notes(changes: str, version: str) -> str:
    """Return what the newest section of the changes says; raise InstallError if it is of another version."""
    section = re.search(rf"^## {re.escape(version)} · .*?\n\n(.*?)(?=^## |\Z)", changes, re.MULTILINE | re.DOTALL)
    if section is None or section.start() != changes.index("\n## ") + 1:
        raise InstallError(f"CHANGELOG.md beginnt nicht mit {version}.")
    return section[1].strip() + "\n"


def _pack_context(version: str) -> None:
    """Pack what the container is built from, as it is committed."""
    ignore = (".containerignore", "Containerfile.dockerignore")  # Podman's and Docker's, with the same lines
    lines = (paths.ROOT / ignore[0]).read_text(encoding="utf-8").splitlines()
    names = [line[1:] for line in lines if line.startswith("!")]
    target = f"--output={DIST / f'tarockclub-{version}-container.tar.gz'}"
    command = ["git", "archive", target, "HEAD", "Containerfile", *ignore, *names]
    subprocess.run(command, cwd=paths.ROOT, check=True)


def _make_bundle(options: list[str], version: str) -> None:
    system = options[1] if options[0] == "--platform" else "windows"
    zipped = DIST / f"Tarockclub-{version}-{system}.zip"
    wheel = DIST / f"tarockclub-{version}-py3-none-any.whl"
    if run_python("-m", "tools.bundle.build", *options, "--wheel", wheel, "--target", zipped):
        raise InstallError(f"{zipped.name}: siehe oben.")
    if zipped.stat().st_size > MOST_BYTES:
        raise InstallError(f"{zipped.name} hat mehr als {MOST_BYTES / 1e6:.0f} MB.")
