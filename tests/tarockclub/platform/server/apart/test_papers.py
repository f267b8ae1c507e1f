"""Papers: whatever people are called, they are typeset as they write themselves, apart from the server."""

import io
import re
import unicodedata

import pdfplumber
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.typesetting import TypesettingError, draw_code, render_pdf
from tarockclub.platform.server.apart.papers import (
    RIGHT,
    PaperColumn,
    PaperList,
    PaperRow,
    PaperSignatures,
    mark_pages,
    render_paper,
)
from tarockclub.platform.server.installation import TEMPLATES
from tests.support.pdf import look_at

CELL = st.text(st.characters(codec="utf-8"), max_size=60) | st.text("W ", max_size=80)
HOSTILE = (
    '#import "/etc/passwd"',
    '$x$ #sys.inputs ]] #eval("1")',
    "*fett* _schräg_ <label> @ref \\ // nichts",
    "W" * 200,
    "Łukasz Đorđević-Őze",
    "Ελένη Παπαδοπούλου",
    "Наталія Коваленко",
)


def list_names(*names):
    return [PaperList([PaperColumn("Name", stretch=True)], [PaperRow([name]) for name in names])]


def test_names_of_strangers_are_text_and_never_markup():
    pages = look_at(render_paper("document", "Namen #1 $", {"blocks": list_names(*HOSTILE)}))
    shown = "".join(page.text for page in pages).replace(" ", "")
    for name in HOSTILE:
        assert name.replace(" ", "") in shown.replace("\u200b", "")
    assert "Seite1von1" in shown


def test_a_letter_that_no_font_has_is_replaced_visibly():
    [page] = look_at(
        render_paper("document", "Namen", {"blocks": list_names("Ana 😀 Nowak", "ქართველი", "Ελένη אבג ﷺ")})
    )
    for shown in ("Ana □ Nowak", "□" * 8, "Ελένη"):
        assert shown in page.text


def test_marks_that_no_font_has_together_are_replaced_and_the_letter_stays():
    zalgo, drawn = "Z\u0334\u0327\u031b\u0353a\u0337\u035dl\u0335\u0360g\u0336\u0358o", "Jose\u0301 Çağ"
    for title in ("Namen", zalgo):  # heads are in another font
        [page] = look_at(render_paper("document", title, {"blocks": list_names(zalgo, drawn)}))
        letters = "".join(letter for letter in page.text if not unicodedata.combining(letter))
        assert "Z□a□l□go" in letters
        assert "Jose Çağ" in letters.replace("\u0301", "")


def test_a_name_of_letters_as_wide_as_words_stays_in_its_column():
    columns = [PaperColumn("Name", stretch=True), PaperColumn("Punkte", RIGHT)]
    rows = [PaperRow(("\ufdfa" * 20, "1234567")), PaperRow(("Anna", "7654321"))]
    [page] = look_at(render_paper("document", "Stand", {"blocks": [PaperList(columns, rows)]}))  # nothing in the way
    assert {"1234567", "7654321"} <= set(page.words)


def test_a_long_list_has_its_head_on_every_page_and_all_its_rows_once():
    columns = [PaperColumn("Nr", RIGHT), PaperColumn("Name", stretch=True), PaperColumn("Ein sehr langer Kopf", RIGHT)]
    rows = [PaperRow((str(at), f"Name{at}", "1")) for at in range(150)]
    about = "Verein " * 30
    blocks = [PaperList(columns, rows), PaperSignatures(("Obmann", "W" * 80))]
    pages = look_at(render_paper("document", "Liste " * 20, {"blocks": blocks}, foot=about, about=about))
    assert len(pages) > 3
    assert all("Kopf" in page.words for page in pages)
    found = [word for page in pages for word in page.words if word.startswith("Name") and word != "Name"]
    assert found == [f"Name{at}" for at in range(150)]
    assert [page.words[-4:] for page in pages] == [
        ("Seite", str(at), "von", str(len(pages))) for at in range(1, len(pages) + 1)
    ]


def test_a_row_in_another_alphabet_has_letters_as_large_as_the_others():
    latin = "Mannschaft 3: Anna Papadopoulou, Nikos Papadopoulos, Eleni"
    greek = "Mannschaft 4: Άννα Παπαδοπούλου, Νίκος Παπαδόπουλος, Ελένη"
    content = render_paper("document", "Liste", {"blocks": list_names(latin, greek)})
    with pdfplumber.open(io.BytesIO(content)) as paper:
        words = paper.pages[0].extract_words(extra_attrs=["size"])
    sizes = {word["text"]: word["size"] for word in words}
    assert sizes["Ελένη"] == sizes["Eleni"]


@given(st.lists(st.tuples(CELL, CELL, CELL), max_size=12), st.booleans())
def test_whatever_stands_in_a_list_nothing_is_clipped(rows, landscape):
    columns = [PaperColumn("Nr", RIGHT), PaperColumn("Name", stretch=True), PaperColumn("Ein sehr langer Kopf", RIGHT)]
    blocks = [PaperList(columns, [PaperRow(cells) for cells in rows])]
    look_at(render_paper("document", "Liste", {"blocks": blocks, "landscape": landscape}))


def test_a_paper_has_tags_and_a_title_and_is_the_same_each_time():
    content = render_paper("document", "Stand", {"blocks": list_names("Anna")})
    assert b"/StructTreeRoot" in content
    assert b"pdfuaid" in content
    assert b"de-AT" in content
    assert content == render_paper("document", "Stand", {"blocks": list_names("Anna")})


def test_a_mark_stands_on_every_page():
    with mark_pages("Probe: zählt nirgends"):
        pages = look_at(render_paper("document", "Stand", {"blocks": list_names(*["Anna"] * 100)}))
    assert len(pages) > 1
    assert all("Probe: zählt nirgends" in page.text for page in pages)


@pytest.mark.heavy
def test_a_process_that_makes_many_papers_does_not_grow_beyond_its_memory():
    columns = [PaperColumn(str(at)) for at in range(10)]
    for number in range(8):  # what compiling keeps of five such lists is more than the process may have
        rows = [PaperRow([str(number * 5000 + at * 10 + column) for column in range(10)]) for at in range(500)]
        assert render_paper("document", "Stand", {"blocks": [PaperList(columns, rows)]})


def test_templates_read_no_files_of_others_and_fetch_nothing():
    templates = list(TEMPLATES.rglob("*.typ"))
    assert templates
    for template in templates:
        text = template.read_text(encoding="utf-8")
        assert not re.search(r"\b(eval|read|plugin|csv|yaml|toml|xml)\(|@preview|\.\./\.\.", text), template
        assert not template.is_symlink()


def test_a_fault_of_a_template_says_where_it_is(tmp_path):
    (tmp_path / "wrong.typ").write_text("#nothing", encoding="utf-8")
    with pytest.raises(TypesettingError, match=r"wrong\.typ"):
        render_pdf(str(tmp_path), "wrong", {})


def test_a_template_cannot_reach_beyond_its_folder(tmp_path):
    (tmp_path / "inside").mkdir()
    (tmp_path / "secret.txt").write_text("geheim", encoding="utf-8")
    (tmp_path / "inside" / "curious.typ").write_text('#read("../secret.txt")', encoding="utf-8")
    with pytest.raises(TypesettingError):
        render_pdf(str(tmp_path / "inside"), "curious", {})


def test_a_code_has_its_white_border():
    svg = draw_code("https://example.org/")
    assert svg.startswith("<svg")
    assert 'viewBox="0 0 33 33"' in svg
