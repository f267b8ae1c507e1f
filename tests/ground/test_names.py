"""Names say what things are: functions begin with a verb, classes and values are nouns; one word has one meaning."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator

from tests.ground.test_structure import APPS, Source, definitions, forget, read_sources
from tests.support.paths import ROOT

__all__ = ["forget"]
NAMES = tomllib.loads((ROOT / "tests/data/names.toml").read_text("utf-8"))
VERBS, VERBS_WITH_OBJECT = (frozenset(NAMES[key].split()) for key in ("verbs", "verbs_with_object"))
BARE, ONE_MEANING, NO_CLASS = (frozenset(NAMES[key].split()) for key in ("bare", "one_meaning", "no_class"))
NO_VARIABLE = frozenset(NAMES["no_variable"].split())
EXCEPTIONS: dict[str, str] = NAMES["exceptions"]
PACKAGES_TO_RENAME: dict[str, str] = NAMES["packages_to_rename"]
EVERYWHERE = (*APPS, "bench", "tests/support", "tools")
MOST_FUNCTIONS_TWICE, MOST_CLASSES_TWICE = 45, 40
WITH_TESTS = (*APPS, "bench", "tests", "tools")  # where helpers may be nouns
QUESTION = re.compile(r"(what|whether|who|whose|how|where|which|when)\b", re.IGNORECASE)
# Values to whoever uses them: properties, fixtures; what templates write after a bar or in a tag.
NOUNS = re.compile(r"property|\.setter|fixture|register\.(filter|simple_tag|inclusion_tag)")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_named_elsewhere(node: Function) -> bool:
    """Return True if a function is a value to whoever uses it, or has its name from Python or a framework."""
    decorators = (ast.unparse(decorator) for decorator in node.decorator_list)
    return node.name.startswith("__") or node.name in EXCEPTIONS or any(map(NOUNS.search, decorators))


def begins_with_verb(name: str) -> bool:
    """Return True if the first word is a verb; one that is a noun too needs an object."""
    first, _, rest = name.strip("_").partition("_")
    return first in VERBS or (first in VERBS_WITH_OBJECT and bool(rest))


def targets(body: list[ast.stmt]) -> Iterator[ast.Name]:
    """Yield the names to which the statements of a file or a class assign."""
    for node in body:
        for target in node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]:
            yield from (name for name in ast.walk(target or ast.Pass()) if isinstance(name, ast.Name))


def values(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the names that a file gives to values outside of classes and functions."""
    yield from ((name.lineno, name.id) for name in targets(source.tree.body))


def variables(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the names that a file gives to values anywhere, also in loops and `as`; the fields of classes aside."""
    fields = {name for node in source.nodes if isinstance(node, ast.ClassDef) for name in targets(node.body)}
    for node in source.nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in fields:
            yield node.lineno, node.id
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            yield node.lineno, node.name


def loop_names(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the variables of loops and comprehensions."""
    for node in source.nodes:
        if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            yield from ((name.lineno, name.id) for name in ast.walk(node.target) if isinstance(name, ast.Name))


def is_bare(name: str) -> bool:
    """Return True if the whole name is a participle or an adverb and no exception."""
    return name.strip("_").lower() in BARE and name not in EXCEPTIONS


def names_in_document(source: Source) -> bool:
    """Return True if the names of a file's classes are part of the API's document, which must not change."""
    return "api" in source.path.parts[:3]


def test_functions_begin_with_a_verb():
    assert not [
        f"{source.path}:{node.lineno} {node.name}"
        for source in read_sources(EVERYWHERE)
        for node in definitions(source)
        if isinstance(node, Function) and not is_named_elsewhere(node) and not begins_with_verb(node.name)
    ]


def test_no_file_no_definition_and_no_value_is_named_by_a_bare_participle():
    found = [str(source.path) for source in read_sources(WITH_TESTS) if is_bare(source.path.stem)]
    for source in read_sources(WITH_TESTS):
        kinds = Function if names_in_document(source) else Function | ast.ClassDef
        named = [(node.lineno, node.name) for node in definitions(source) if isinstance(node, kinds)]
        named = [(line, name) for line, name in named if not begins_with_verb(name)]  # `read` is both
        found += [f"{source.path}:{line} {name}" for line, name in (*named, *values(source)) if is_bare(name)]
    assert not found


def test_every_exception_is_needed():
    named = {node.name for source in read_sources(EVERYWHERE) for node in definitions(source)}
    assert EXCEPTIONS.keys() <= named
    assert not {name for name in EXCEPTIONS if begins_with_verb(name)}


def test_a_loop_names_its_things():
    assert not [
        f"{source.path}:{line}"
        for source in read_sources(WITH_TESTS)
        for line, name in loop_names(source)
        if name == "one"
    ]


def test_a_variable_says_what_it_is():
    # Parameters and what `_at` leaves aside are not looked at.
    bare = [
        f"{source.path}:{line} {name}"
        for source in read_sources()
        for line, name in variables(source)
        if name in NO_VARIABLE
    ]
    assert not [place for place in bare if not place.startswith(tuple(PACKAGES_TO_RENAME))]
    assert not [package for package in PACKAGES_TO_RENAME if not any(place.startswith(package) for place in bare)]


def test_no_docstring_begins_like_a_question():
    assert not [
        f"{source.path}:{getattr(node, 'lineno', 1)}"
        for source in read_sources(WITH_TESTS)
        for node in (source.tree, *definitions(source))
        if QUESTION.match(ast.get_docstring(node) or "")
    ]


def test_one_word_has_one_meaning():
    classes = Counter(
        node.name.strip("_")
        for source in read_sources(EVERYWHERE)
        for node in definitions(source)
        if isinstance(node, ast.ClassDef)
    )
    assert not {name: classes[name] for name in ONE_MEANING if classes[name] > 1}
    assert not NO_CLASS & classes.keys()


def test_few_names_stand_in_two_packages():
    # Whoever looks a name up finds one thing. Views, and what the API's document names, may have their twin.
    folders: dict[tuple[type, str], set[str]] = {}
    for source in read_sources(APPS):
        for node in source.tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith(("_", "show_", "handle_")):
                folders.setdefault((type(node), node.name), set()).add(str(source.path.parent))
    twins = sorted((kind.__name__, name) for (kind, name), found in folders.items() if len(found) > 1)
    most = {"FunctionDef": MOST_FUNCTIONS_TWICE, "ClassDef": MOST_CLASSES_TWICE}
    assert [kind for kind in most if sum(twin[0] == kind for twin in twins) > most[kind]] == [], twins
