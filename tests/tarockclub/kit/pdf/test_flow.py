"""Pages and tables: heads repeat, pages are counted, everything stands within the margins whatever it says."""

from io import BytesIO

import pdfplumber
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.pdf.canvas import Box, Paper
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
