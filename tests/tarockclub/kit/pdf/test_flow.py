"""Pages and tables: heads repeat, pages are counted, everything stands within the margins whatever it says."""

from io import BytesIO

import pdfplumber
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tarockclub.kit.pdf.canvas import MM, Box, Paper
from tarockclub.kit.pdf.certificate import Certificate, render_certificates
from tarockclub.kit.pdf.flow import RIGHT, Flow, PaperColumn, PaperTable, PdfRow
from tarockclub.kit.pdf.qr_codes import compute_modules, draw_code
from tests.support.pdf import look_at

CELL = st.text(st.characters(codec="utf-8"), max_size=60) | st.text("W ", max_size=80)


def print_list(rows, *, strips=1, landscape=False):
    """A paper with one table of these rows."""
    flow = Flow(Paper("Liste", "de", foot="Verein " * 30, landscape=landscape))
    flow.begin("Liste " * 20, "am 6. Jänner")
    columns = (PaperColumn("Nr", RIGHT), PaperColumn("Name", stretch=True), PaperColumn("Ein sehr langer Kopf", RIGHT))
    flow.draw_table(PaperTable(columns, rows, strips=strips))
    flow.draw_signatures("Obmann", "W" * 80)
    return flow.paper.build_pdf()


def test_a_long_table_has_its_head_on_every_page_and_all_its_rows_once():
    pages = look_at(print_list([PdfRow((str(at), f"Name{at}", "1")) for at in range(150)]))
    assert len(pages) == 4
    assert all("Kopf" in page.words for page in pages)
    found = [word for page in pages for word in page.words if word.startswith("Name") and word != "Name"]
    assert found == [f"Name{at}" for at in range(150)]
    assert [page.words[-2:] for page in pages] == [
        ("von", "4") if "von" in page.words else ("of", "4") for page in pages
    ]


@given(st.lists(st.tuples(CELL, CELL, CELL), max_size=12), st.integers(1, 2), st.booleans())
def test_whatever_stands_in_a_table_nothing_is_clipped(rows, strips, landscape):
    look_at(print_list([PdfRow(cells) for cells in rows], strips=strips, landscape=landscape))


@pytest.mark.parametrize("tables", [4, 12, 40])
def test_no_name_is_broken_in_a_word_however_large_its_letters_could_be(tables):
    names = (
        "Sepp Oberhumer",
        "Ingeborg Kaltenböck",
        "Ferdinand Eder",
        "Traudi Reisinger",
        "Pichler-Moosbrugger Hans (13)",
    )
    flow = Flow(Paper("Tische", "de"))
    flow.begin("Tische · Runde 1")
    columns = (PaperColumn("Tisch"), *(PaperColumn(str(at), stretch=True) for at in range(1, 6)))
    rows = [PdfRow((str(table), *names[table % 5 :], *names[: table % 5])) for table in range(tables)]
    flow.draw_table(flow.enlarge(PaperTable(columns, rows, size=10.5, space=4.0), 26.0))
    words = [word for page in look_at(flow.paper.build_pdf()) for word in page.words]
    whole = {part for name in names for word in name.split() for part in (word, *word.replace("-", "- ").split())}
    assert {word for word in words if word[0].isalpha()} <= whole | {"Tische", "Tisch", "Runde", "Seite", "von"}


def test_the_file_names_its_title_and_language_and_no_moment():
    content = print_list([PdfRow(("1", "Anna", "5"))])
    assert content == print_list([PdfRow(("1", "Anna", "5"))])
    with pdfplumber.open(BytesIO(content)) as pdf:
        assert pdf.metadata["Title"] == "Liste"
        assert pdf.doc.catalog["Lang"] == b"de"


def test_letters_are_embedded():
    with pdfplumber.open(BytesIO(print_list([PdfRow(("1", "Đorđević „Łukasz“ −½", "5"))]))) as pdf:
        assert {char["fontname"].split("+")[1] for char in pdf.pages[0].chars} <= {"FiraGO-Regular", "FiraGO-Bold"}
        assert "Đorđević „Łukasz“ −½" in pdf.pages[0].extract_text()


def test_a_code_on_paper_has_the_modules_of_its_address():
    address = "http://192.168.1.10:8000/t/AbCdEfGhIjKlMnOpQrStUv/"
    paper = Paper("x", "de", plain=True)
    paper.begin_page()
    box = Box(100, 120, 37 * 4 + 8 * 4, 37 * 4 + 8 * 4)
    draw_code(paper, box, address)
    rows = compute_modules(address)
    module = box.width / (len(rows) + 8)
    with pdfplumber.open(BytesIO(paper.build_pdf())) as pdf:
        drawn = [(shape["x0"], shape["top"], shape["width"]) for shape in (*pdf.pages[0].rects, *pdf.pages[0].curves)]
    dark = {
        (round((top - box.y) / module - 4), round((x - box.x) / module - 4) + at)
        for x, top, wide in drawn
        for at in range(round(wide / module))
    }
    assert dark == {(y, x) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark}
    assert all(x >= box.x + 4 * module - 0.01 for x, _top, _wide in drawn)  # the white that phones need


def test_a_club_s_logo_stands_on_a_certificate_in_the_place_of_the_suits():
    drawn = BytesIO()
    Image.new("RGBA", (300, 100), "#1f3f66").save(drawn, "PNG")
    plain = Certificate("Verein", "Urkunde", "1. Platz", "Anna", ("Cup",), "Punkte: 5", ("A", "B"))
    pictures, curves = [], []
    for certificate in (plain, plain._replace(logo=drawn.getvalue())):
        content = render_certificates([certificate], "x", "de")
        assert look_at(content)
        with pdfplumber.open(BytesIO(content)) as pdf:
            pictures += [(image["x0"], image["x1"], image["top"], image["bottom"]) for image in pdf.pages[0].images]
            curves.append(len(pdf.pages[0].curves))
            wide = pdf.pages[0].width
    [(left, right, top, bottom)] = pictures
    assert (right - left) / (bottom - top) == pytest.approx(3, rel=0.01)
    assert left + right == pytest.approx(wide, abs=1)
    assert curves[1] < curves[0]


def test_a_certificate_has_room_for_the_longest_name():
    one = Certificate(
        "W" * 80, "Urkunde", "1. Platz", "W" * 80, ("W" * 80, "6. Jänner 2026"), "Punkte: 123½", ("A", "B")
    )
    [page] = look_at(render_certificates([one], "x", "de"))
    assert page.width > page.height
    assert page.width > 250 * MM
