"""The German of the site as the running program reads it, compiled from the file that people write."""

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileParser

from tools.paths import PO_FILE, is_compiled

LANGUAGE = "de"


class PlainCatalog(Catalog):
    """A catalogue with a minimal header: no dates and no versions, so that diffs stay small."""

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        """Return what Babel writes into the head."""
        return [
            ("Language", LANGUAGE),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", "nplurals=2; plural=(n != 1);"),
        ]


def read_catalog(file: Path) -> PlainCatalog:
    """Return the catalogue of a file; it is empty where there is none."""
    catalog = PlainCatalog(LANGUAGE)
    lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
    PoFileParser(catalog, abort_invalid=True).parse(lines)
    return catalog


def compile_catalog(file: Path = PO_FILE) -> None:
    """Write the compiled catalogue beside the written one, unless that has not changed since."""
    if not is_compiled(file):
        buffer = BytesIO()
        write_mo(buffer, read_catalog(file))
        file.with_suffix(".mo").write_bytes(buffer.getvalue())


if __name__ == "__main__":
    compile_catalog()
