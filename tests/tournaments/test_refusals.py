"""Whatever may be refused is said in words, with the facts that the sentence names."""

import ast
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.utils import translation

from tarockclub.platform.clubs.features import import_parts
from tests.support.paths import ROOT
from tournaments.core.actions.base import Action, load_actions
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import DRAW, RULING, format_refusal, load_sentences, register_sentences
from tournaments.hall.desk import late_hands

SOURCES = (ROOT / "tournaments", ROOT / "tarockclub" / "office", ROOT / "tarockclub" / "kit")
# Codes that are not written in the raise itself, by the facts that come with it.
COMPUTED: dict[tuple[str, ...], tuple[str, ...]] = {
    ("problems",): (*late_hands._WHY_NOT.values(),),
    ("numbers",): ("somebody_gone", "not_in_draft"),
    ("time", "who"): ("done_meanwhile", "done_meanwhile_somewhere"),
}
_FACT = re.compile(r"%\((\w+)\)s")
_RAISING = re.compile("ActionRefused|ValidationError")
CODES = sorted({code for _area, code in load_sentences()})


def raised() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the codes that actions are refused with, and the facts that come with them."""
    texts = (file.read_text(encoding="utf-8") for folder in SOURCES for file in sorted(folder.rglob("*.py")))
    for text in filter(_RAISING.search, texts):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ActionRefused":
                yield from _list_raised(node)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                # A field of an action's form, whose code ActionForm passes on.
                yield from _list_refused(node) if node.func.attr == "ValidationError" else ()
    load_actions()
    for cls in list_actions(Action):
        inputs = filter(None, map(cls.find_input, cls.model_fields))
        yield from ((each.refusal, tuple(sorted(each.facts))) for each in inputs if each.refusal)


def list_actions(base: type[Action]) -> Iterator[type[Action]]:
    for cls in base.__subclasses__():
        yield cls
        yield from list_actions(cls)


def _list_raised(node: ast.Call) -> Iterator[tuple[str, tuple[str, ...]]]:
    if any(word.arg is None for word in node.keywords):  # the code and the facts of a form's field
        return
    facts = tuple(sorted(str(word.arg) for word in node.keywords))
    constants = [part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
    written = [value for value in constants if isinstance(value, str)]
    codes = written if isinstance(node.args[0], ast.Constant) else [*written, *COMPUTED.get(facts, ())]
    assert codes
    yield from ((code, facts) for code in codes)


def _list_refused(node: ast.Call) -> Iterator[tuple[str, tuple[str, ...]]]:
    said = {word.arg: word.value for word in node.keywords}
    if isinstance(code := said.get("code"), ast.Constant):
        keys = params.keys if isinstance(params := said.get("params"), ast.Dict) else []
        yield str(code.value), tuple(sorted(str(key.value) for key in keys if isinstance(key, ast.Constant)))


RAISED = sorted(set(raised()))


@pytest.mark.parametrize(("code", "facts"), RAISED)
def test_a_refusal_has_a_sentence(code, facts):
    sentences = [sentence for (_area, known), sentence in load_sentences().items() if known == code]
    assert sentences
    for sentence in sentences:
        named = set(_FACT.findall(str(sentence.text)))
        assert sentence.name_facts is not None or named <= set(facts)


@pytest.mark.parametrize("code", CODES)
def test_a_sentence_belongs_to_a_refusal_and_is_translated(code):
    assert code in {known for known, _facts in RAISED}
    for (_area, known), sentence in load_sentences().items():
        if known == code and not str(sentence.text).startswith("%"):
            with translation.override("en"):
                english = str(sentence.text)
            with translation.override("de"):
                assert str(sentence.text) != english


def test_every_module_with_sentences_is_loaded():
    files = (file for folder in SOURCES for file in folder.rglob("*.py"))
    found = {file for file in files if "\nregister_sentences(" in file.read_text(encoding="utf-8")}
    parts = (part.__name__ for name in ("messages", "services") for part in import_parts(name))
    modules = [*settings.ACTIONS, *settings.SENTENCES, *parts, "tournaments.core.messages"]
    assert found <= {ROOT.joinpath(*module.split(".")).with_suffix(".py") for module in modules}


def test_a_sentence_names_its_facts():
    said = format_refusal(ActionRefused("number_taken", number=7))
    assert "7" in said
    assert "%" not in said


def test_an_area_says_it_in_its_own_way():
    assert "Turnierleitung" in format_refusal(ActionRefused("closed"), RULING)
    assert "Turnierleitung" not in format_refusal(ActionRefused("closed"), DRAW)


def test_a_code_has_one_sentence():
    with pytest.raises(ValueError, match="closed"):
        register_sentences({"closed": "Closed."})
