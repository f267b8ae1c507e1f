"""A quick check of what the working tree touched: what each changed path asks for, and the tests that know of it."""

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

from tools.paths import ROOT
from tools.process import run_python
from tools.quality import CONTRACTS, PROGRAM, SITE, check_templates, run_on_scripts
from tools.testing import run_pytest

MOST_FILES = 12  # of tests that run beside touched ones and those asked for; the others are left to `make test`
# Names, structure, documents: what reads the sources, whatever has changed.
GROUND = "tests/ground"
HOUSE = tuple(f"{GROUND}/test_{name}.py" for name in ("names", "structure", "documents", "tokens", "sent_text"))
QUICK = "not heavy and not browser"
PRIVACY, CLUB_FILE = "tests/tarockclub/office/privacy", "tests/tarockclub/office/club_file"
# What the paths of a change ask for, the most telling first. A star stands for folders too; a folder for all its tests.
TESTS = (
    (
        ("scoring/sheets/*.toml", "tests/data/sheets/*"),  # house rules, their examples, what is known of the papers
        ("tests/scoring/sheets/examples", "tests/scoring/engine/house_rules", "tests/scoring/sheets/house_rules"),
    ),
    (
        (
            "*/models.py",
            "*/models/*",
            "*/standalone_models/*",
            "*/migrations/*",
            "*/inventory.toml",
            "*/sealed_rows.py",
        ),
        # What is known about people, what a proof covers, what a club takes along, what each club sees.
        (
            f"{PRIVACY}/test_inventory.py",
            "tests/tournaments/core/test_proof_of_acts.py",
            "tests/scoring/book/audit/test_proof_columns.py",
            "tests/scoring/book/audit/test_append_only.py",
            f"{CLUB_FILE}/test_contents.py",
        ),
    ),
    (
        ("*/urls.py", "*/rights.py", "*/states/*", "tests/data/routes.toml", "tests/data/roles.toml"),
        (
            "tests/tarockclub/test_routes.py",
            "tests/tarockclub/test_role_matrix.py",
            "tests/tarockclub/platform/navigation",
            f"{PRIVACY}/test_data_file.py",
            "tests/tarockclub/test_recipes.py",
        ),
    ),
    (
        ("*/actions.py", "*/action_modules.py", "*/api/*", "tests/data/api.toml"),
        ("tests/tarockclub/platform/api", "tests/tournaments/core/actions", "tests/tarockclub/test_role_matrix.py"),
    ),
    (
        ("templates/*", "*.po", "*/static/*"),
        (
            "tests/tarockclub/test_words.py",
            "tests/tarockclub/platform/navigation",
            "tests/tarockclub/platform/server/test_scripts.py",
            "tests/tarockclub/platform/server/test_static_files.py",
            f"{GROUND}/test_messages.py",
            f"{PRIVACY}/test_inventory.py",
        ),
    ),
    (("docs/*", "*/handbook/*"), ("tests/tarockclub/platform/handbook",)),
    (
        ("*.lock", "pyproject.toml", "Makefile", "docs/deploy/*", "*ontainer*", ".github/*"),
        tuple(f"tests/packages/test_{name}.py" for name in ("forge", "licences", "containers", "wheel")),
    ),
)
_MIGRATIONS = ("manage.py", "makemigrations", "--check", "--dry-run")
_CHANGELOG = ("-m", "towncrier", "build", "--draft", "--version=next")
OF_FILES = (("-m", "ruff", "format", "--check"), ("-m", "ruff", "check"))  # each before their names
CHECKS = (
    (("*.py", "pyproject.toml"), (("-m", "mypy"), CONTRACTS)),  # also of whoever uses what has changed
    (("*/models.py", "*/models/*", "*/standalone_models/*", "*/migrations/*"), (_MIGRATIONS,)),
    (("*.md",), (SITE,)),
    (("changelog.d/*",), (_CHANGELOG,)),
)
SCRIPTS = ("*.js", "*.css", "*.ts", "package*.json", "biome.json")


def check_changes(arguments: list[str]) -> int:
    """Check what differs from the last commit, or from a named one, and run the tests that know of it."""
    files = list_changed_files(arguments[0] if arguments else "HEAD")
    if not files:
        print("Nothing has changed.")
        return 0
    own, asked, near = list_own_tests(files), list_asked_tests(files), list_near_tests(files)
    for left in near[MOST_FILES:]:  # the most telling first
        print(f"not run: {left}")
    # The quickest verdict first: a few files are done before a second process has collected anything.
    failed = ["pytest of what was touched"] if own and _run_tests("-n", "0", "-m", QUICK, *own) else []
    failed += _run_checks(files)
    if _run_tests("-m", QUICK, *HOUSE, *near[:MOST_FILES]):
        failed.append("pytest of the house and of what knows of these files")
    if asked and _run_tests("-m", QUICK, *asked):
        failed.append("pytest of what these paths ask for")
    for step in failed:
        print(f"FAILED: {step}", file=sys.stderr)
    return 1 if failed else 0


