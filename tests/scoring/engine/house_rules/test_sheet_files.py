"""A sheet file as it lies on somebody's disk: encodings, sizes, places, and what is worth a second look."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.house_rules.library import BUILT_IN, FOLDER, load, load_built_in, load_file
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.sheet_file import MOST_BYTES
from scoring.engine.house_rules.toml_outline import MOST_PARTS, find_line, read_outline
from scoring.engine.problems import MOST_PROBLEMS, ProblemPlace, SheetError
from scoring.engine.texts import LANGUAGES, describe_placed_problem, describe_problem
from tests.support.paths import DATA

HEAD = 'id = "mine"\nsource = "our club"\nextends = "treffpunkt"\n'
SOUND = [*sorted(FOLDER.glob("*.toml")), *sorted((DATA / "sheets").glob("*.toml"))]
LISTS_OF_TABLES = """
[[a]]
x = 1
[a.b]
y = 2
[[a]]
x = 3
[[a.c]]
z = 1
[[a.c]]
z = 2
"""


def refuse(data: bytes | str) -> SheetError:
    """The refusal of a file."""
    with pytest.raises(SheetError) as caught:
        load_file(data.encode() if isinstance(data, str) else data)
    return caught.value


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ((HEAD + 'name = "Kötschach"').encode("latin-1"), ProblemPlace(4, 10)),
        ((HEAD + 'name = "Kötschach"').encode("utf-16"), ProblemPlace(1, 1)),
        ((HEAD + 'name = "Kötschach"').encode("utf-16-le"), ProblemPlace(1, 2)),
        ((HEAD + "# Jännerrunde, Straße").encode() + b"\xe4", ProblemPlace(4, 22)),
    ],
    ids=["ANSI", "Unicode", "Unicode without a mark", "one letter"],
)
def test_a_file_in_another_encoding_says_how_to_save_it(data, place):
    error = refuse(data)
    assert [(problem.path, problem.code) for problem in error.problems] == [("", "not_utf8")]
    assert error.places == (place,)
    said = [describe_problem(error.problems[0], language) for language in LANGUAGES]
    assert ["UTF-8" in text for text in said] == [True, True]


def test_a_file_with_a_mark_at_its_beginning_and_with_the_line_ends_of_windows_is_read():
    rules, warnings = load_file((HEAD + "kontra.game = 4").replace("\n", "\r\n").encode("utf-8-sig"))
    assert rules.build_sheet().contracts["dreier"].game.kontra == 4
    assert warnings == []
    error = refuse((HEAD + "kontra.game = 3").replace("\n", "\r\n").encode("utf-8-sig"))
    assert error.places == (ProblemPlace(4, 1),)


def hostile_files() -> dict[str, bytes]:
    """Files that somebody could send to see whether the program falls over."""
    big = HEAD + "".join(f'contracts.c{at} = {{ name = "C{at}", valeu = 1 }}\n' for at in range(200_000))
    small = {
        "unknown keys": "".join(f"kontra.game_{at} = 1\n" for at in range(900)),
        "unknown words": "blank = [" + "".join(f'"rufer{at}", ' for at in range(2500)) + "]",
        "unknown sections": "".join(f"contract_{at} = 1\n" for at in range(1200)),
        "words in many lists": "".join(
            f'contracts.c{at} = {{ name = "x", value = 1, premiums = ["pagad{at}", "tril{at}"] }}\n' for at in range(90)
        ),
        "the same in every option": "".join(
            f'options.o{at}.on.premiums.p{number} = {{ name = "x", silent = 1, beside = ["pagad{number}"] }}\n'
            for at in range(3)
            for number in range(80)
        ),
        "lists in lists": f"blank = {'[' * 49}{']' * 49}\n" * 100,
        "duplicates": "kontra.game = 4\n" * 900,
        "numbers": f"trischaken.pays = [{'1, ' * 2500}]",
        "decimals": f"trischaken.pays = [{'1.5, ' * 1500}]",
        "quotation marks": "„x“ = “y“\n" * 1200,
        "open brackets": "x = [\n" * 1200,
        "a long text": f'name = "{"x" * 250_000}"',
        "a long word": f'radl.doubles = ["{"x" * 250_000}"]',
        "a long number": f"kontra.game = {'9' * 250_000}",
        "a long key": f"{'k' * 250_000} = 1",
        "one long quotation": "„" * 80_000,
        "an open text": '"""' + "\\" * 250_000,
        "backslashes": f'name = "{chr(92) * 250_001}"',
        "escapes": f'name = "{chr(92) + "q"}{chr(92) * 200_000}"',
    }
    deep = {"deep": "x = " + "[" * 200_000, "deep tables": "x = " + "{a = " * 50_000, "deep keys": "a." * 120_000}
    return {
        "10 MB": big.encode(),
        "zeros": bytes(MOST_BYTES),
        "noise": bytes(range(256)) * 1000,
        **{name: (HEAD + text).encode() for name, text in {**small, **deep}.items()},
    }


HOSTILE = hostile_files()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_with_few_and_short_messages(name):
    error = refuse(HOSTILE[name])
    said = [
        describe_placed_problem(*placed_problem, "en")
        for placed_problem in zip(error.problems, error.places, strict=True)
    ]
    assert 0 < len(said) <= MOST_PROBLEMS
    assert max(len(line) for line in said) < 500


