"""Workbooks in LibreOffice: what another program reckons, and how they come out on paper."""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

SOFFICE = "soffice"
PACKAGE = "libreoffice-calc-nogui"
SECONDS = 120
PRINTED_PAGES, DOTS = "PRINTED_PAGES", 80  # the variable with a folder for pictures; their dots per inch
FOOT = 45  # points from below, where the foot of a page stands
# By itself it believes the values that a file brings along; here it shall reckon.
ALWAYS_RECKON = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""
_PAGE = re.compile(rb"/Type/Page/[^>]*?/MediaBox\s*\[\s*0\s+0\s+([0-9.]+)\s+([0-9.]+)\s*\]")


class LibreOffice:
    """The program with a profile of its own; one process at a time, none of them for long."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        settings = folder / "profile" / "user" / "registrymodifications.xcu"
        settings.parent.mkdir(parents=True)
        settings.write_text(ALWAYS_RECKON, encoding="utf-8")

    def recompute(self, content: bytes) -> bytes:
        """A workbook as it is saved after every formula was reckoned anew."""
        [found] = self.recompute_all([content])
        return found

    def recompute_all(self, contents: Sequence[bytes]) -> list[bytes]:
        """The same of several workbooks: the start of the program takes longer than all else."""
        return self._convert(contents, "xlsx:Calc MS Excel 2007 XML", "xlsx")

    def print_pdf(self, content: bytes) -> bytes:
        """The PDF of a workbook."""
        [found] = self._convert([content], "pdf", "pdf")
        keep_pages(found)
        return found

    def _convert(self, contents: Sequence[bytes], form: str, ending: str) -> list[bytes]:
        sources, target = [self.folder / f"{number}.xlsx" for number in range(len(contents))], self.folder / "out"
        for source, content in zip(sources, contents, strict=True):
            source.write_bytes(content)
        command = [
            SOFFICE,
            f"-env:UserInstallation={(self.folder / 'profile').as_uri()}",
            "--headless",
            "--norestore",
            *("--convert-to", form, "--outdir", str(target), *map(str, sources)),
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        made = [target / f"{source.stem}.{ending}" for source in sources]
        assert all(file.exists() for file in made), done.stdout + done.stderr
        found = [file.read_bytes() for file in made]
        for file in made:
            file.unlink()
        return found


def keep_pages(pdf: bytes) -> None:
    """Keep the pages of a PDF as pictures for eyes, named like the test, where PRINTED_PAGES says a folder."""
    import pdfplumber

    if not (kept := os.environ.get(PRINTED_PAGES)):
        return
    folder, test = Path(kept), os.environ["PYTEST_CURRENT_TEST"].partition("::")[2].partition(" (")[0]
    name = re.sub(r"[^0-9A-Za-z_-]+", "-", test).strip("-")
    folder.mkdir(parents=True, exist_ok=True)
    with pdfplumber.open(BytesIO(pdf)) as opened:
        for number, page in enumerate(opened.pages, 1 + len(list(folder.glob(f"{name}.*.png")))):
            page.to_image(resolution=DOTS).save(folder / f"{name}.{number:03}.png")


def list_page_sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of every page of a PDF, in points."""
    return [(round(float(width)), round(float(height))) for width, height in _PAGE.findall(pdf)]


@pytest.fixture(scope="session")
def libreoffice(tmp_path_factory: pytest.TempPathFactory) -> LibreOffice:
    """Return LibreOffice, or skip with the reason."""
    if shutil.which(SOFFICE) is None:
        pytest.skip(f"no {SOFFICE}: as root, `make test-heavy` installs it (Debian package {PACKAGE})")
    return LibreOffice(tmp_path_factory.mktemp("libreoffice"))


class PrintedPage(NamedTuple):
    """A page of a PDF."""

    title: str  # its first line
    text: str
    least: float  # the size of its least letter above the foot, in points


def read_pages(pdf: bytes) -> list[PrintedPage]:
    """The pages of a PDF."""
    import pdfplumber

    with pdfplumber.open(BytesIO(pdf)) as opened:
        read = [(page.extract_text() or "", _find_least(page.chars)) for page in opened.pages]
    return [PrintedPage(text.partition("\n")[0], " ".join(text.split()), least) for text, least in read]


def _find_least(letters: Sequence[dict[str, Any]]) -> float:
    upright = (letter for letter in letters if letter["upright"] and letter["text"].strip())
    return min((float(letter["size"]) for letter in upright if letter["y0"] > FOOT), default=99.0)
