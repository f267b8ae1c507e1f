"""Whatever may be refused is said in words, with the facts that the sentence names."""

import ast
import re
from collections.abc import Iterator

import pytest
from django.utils import translation

from tests.support.paths import ROOT
from tournaments import urls
from tournaments.acts import ActionRefused
from tournaments.desk import late_hands
from tournaments.messages import DRAW, RULING, SENTENCES, format_refusal, register_sentences

SOURCES = ROOT / "tournaments"
COMPUTED: dict[
    tuple[str, ...], tuple[str, ...]
] = {  # codes that are not written in the raise itself, by the facts that come with it
    ("problems",): (*late_hands._WHY_NOT.values(),),
    ("numbers",): ("somebody_gone", "not_in_draft"),
}
_FACT = re.compile(r"%\((\w+)\)s")
CODES = sorted({code for _area, code in SENTENCES})


def raised() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the codes that actions are refused with, and the facts that come with them."""
    assert urls.urlpatterns  # all packages are loaded, and have registered their sentences
    for file in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ActionRefused":
                facts = tuple(sorted(str(word.arg) for word in node.keywords))
                written = [str(part.value) for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
                codes = written if isinstance(node.args[0], ast.Constant) else [*written, *COMPUTED.get(facts, ())]
                assert codes
                yield from ((code, facts) for code in codes)


RAISED = sorted(set(raised()))


@pytest.mark.parametrize(("code", "facts"), RAISED)
def test_a_refusal_has_a_sentence(code, facts):
    sentences = [sentence for (_area, known), sentence in SENTENCES.items() if known == code]
    assert sentences
    for sentence in sentences:
        named = set(_FACT.findall(str(sentence.text)))
        assert sentence.name_facts is not None or named <= set(facts)


@pytest.mark.parametrize("code", CODES)
def test_a_sentence_belongs_to_a_refusal_and_is_translated(code):
    assert code in {known for known, _facts in RAISED}
    for (_area, known), sentence in SENTENCES.items():
        if known == code and not str(sentence.text).startswith("%"):
            with translation.override("en"):
                english = str(sentence.text)
            with translation.override("de"):
                assert str(sentence.text) != english


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