def test_of_very_many_problems_the_first_are_told_and_that_there_are_more():
    error = refuse(HOSTILE["unknown keys"])
    assert len(error.problems) == len(error.places) == MOST_PROBLEMS
    assert error.places[:3] == (ProblemPlace(4, 1), ProblemPlace(5, 1), ProblemPlace(6, 1))
    assert {problem.code for problem in error.problems[:-1]} == {"unknown_key"}
    assert error.problems[-1].code == "more_problems"


def test_as_many_contradictions_are_told_as_other_problems():
    text = "".join(f'contracts.c{at} = {{ name = "x", value = 1, only_bei = ["piccolo"] }}\n' for at in range(90))
    error = refuse(HEAD + text)
    assert [problem.code for problem in error.problems] == ["key_needs_key"] * (MOST_PROBLEMS - 1) + ["more_problems"]


@pytest.mark.parametrize(
    ("text", "code"),
    [("# " + "x" * MOST_BYTES, "file_too_large"), ("# x\n" * MOST_PARTS, "file_too_long")],
    ids=["large", "long"],
)
def test_a_text_beyond_the_limits_is_refused_as_it_is(text, code):
    with pytest.raises(SheetError) as caught:
        load(text)
    assert [problem.code for problem in caught.value.problems] == [code]


@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_the_outline_of_a_sound_sheet_says_what_tomllib_says(path):
    text = path.read_text(encoding="utf-8")
    outline = read_outline(text)
    assert outline.faults == []
    assert outline.table == tomllib.loads(text)


LINES = """id = "mine"|source = "x"|[contracts]|[contracts.dreier]|dreier = { value = 2, lost = 3 }|value = 1|[[a]]
a.b.c = 1|'lit' = 'a\\b'|x = \'\'\'y\'\'\'|list = [1, [2, 3,],|{a = 1}]|t = true|n = -1_000|h = 0xff|o = 0o7|b = 0b1
f = 1.5|d = 2026-01-06|e = {}|l = []|= 1|x|[|]|"|'|{|}|,|.|#|\\|„|“|1,5|nan|"q\\u0075" = 1|y = 1,5"""
WORDS = st.sampled_from(LINES.replace("\n", "|").split("|"))


@given(st.lists(WORDS, max_size=12).map("\n".join))
def test_the_outline_refuses_nothing_that_tomllib_reads(text):
    outline = read_outline(text)
    assert all(1 <= place.line <= text.count("\n") + 1 for place in (find_line(text, at) for at, _ in outline.faults))
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert "[[" in text or outline.faults == []
    assert outline.faults or outline.table.keys() == table.keys()


def test_a_date_is_nothing_of_a_sheet_and_a_list_of_sections_only_where_rows_belong():
    error = refuse(HEAD + "[[contracts.rufer]]\nvalue = 1\n[kontra]\ngame = 2026-01-06 07:30:00\n")
    assert [
        (placed_problem.code, place.line) for placed_problem, place in zip(error.problems, error.places, strict=True)
    ] == [
        ("not_a_table", 4),
        ("wrong_value", 7),
        ("invalid_toml", 7),
    ]


def test_an_announced_or_lost_value_below_the_other_is_worth_a_second_look():
    text = (
        "contracts.dreier.lost = 4\ncontracts.einer.lost = 7\n"
        'premiums.uhu.announced = 1\npremiums.valat = { silent = "x8", announced = "x4", multiplies = ["game"] }\n'
        "options.cheap.on.premiums.pagat.silent = 5\n"
    )
    _rules, warnings = load_file((HEAD + text).encode())
    assert [describe_placed_problem(*warning, "en") for warning in warnings] == [
        "line 4, column 1, contracts/dreier/lost: Lost (4) is less than won (5): is that intended?",
        "line 6, column 1, premiums/uhu/announced: Announced (1) is less than silent (2): is that intended?",
        "line 7, column 35, premiums/valat/announced: Announced (x4) is less than silent (x8): is that intended?",
        "line 8, column 1, premiums/pagat/announced: Announced (2) is less than silent (5): is that intended?",
    ]
    german = [describe_placed_problem(*warning, "de") for warning in warnings]
    assert (
        german[0]
        == "Zeile 4, Spalte 1, contracts/dreier/lost: Verloren (4) ist weniger als gewonnen (5): Ist das so gemeint?"
    )


def test_a_limit_between_points_that_are_rounded_to_the_same_is_worth_a_second_look():
    for win, told in (("35/1", True), ("35", True), ("35/2", False)):
        _rules, warnings = load_file(
            f'id = "mine"\nsource = "x"\nextends = "standard"\npoints.win = "{win}"\n'.encode()
        )
        assert [problem.code for problem, _place in warnings] == ["rounded_to_tie"] * told


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_no_built_in_sheet_is_worth_a_second_look(sheet_id):
    rules = load_built_in(sheet_id)
    assert isinstance(rules, Rules)
    assert rules.warnings == ()


def test_lists_of_tables_are_read_as_tomllib_reads_them():
    found = read_outline(LISTS_OF_TABLES)
    assert (found.table, found.faults) == (tomllib.loads(LISTS_OF_TABLES), [])
    assert find_line(LISTS_OF_TABLES, found.places["a", "2", "c", "1", "z"]).line == 9


@pytest.mark.parametrize("text", ["[a]\nx = 1\n[[a]]\ny = 2", "a = 1\n[[a]]\ny = 2", "[[a]\ny = 2"])
def test_a_list_of_tables_that_is_something_else_already_is_told(text):
    assert read_outline(text).faults
