"""The Speiszettel of a sheet says whatever the sheet says, with what no payout shows, also beside another one."""

import dataclasses
import itertools
import json
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scoring.engine.house_rules.build import build
from scoring.engine.house_rules.library import BUILT_IN, load
from scoring.engine.house_rules.loader import Path, Rules, replace_value
from scoring.engine.house_rules.paper_facts import format_ref
from scoring.engine.house_rules.schema import SECTIONS, Table, lay_over
from scoring.engine.points import parse_points
from scoring.engine.texts.rules import TITLES
from scoring.engine.texts.sheet_keys import VALUES
from scoring.sheets.house_rules.speiszettel.build import build_pinned_zettel, build_rules_zettel, build_zettel
from scoring.sheets.house_rules.speiszettel.sections import OPEN_MARK, RuleRow, Zettel, compare_zettels
from scoring.templatetags.paragraphs import paragraph_links
from tests.scoring.engine.support.built_in import rules_of
from tests.support.paths import DATA

WORDS: dict[str, list[Any]] = {
    "forehand": ["others", "dealer"],
    "others": ["forehand"],
    "dealer": ["forehand"],
    "king": ["needed"],
    "needed": ["king"],
    "declarer": ["defence"],
    "defence": ["declarer"],
    "round": [2],
    "paper": ["quoted"],
    "excerpt": ["quoted"],
    "program": ["quoted"],
    "quoted": ["program"],
    "none": ["down"],
    "dearest_hand": ["none"],
    "offender": ["side"],
    "must": ["should"],
    "should": ["must"],
    "standard": ["treffpunkt"],
    "treffpunkt": ["standard"],
    "0.10 EUR": ["0.20 EUR", "1.00 CHF"],
}
TEXTS = ("name", "name_en", "gloss", "gloss_en", "ref", "source", "mark", "text", "text_en", "last", "last_en")
OF_THE_HAND = ("within", "within_en")  # said beside hands, not on the page
NOT_SAID = ("id", "extends", "chosen", "options")  # what is no rule, and what another test looks at


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the place of each value; a list of words is one value, a list of rows has many."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if path or key not in NOT_SAID:
                yield from leaves(inner, (*path, key))
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for at, row in enumerate(value):
            yield from leaves(row, (*path, at))
    else:
        yield path


AROUND = ("deal", "auction", "play")


def others(value: Any, path: Path) -> list[Any]:
    """Other values that may stand there; None: nothing."""
    key = path[-1]
    if value is True:
        return [None]
    if path[0] in AROUND or key in ("count", "ends", "also", "zero"):
        return []  # the engine does not read it; each of its values is tried below
    if key in OF_THE_HAND:
        return []
    if isinstance(value, list):
        return _lists(value, str(key))
    if key in TEXTS:
        return [f"{value} anders"]
    if isinstance(value, str):
        return _strings(value, str(key))
    if key in ("game", "premium", "kontra", "written"):
        return [16 if value != 16 else 8]
    if key == "alone":
        return [1 if value > 1 else 3]
    return [value - 1 if key == "jungfrauen" else value + 1]


def _lists(value: list[Any], key: str) -> list[Any]:
    if key == "places":
        return [[-9, 3, 3, 3] if value != [-9, 3, 3, 3] else [-3, 1, 1, 1]]
    return [value[1:]] if value else [["all"]]


def _strings(value: str, key: str) -> list[Any]:
    if (key, value) == ("claims", "none"):
        return ["dearest_hand"]
    if value in WORDS:
        return [word for word in WORDS[value] if (key == "hoch") == (word == "dealer") or value != "forehand"]
    if value.startswith("x") and value[1:].isdigit():
        return [f"x{int(value[1:]) * 2}"]
    return ["40"] if parse_points(value) is not None else ["uhu" if value != "uhu" else "pagat"]


CASES: dict[str, list[dict[str, Any]]] = tomllib.loads((DATA / "sentences.toml").read_text(encoding="utf-8"))
HEAD = 'id = "mine"\nsource = "our club"\nextends = "treffpunkt"\n'


def page(sheet_id: str, language: str = "de") -> Zettel:
    """The Speiszettel of a sheet of the program."""
    return build_rules_zettel(rules_of(sheet_id), {}, language)


def whole(row: RuleRow) -> str:
    """All words of a row but its paragraph."""
    return " ".join((row.name, *row.cells, *row.notes))


