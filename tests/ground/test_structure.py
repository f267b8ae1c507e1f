"""The house keeps its rooms: layers as CONTRIBUTING.md lists them, sizes, the picture of both."""

import ast
from collections import Counter
from collections.abc import Iterator

import pytest

from tarockclub.make import package_map
from tarockclub.make.packages import (
    APPS,
    FREE,
    Source,
    find_package,
    forget_sources,
    iter_imports,
    iter_package_imports,
    read_layers,
    read_sources,
)
from tests.support.paths import ROOT

LONGEST_FILE, LONGEST_FUNCTION, FULLEST_FOLDER = 400, 60, 25


@pytest.fixture(scope="module", autouse=True)
def forget() -> Iterator[None]:
    """Give the memory back: the garbage collector would go through all the trees as long as the tests run."""
    yield
    forget_sources()


def definitions(source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Yield the functions and classes of a file, inner ones too."""
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node


def test_every_package_has_its_row_and_every_row_a_package():
    there = {find_package(source.path) for source in read_sources()}
    there -= {f"{app}/{name}" for app in APPS for name in ("__init__.py", "management", *FREE)}
    assert {name for name in there if (ROOT / name).is_dir() or name.endswith(".py")} - {"tarockclub/formats"} == set(
        read_layers()
    )


def test_a_package_imports_only_from_rows_above_its_own():
    rows = read_layers()
    assert not {
        f"{source.path} imports {module}"
        for source, module, mine, other in iter_package_imports()
        if rows[other] >= rows[mine]
    }


def test_scoring_names_nothing_of_tournaments():
    assert not [
        f"{source.path} imports {module}"
        for source in read_sources()
        if source.path.parts[0] == "scoring"
        for module in iter_imports(source)
        if module.startswith("tournaments")
    ]


def test_no_folder_no_file_and_no_function_is_too_large():
    folders = Counter(path.parent for top in (*APPS, "tests") for path in (ROOT / top).rglob("*.py"))
    assert {str(folder): count for folder, count in folders.items() if count > FULLEST_FOLDER} == {}
    assert {str(source.path): source.lines for source in read_sources() if source.lines > LONGEST_FILE} == {}
    assert not [
        f"{source.path}:{node.lineno} {node.name}"
        for source in read_sources()
        for node in definitions(source)
        if not isinstance(node, ast.ClassDef) and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]


def test_the_map_of_the_packages_is_drawn_from_the_imports_of_now():
    assert package_map.MAP.read_text("utf-8") == package_map.draw_map(), "run `make map`"


def test_the_map_has_every_package_and_only_what_no_other_way_leads_to():
    needs = {"a": {"b", "c"}, "b": {"c"}, "c": set()}
    assert package_map.drop_implied(needs) == {"a": {"b"}, "b": {"c"}, "c": set()}
    assert package_map.find_levels(needs) == {"c": 0, "b": 1, "a": 2}
    drawn = package_map.MAP.read_text("utf-8")
    assert [package for package in read_layers() if f"<title>{package}</title>" not in drawn] == []
