"""Pages that tests print can be kept for people to look at."""

from io import BytesIO

from PIL import Image

from tests.support.libreoffice import PRINTED_PAGES, keep_pages


def test_printed_pages_are_kept_as_pictures_in_a_folder_that_somebody_names(tmp_path, monkeypatch):
    pages, pdf = [Image.new("RGB", (595, 842), colour) for colour in ("red", "white")], BytesIO()
    pages[0].save(pdf, "PDF", save_all=True, append_images=pages[1:])
    monkeypatch.delenv(PRINTED_PAGES, raising=False)
    keep_pages(pdf.getvalue())
    folder = tmp_path / "pages"
    assert not folder.exists()
    monkeypatch.setenv(PRINTED_PAGES, str(folder))
    keep_pages(pdf.getvalue())
    keep_pages(pdf.getvalue())  # a second workbook of the same test
    name = "test_printed_pages_are_kept_as_pictures_in_a_folder_that_somebody_names"
    assert [file.name for file in sorted(folder.iterdir())] == [f"{name}.{number:03}.png" for number in (1, 2, 3, 4)]
    with Image.open(folder / f"{name}.001.png") as first:
        colours = first.convert("RGB").resize((1, 1)).tobytes()
    assert colours[0] > 250 > 5 > max(colours[1:])
