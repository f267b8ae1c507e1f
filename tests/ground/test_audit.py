"""The verdict on a report about the locked versions."""

import json

import pytest

from tools import audit, uv

FINE = {"name": "django", "version": "5.2.19", "vulns": []}
BAD = {"name": "pip", "version": "23.2.1", "vulns": [{"id": "PYSEC-1", "fix_versions": []}]}
SKIPPED = {"name": "odd", "skip_reason": "not found"}


def get_verdict(*dependencies):
    """The verdict on a report."""
    return audit.format_verdict(json.dumps({"dependencies": dependencies, "fixes": []}))


def test_nothing_known_is_fine():
    assert get_verdict(FINE) == (["1 geprüft, 0 mit bekannten Schwachstellen."], 0)


def test_what_is_known_fails_and_is_named():
    sentences, code = get_verdict(FINE, BAD, SKIPPED)
    assert code == 1
    assert sentences[0] == "pip 23.2.1: PYSEC-1, behoben in noch nichts"
    assert sentences[1] == "Steht in keiner Liste: odd"


@pytest.mark.parametrize("report", ["", "no JSON", "[]", "{}", json.dumps({"dependencies": [SKIPPED]})])
def test_without_a_list_it_says_so_and_does_not_fail(report):
    assert audit.format_verdict(report) == ([audit.NO_LIST], 0)


def test_nor_does_it_where_the_tool_cannot_be_had(monkeypatch, capsys):
    def fail():
        raise uv.InstallError("no network")

    monkeypatch.setattr(audit, "provide_uv", fail)
    assert audit.audit_lock([]) == 0
    assert audit.NO_LIST in capsys.readouterr().out