def list_changed_files(since: str) -> list[str]:
    """Return the files that differ from a commit, new ones and those that are gone too."""
    commands = (
        ["git", "diff", "--name-only", "--no-renames", since],
        ["git", "ls-files", "--others", "--exclude-standard"],
    )
    runs = (subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True) for command in commands)
    return sorted({name for run in runs for name in run.stdout.splitlines()})


def list_asked_tests(files: Sequence[str]) -> list[str]:
    """Return what the table says of these paths: their heavy tests are left to `make test-heavy`."""
    asked = (place for patterns, places in TESTS if _is_among(files, patterns) for place in places)
    return list(dict.fromkeys(asked))


def list_own_tests(files: Sequence[str]) -> list[str]:
    """Return the changed tests, and those named like a changed module in the folder that mirrors its own."""
    tests = []
    for path in map(Path, files):
        named = path if path.name.startswith("test_") else Path("tests") / path.with_name(f"test_{path.stem}.py")
        tests.append(named.as_posix())
    return [name for name in dict.fromkeys(tests) if name.endswith(".py") and (ROOT / name).is_file()]


def list_near_tests(files: Sequence[str]) -> list[str]:
    """Return other tests of the changed files, without those of the house, the most telling first.

    These are those of the same folder, those that name a file which is no Python, those that import what has changed,
    and those that import whoever imports that.
    """
    modules = [name for name in files if name.endswith(".py") and name.split("/")[0] in (*PROGRAM, "tests")]
    tests = [test for folder in _list_folders(files) for test in _list_tests_in(folder)]
    tests += _list_naming(name for name in files if name not in modules)
    for circle in (modules, _list_importers(modules, *PROGRAM)):
        tests += _list_importers(circle, "tests/**/test_*.py")
    done = (*HOUSE, *list_own_tests(files), *list_asked_tests(files))
    return [name for name in dict.fromkeys(tests) if (ROOT / name).is_file() and not _is_under(name, done)]


def _run_tests(*options: str) -> int:
    return run_pytest("sqlite", [*options], some=False)


def _run_checks(files: Sequence[str]) -> Iterator[str]:
    """Run the checks that the changed files ask for; yield those that have failed."""
    sources = [name for name in files if name.endswith(".py") and (ROOT / name).is_file()]
    sources = ["."] if "pyproject.toml" in files else sources  # which has the rules of all
    steps = [(*step, *sources) for step in OF_FILES if sources]
    steps += [step for patterns, asked in CHECKS if _is_among(files, patterns) for step in asked]
    with tempfile.TemporaryDirectory() as folder:  # checking needs no club's data
        for step in steps:
            if run_python(*step, env={"TAROCKCLUB_DATA": folder, "DATABASE_URL": ""}):
                yield " ".join(step[:3])
    if _is_among(files, ("templates/*",)) and check_templates():
        yield "djade --check"
    if _is_among(files, SCRIPTS):
        yield from (f"npm run {script}" for script in ("check", "test") if run_on_scripts(script))


def _is_among(files: Iterable[str], patterns: Sequence[str]) -> bool:
    return any(fnmatch(name, pattern) for name in files for pattern in patterns)


def _list_folders(files: Iterable[str]) -> list[str]:
    """Return the folders of the program in which something has changed, as `tests/` mirrors them."""
    folders = (str(Path(name.removeprefix("templates/")).parent) for name in files)
    return [folder for folder in dict.fromkeys(folders) if folder.split("/")[0] in PROGRAM]


def _is_under(name: str, places: Iterable[str]) -> bool:
    return any(f"{name}/".startswith(f"{place}/") for place in places)


def _list_tests_in(folder: str) -> list[str]:
    """Return the files of tests right in the folder that mirrors one of the program."""
    return sorted(file.relative_to(ROOT).as_posix() for file in (ROOT / "tests" / folder).glob("test_*.py"))


def _list_naming(files: Iterable[str]) -> list[str]:
    """Return the files of tests in which the name of one of these stands."""
    patterns = [part for name in files for part in ("-e", Path(name).name)]
    return _search(["--fixed-strings", *patterns], ["tests/**/test_*.py"]) if patterns else []


def _list_importers(modules: Sequence[str], *places: str) -> list[str]:
    """Return the files that import one of these, by itself or from its package."""
    patterns = []
    for module in modules:
        package, _, name = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".").rpartition(".")
        patterns += ["-e", rf"\b{package}\.{name}\b", "-e", rf"from {package} import .*\b{name}\b"]
    return _search(["--perl-regexp", *patterns], places) if patterns else []


def _search(patterns: Sequence[str], places: Sequence[str]) -> list[str]:
    globs = [f":(glob){place}" if "*" in place else place for place in places]
    command = ["git", "grep", "--untracked", "--name-only", *patterns, "--", *globs]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return [name for name in done.stdout.splitlines() if name.endswith(".py")]
