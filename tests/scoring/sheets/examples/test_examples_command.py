"""manage.py examples: what it prints, and its exit code."""

import io

import pytest
from django.core.management import CommandError, call_command

from scoring.engine.hand.examples import load_examples, run_examples
from scoring.engine.house_rules.library import BUILT_IN
from scoring.management.commands import examples as command

WEDNESDAY = """
id = "wednesday"
source = "our wall"
extends = "treffpunkt"
contracts.solodreier = false
contracts.bettler.value = 5
"""


def run(**options) -> tuple[list[str], int]:
    """The lines that the command prints, and its exit code."""
    out, status = io.StringIO(), 0
    try:
        call_command("examples", stdout=out, **options)
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    return out.getvalue().splitlines(), status


@pytest.fixture
def own_file(tmp_path):
    """A sheet file over Treffpunkt Tarock."""
    path = tmp_path / "wednesday.toml"
    path.write_text(WEDNESDAY, encoding="utf-8")
    return str(path)


def test_all_examples_of_all_sheets_agree():
    lines, status = run(language="en")
    counts = {sheet: len(load_examples(sheet)) for sheet in BUILT_IN}
    assert (lines, status) == ([f"{sheet}: {count} of {count} agree" for sheet, count in counts.items()], 0)


def test_one_sheet_by_itself_in_german():
    count = len(load_examples("karlsruhe"))
    assert run(sheet="karlsruhe") == ([f"karlsruhe: {count} von {count} stimmen"], 0)


def test_an_example_that_does_not_agree_is_shown_with_its_formula(monkeypatch):
    def run_wrong(sheet_id, rules):
        first, *others = load_examples(sheet_id)
        return run_examples(rules, [first._replace(payouts=("9", "-9", "9", "-9")), *others])

    monkeypatch.setattr(command, "run_sheet_examples", run_wrong)
    lines, status = run(sheet="standard", language="en")
    count = len(load_examples("standard"))
    assert status == 1
    assert lines == [
        f"standard: {count - 1} of {count} agree",
        "  Rufer won with a partner opposite",
        "    Rufer · A with C · won · 37/1",
        "    standard: A +1, B −1, C +1, D −1; 1",
        "    Expected: A 9, B −9, C 9, D −9",
    ]


def test_a_file_runs_the_examples_of_the_sheet_that_it_extends(own_file):
    lines, status = run(sheet_file=own_file, language="en")
    assert status == 1
    assert lines[0].startswith("treffpunkt under wednesday: ")
    at = next(at for at, line in enumerate(lines) if "Bettler · " in line)
    assert lines[at + 1].startswith("    treffpunkt: ")
    assert lines[at + 2].startswith("    wednesday: ")
    assert any(line.startswith("    wednesday: not accepted: ") and "Solodreier" in line for line in lines)
    assert not any("Farbendreier · " in line for line in lines)


def test_a_file_that_changes_nothing_pays_the_same(tmp_path):
    path = tmp_path / "same.toml"
    path.write_text('id = "same"\nsource = "x"\nextends = "skoty"\n', encoding="utf-8")
    count = len(load_examples("skoty"))
    assert run(sheet_file=str(path)) == ([f"skoty nach same: {count} von {count} zahlen gleich"], 0)


def test_the_examples_of_another_sheet_can_be_taken(own_file):
    count = len(load_examples("karlsruhe"))
    lines, status = run(sheet_file=own_file, against="karlsruhe", language="en")
    assert lines[0].startswith("karlsruhe under wednesday: ")
    assert lines[0].endswith(f" of {count} pay the same")
    assert status == 1
    lines, status = run(sheet="skoty-trophy", against="treffpunkt", language="en")
    assert lines[0].startswith("treffpunkt under skoty-trophy: ")
    assert status == 1


def test_radl_and_written_score_are_part_of_what_is_shown():
    lines, _ = run(sheet="standard", against="skoty")
    assert any("Schrift: A " in line for line in lines)
    assert any(line.endswith("Mit dem nächsten Spiel beginnt ein Radl.") for line in lines)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"sheet": "nowhere"}, "Die Hausregeln „nowhere“ gibt es nicht."),
        ({"sheet": "standard", "against": "nowhere"}, "Die Hausregeln „nowhere“ gibt es nicht."),
        ({"against": "standard"}, "--against geht nur mit --sheet oder --sheet-file."),
        ({"sheet_file": "/nowhere.toml"}, "/nowhere.toml"),
    ],
)
def test_what_cannot_be_run_says_why(options, reason):
    with pytest.raises(CommandError, match=reason):
        run(**options)


def test_a_file_that_extends_nothing_needs_the_name_of_a_sheet(tmp_path):
    path = tmp_path / "kitchen.toml"
    lines = ('id = "kitchen"', 'name = "Kitchen"', 'source = "x"', 'points.win = "35/2"', "contracts.dreier.value = 4")
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(CommandError, match="--against"):
        run(sheet_file=str(path))
    printed, status = run(sheet_file=str(path), against="treffpunkt", language="en")
    assert (printed[0].partition(":")[0], status) == ("treffpunkt under kitchen", 1)
