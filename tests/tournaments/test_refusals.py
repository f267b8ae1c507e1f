"""Whatever may be refused is said in words, with the facts that the sentence names."""

import ast
import re

import pytest

from tests.support.paths import ROOT
from tournaments.acts import ActionRefused
from tournaments.messages import SENTENCES, format_refusal

SOURCES = ROOT / "tournaments"
PARTS = ("entrants", "list_import", "name_lists", "register", "registration", "setup")
_FACT = re.compile(r"%\((\w+)\)s")


def raised() -> list[tuple[str, set[str]]]:
    """The codes that set-up and people refuse with, and the facts that come with them."""
    found = []
    for file in [*(file for part in PARTS for file in (SOURCES / part).rglob("*.py")), SOURCES / "acts.py"]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == ActionRefused.__name__
            ):
                [code] = node.args
                assert isinstance(code, ast.Constant)
                found.append((str(code.value), {str(word.arg) for word in node.keywords}))
    return found


@pytest.mark.parametrize(("code", "facts"), raised())
def test_a_refusal_has_a_sentence(code, facts):
    assert set(_FACT.findall(str(SENTENCES[code]))) <= facts


def test_a_sentence_names_its_facts():
    said = format_refusal(ActionRefused("number_taken", number=7))
    assert "7" in said
    assert "%" not in said