@pytest.mark.heavy_but("karlsruhe: kleine Trull")
@pytest.mark.parametrize("case", CASES["sentence"], ids=lambda case: f"{case['sheet']}: {case['says']}")
def test_a_sentence_of_the_printed_sheet_stands_on_its_page_with_its_paragraph(case):
    rows = [row for row in page(case["sheet"]).map_rows().values() if case["says"] in whole(row)]
    assert rows, case["seed"]
    assert case.get("ref", rows[0].ref) in {row.ref for row in rows}


def test_an_addition_of_a_club_cites_no_paragraph():
    text = 'options.dear = { ref = "own", on = { contracts = { dreier = { value = 8 } } } }'
    rules = load(f'{HEAD}ref = "own"\n{text}')
    assert build_rules_zettel(rules, {}, "de").ref == "eigene Ergänzung, steht nicht darauf"
    places = [build_rules_zettel(rules, {}, language).map_rows()["option-dear"].ref for language in ("de", "en")]
    assert places == ["eigene Ergänzung, steht nicht darauf", "an addition of the club, not on it"]
    paper = rules_of("treffpunkt").table["source"]
    assert [str(paragraph_links(place, paper)) for place in places] == places
    assert "<a " in paragraph_links("Speisen", paper)


@pytest.mark.parametrize("case", CASES["open"], ids=lambda case: case["sheet"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_what_the_printed_sheet_leaves_open_is_marked_and_said(case, language):
    found = page(case["sheet"], language)
    rows = found.map_rows()
    assert [name for name in case["marks"] if OPEN_MARK not in rows[name].marks] == []
    assert [name for name in case.get("plain", ()) if OPEN_MARK in rows[name].marks] == []
    assert OPEN_MARK in dict(found.legend)
    said = next(section for section in found.sections if section.id == "readings")
    assert all(row.name and row.notes and row.ref for row in said.rows)


@pytest.mark.parametrize("case", CASES["open"], ids=lambda case: case["sheet"])
def test_no_page_of_a_sheet_has_marks_without_a_reading_or_readings_without_a_mark(case):
    rules = rules_of(case["sheet"])
    found = page(case["sheet"])
    words = {word for reading in rules.combine_options(rules.defaults)["readings"].values() for word in reading["of"]}
    for row in (row for section in found.sections[:5] for row in section.rows):
        kind, _dash, word = row.anchor.partition("-")
        about = word if kind in ("contract", "premium", "group") else row.anchor
        assert (OPEN_MARK in row.marks) == (about in words), row.anchor


@pytest.mark.parametrize("sheet_id", [sheet for sheet in BUILT_IN if sheet != "zwanzigerrufen"])
def test_the_headings_behind_the_rules_are_explained_on_the_english_page(sheet_id):
    found = page(sheet_id, "en").map_rows()
    said = dict(note.split(": ", 1) for note in found["headings"].notes[0].split("; "))
    refs = {ref for row in found.values() for ref in row.ref.split("; ")} - {"", TITLES["own"][1]}
    names = {"Kontras", "Radl", "Sechserdreier", "Trischaken", "Valat", "Ouvert", "Pagat", "Uhu"}  # the same in English
    assert [ref for ref in refs if not any(word in ref for word in (*said, *names))] == []
    assert "headings" not in page(sheet_id).map_rows()


def test_a_reading_of_what_a_sheet_does_not_play_is_left_out():
    text = 'readings.mine = { of = ["geier"], text = "Fünf." }\nreadings.other = { of = ["uhu"], text = "Zwei." }'
    said = {row.anchor for row in build_rules_zettel(load(HEAD + text), {}, "de").map_rows().values()}
    assert "reading-other" in said
    assert "reading-mine" not in said


def test_a_rule_that_is_open_on_one_sheet_only_is_no_different_rule_but_marked():
    plain, marked = load(HEAD), load(HEAD + 'readings.mine = { of = ["dreier"], text = "Gilt." }')
    both = compare_zettels(build_rules_zettel(plain, {}, "de"), build_rules_zettel(marked, {}, "de"))
    dreier = next(pair for section in both for pair in section.pairs if pair.anchor == "contract-dreier")
    assert dreier.same
    assert OPEN_MARK in dreier.marks
    reading = next(pair for section in both for pair in section.pairs if pair.anchor == "reading-mine")
    assert (reading.left, reading.same) == (None, False)


def test_a_sheet_that_was_pinned_before_readings_has_none_and_keeps_the_word_radl():
    table = json.loads(rules_of("zwanzigerrufen").format_canonical())
    for section in ("readings", "gaps", "paragraphs"):
        table.pop(section, None)
    for key in ("name", "name_en", "within", "within_en", "last", "last_en", "ref"):
        table["radl"].pop(key, None)
    old = build_pinned_zettel(json.dumps(table), "de")
    assert old.map_rows()["radl"].name == "Radl"
    assert OPEN_MARK not in dict(old.legend)
    assert [section.rows for section in old.sections[-3:]] == [(), (), ()]


LANGUAGES = ("de", "en")
OF_PHONES = frozenset({"costs"})  # which reminder a small screen shows first
TEXT_KEYS = {"de": "text", "en": "text_en"}
# A tenth of one sheet finds what breaks all. The heavy tests try every value of the two that have the most, and of the
# others, which share most of theirs, each third.
SAMPLE = [pytest.param("treffpunkt", 10, id="a tenth of treffpunkt")]
STEPS = {"treffpunkt": 1, "skoty": 1}
EACH = [pytest.param(name, STEPS.get(name, 3), id=name, marks=pytest.mark.heavy) for name in BUILT_IN]


def pages(table: Table, chosen: Mapping[str, bool]) -> list[Zettel]:
    """The Speiszettel in both languages."""
    return [build_zettel(table, chosen, language) for language in LANGUAGES]


def excludes(rules: Rules, name: str) -> list[str]:
    """The switches that cannot be on beside one."""
    options = rules.build_sheet().options.values()
    return [
        other.id
        for other in options
        if other.id in rules.build_sheet().options[name].excludes or name in other.excludes
    ]


def read(table: Table, chosen: Mapping[str, bool]) -> Any:
    """The sheet as the engine reads it, to be compared; with the paragraphs, which the engine does not need."""
    sheet = dataclasses.asdict(build(table, chosen))
    return sheet, [table.get(section, {}).get("ref") for section in table if isinstance(table[section], dict)]


def at(table: Table, path: Path) -> Any:
    """The value at a place."""
    found: Any = table
    for step in path:
        found = found[step]
    return found


def unseen(rules: Rules, chosen: Mapping[str, bool], step: int) -> Iterator[str]:
    """Values, of each so many one, that can change what the engine reads without the page showing it."""
    table = rules.combine_options(chosen)
    said, sheet = pages(table, chosen), read(table, chosen)
    for path in itertools.islice(leaves(table), 0, None, step):
        if path[-1] in OF_PHONES or (path[-1] in ("text", "text_en") and "paper" in at(table, path[:-1])):
            continue
        for other in others(at(table, path), path):
            mutated = replace_value(table, path, other)
            language = "en" if str(path[-1]).endswith("_en") else "de"
            if build_zettel(mutated, chosen, language) in said and read(mutated, chosen) != sheet:
                yield f"{'.'.join(map(str, path))} = {other}"


@pytest.mark.no_cover  # thousands of sheets
@pytest.mark.parametrize(("sheet_id", "step"), [*SAMPLE, *EACH])
def test_no_value_of_a_sheet_changes_without_the_page_changing(sheet_id, step):
    rules = rules_of(sheet_id)
    assert list(unseen(rules, rules.defaults, step)) == []


def list_values_around() -> Iterator[tuple[str, str, Any]]:
    """Each value that can be chosen of what people do around the cards, and words of one's own."""
    kinds = [(section, key, kind) for section in AROUND for key, kind in SECTIONS[section].items() if key != "ref"]
    kinds += [("points", "count", SECTIONS["points"]["count"]), ("radl", "ends", SECTIONS["radl"]["ends"])]
    for section, key, kind in kinds:
        chosen = [code.partition(".")[2] for code in VALUES if code.startswith(f"{kind.expects}.")]
        typed: dict[str, list[Any]] = {"bool": [True], "spoken": [["aha"], ["aha", "oho"]], "text": ["Fair Play"]}
        for value in typed.get(kind.expects) or chosen:
            yield section, key, int(value) if isinstance(value, str) and value.isdigit() else value


def test_each_way_to_deal_bid_and_play_is_a_sentence_of_its_own():
    """In both languages, whatever else is said; what is not said has no sentence."""
    bare = load('id = "x"\nsource = "y"\nextends = "wien_2020"\nauction = false\nplay = false')
    sections = build_rules_zettel(bare, {}, "de").sections
    assert not next(section.rows for section in sections if section.id == "play")
    for language in LANGUAGES:
        said: dict[tuple[str, str], set[Zettel]] = {}
        for section, key, value in list_values_around():
            beside: dict[str, Table] = {"talon_first": {"packets": 6}, "ends": {"after": {"zero": "round"}}}
            also: Table = beside.get(key, {"opens": ["x"]} if section == "auction" else {})
            table = lay_over(
                bare.combine_options(bare.defaults), {section: {**(also if key not in also else {}), key: value}}
            )
            zettel = build_zettel(table, bare.defaults, language)
            without = build_zettel(replace_value(table, (section, key), None), bare.defaults, language)
            assert zettel != without, (section, key, value)
            assert zettel not in said.setdefault((section, key), set())
            said[section, key].add(zettel)


def test_of_a_pack_without_a_talon_neither_packets_nor_its_cards_are_told():
    rules = load(
        'id = "x"\nsource = "y"\nextends = "zwanzigerrufen"\n'
        'deal = { packets = 6, direction = "left" }\nplay = { cards = true }'
    )
    [deal] = next(section.rows for section in build_rules_zettel(rules, {}, "de").sections if section.id == "play")
    assert deal.notes == ("40 Karten; im Uhrzeigersinn.",)


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_paragraph_of_a_rule_on_the_sheet_stands_on_the_page(sheet_id):
    rules = rules_of(sheet_id)
    table = rules.combine_options(rules.defaults)
    page = pages(table, rules.defaults)[0]
    told = {row.ref for section in page.sections for row in section.rows} | {page.ref, page.source}
    listed = [format_ref(at(table, path), "de") for path in leaves(table) if path[-1] == "ref" and path[0] != "groups"]
    assert [ref for ref in listed if not any(ref in paragraph for paragraph in told)] == []


@pytest.mark.heavy_but("zwanzigerrufen")
@pytest.mark.parametrize("sheet_id", [sheet for sheet in BUILT_IN if rules_of(sheet).defaults])
def test_what_a_switch_changes_is_said_beside_it(sheet_id):
    rules = rules_of(sheet_id)
    for language in LANGUAGES:
        page = build_rules_zettel(rules, {}, language)
        for name, on in rules.defaults.items():
            switched = build_rules_zettel(rules, {name: not on}, language)
            assert switched.sections[0:6] != page.sections[0:6]
            row = page.map_rows()[f"option-{name}"]
            about = [page_text] if (page_text := rules.table["options"][name].get(TEXT_KEYS[language])) else []
            assert len(row.notes) == 2 + len(about) + bool(excludes(rules, name))
            assert row.notes[1 : 1 + len(about)] == tuple(about)
            assert row.notes[1 + len(about)].partition(": ")[2].strip(". ")


def test_a_reading_of_a_reminder_marks_it():
    rows = build_rules_zettel(rules_of("zwanzigerrufen"), {}, "de").map_rows()
    marked = {name for name, row in rows.items() if name.startswith("reminder-") and OPEN_MARK in row.marks}
    assert marked == {"reminder-neu_geben", "reminder-pflichtkontra"}
    assert (rows["reading-neu_geben"].name, rows["reading-neu_geben"].ref) == ("Zu Beginn", "§8")


def test_what_is_not_on_the_sheet_has_its_name_and_no_game_is_conceded_that_is_not_played():
    rules = load('id = "mine"\nsource = "wall"\nextends = "standard"\ncontracts.besserrufer = false\n')
    rows = build_rules_zettel(rules, {}, "de").map_rows()
    assert rows["concede"].notes[0].endswith("sofort aufgeben: Rufer.")
    assert rows["reminder-ablage"].name.startswith("Rufer, Dreier und Einer")


def test_texts_are_other_ones_in_the_other_language():
    assert {"name", "name_en"} <= set(TEXTS)
    for sheet_id in BUILT_IN:
        german, english = pages(
            rules_of(sheet_id).combine_options(rules_of(sheet_id).defaults), rules_of(sheet_id).defaults
        )
        headings = {"headings"}  # of the German sheet: only on its English page
        rows = [row for row in english.map_rows().values() if row.anchor not in headings]
        for row, other in zip(german.map_rows().values(), rows, strict=True):
            assert row.anchor == other.anchor
            assert not set(row.notes) & set(other.notes), row.anchor
