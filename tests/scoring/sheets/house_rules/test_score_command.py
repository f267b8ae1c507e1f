"""The output of `manage.py score --sheet-file` for a sheet that somebody has written."""

import io

import pytest
from django.core.management import CommandError, call_command

from scoring.engine.house_rules.sheet_file import MOST_BYTES

HEAD = 'id = "mine"\nsource = "our club"\nextends = "treffpunkt"\n'
HAND = '{"plays": [{"contract": "dreier", "declarer": 1, "result": "lost"}]}'


def score(folder, sheet: str | bytes, language: str | None = None) -> tuple[str, str]:
    """Score a hand under a sheet file; what is written to both outputs."""
    own, hand = folder / "mine.toml", folder / "hand.json"
    own.write_bytes(sheet.encode() if isinstance(sheet, str) else sheet)
    hand.write_text(HAND)
    out, errors = io.StringIO(), io.StringIO()
    chosen = {"language": language} if language else {}
    call_command("score", str(hand), sheet_file=str(own), explain=True, stdout=out, stderr=errors, **chosen)
    return out.getvalue(), errors.getvalue()


def refuse(folder, sheet: str | bytes, language: str | None = None) -> str:
    """Return the message about a sheet that is refused."""
    with pytest.raises(CommandError) as caught:
        score(folder, sheet, language)
    return str(caught.value).replace(str(folder), "")


def test_a_refused_sheet_is_told_in_the_language_asked_for_line_by_line(tmp_path):
    text = HEAD + "contracts.dreier.value = 2.5\nkontra.gme = 4\n"
    assert refuse(tmp_path, text, "en").splitlines() == [
        "The house rules in /mine.toml are not accepted:",
        'line 4, column 1, contracts/dreier/value: No decimal numbers: write 2.5 as a fraction, like "5/2".',
        "line 5, column 1, kontra/gme: The key “gme” does not exist. Did you mean “game”?",
    ]
    german = refuse(tmp_path, text)
    assert german == refuse(tmp_path, text, "de")
    assert german.splitlines()[0] == "Die Hausregeln in /mine.toml werden nicht angenommen:"
    assert german.splitlines()[2].startswith("Zeile 5, Spalte 1, kontra/gme: ")


def test_a_file_that_is_no_text_in_utf_8_says_how_to_save_it(tmp_path):
    said = refuse(tmp_path, (HEAD + 'name = "Jännerrunde"').encode("cp1252"), "de")
    assert said.splitlines()[1].startswith("Zeile 4, Spalte 10: Die Datei ist nicht in UTF-8 gespeichert")


def test_no_more_of_a_file_is_read_than_a_sheet_may_have(tmp_path):
    said = refuse(tmp_path, HEAD + "#" * 2 * MOST_BYTES, "en")
    assert said.splitlines()[1] == "line 1, column 1: The file is too large: at most 256 kB."


def test_what_is_worth_a_second_look_is_told_and_the_hand_is_scored(tmp_path):
    out, errors = score(tmp_path, HEAD + "contracts.dreier.lost = 4\n", "en")
    assert "Dreier lost: 4." in out
    assert errors.splitlines()[0].startswith("Please look at these house rules in ")
    assert errors.splitlines()[1].startswith("line 4, column 1, contracts/dreier/lost: Lost (4) is less than won (5)")
    assert score(tmp_path, HEAD)[1] == ""
