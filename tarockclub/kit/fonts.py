"""The fonts of the pages, cut down from those of the registry: letters of German and of names, as WOFF2.

`make install` runs this with what cuts them (venv.py). Where the files are not there, pages have the system's fonts.
"""

import hashlib
import importlib.util
import shutil
import sys
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

# What most pages have, in the first file, and what some names need beside that, in the second.
LETTERS = "".join(map(chr, range(0x20, 0x7F))) + "ÄÖÜäöüß\xa0\xad·×–—‘’‚“”„…€′−→←½«»§•°"
LETTERS_OF_NAMES = (
    "ÀÁÂÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕØÙÚÛÝàáâãåæçèéêëìíîïñòóôõøùúûýÿĂăĄąĆćČčĎďĐđĖėĘęĚěĞğĢģİıĶķĹĺĻļĽľŁłŃńŅņŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤť"
    "ŪūŮůŰűŲųŸŹźŻżŽžȘșȚțẞ"
)
# At a table there is room for 20 kB over an inn's Wi-Fi: the rarer signs are the system's there.
_PLAIN_LETTERS = "".join(letter for letter in LETTERS if letter.isalnum()) + "⅓⅔ -,.·–−\xa0\xad"
LETTERS_OF_HEADINGS = _PLAIN_LETTERS + "():"
LETTERS_OF_TABLES = _PLAIN_LETTERS + "()!?/+%&:;=×…„“‘’€"


class Font(NamedTuple):
    """A font of the registry as the pages have it."""

    name: str  # of the files
    family: str  # our own: a changed font may not bear the name that its licence reserves
    package: str
    weights: float | tuple[float, float]
    at_table: str  # its letters there


FONTS = (
    Font("head", "Tarockclub Head", "fontpkg_vollkorn", 600, LETTERS_OF_HEADINGS),
    Font("text", "Tarockclub Text", "fontpkg_source_sans_3", (400, 700), LETTERS_OF_TABLES),
)
PARTS = ("", "-names", "-table")  # of each of them, by the ends of their names
_LICENCE_NAMES = [0, 13, 14]  # of the table of names: the copyright, the licence, where it is to be read
_WITHOUT_WEIGHT = ("STAT", "MVAR", "HVAR")  # what only a font with several weights needs


def get_folder(environment: Path) -> Path:
    """Return the folder of the fonts in a virtual environment."""
    return environment / "share" / "tarockclub" / "fonts"


def has_fonts(folder: Path) -> bool:
    """Return whether the fonts are there as this file makes them."""
    return _get_stamp_file(folder).is_file()


def make_fonts(folder: Path) -> None:
    """Write the fonts into a folder, all or none."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for font in FONTS:
        for part, letters in zip(PARTS, (LETTERS, LETTERS_OF_NAMES, font.at_table), strict=True):
            _cut(font, letters, folder / f"{font.name}{part}.woff2", kerns=letters != font.at_table)
    _get_stamp_file(folder).touch()


def _get_stamp_file(folder: Path) -> Path:
    return folder / f"{hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]}.stamp"


def _cut(font: Font, letters: str, target: Path, *, kerns: bool) -> None:
    # Of the packages: the rest of the set-up runs without them.
    from fontTools import subset  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
    from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-untyped]

    options = subset.Options()
    options.layout_features = ["kern"] if kerns else []
    options.name_IDs, options.hinting = _LICENCE_NAMES, False
    opened = TTFont(BytesIO(_find_file(font.package).read_bytes()))
    _take_table_figures(opened)
    cutter = subset.Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(opened)
    cut = instantiateVariableFont(opened, {"wght": font.weights}, inplace=False)
    if not isinstance(font.weights, tuple):
        for table in set(_WITHOUT_WEIGHT) & set(cut.keys()):
            del cut[table]
    for number, text in ((1, font.family), (4, font.family), (6, font.family.replace(" ", ""))):
        cut["name"].setName(text, number, 3, 1, 0x409)
    cut.flavor = "woff2"
    cut.save(target)


def _find_file(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(package)
    [file] = (path for path in Path(spec.origin).parent.rglob("*.ttf") if "Italic" not in path.name)
    return file


def _take_table_figures(font: Any) -> None:
    """Let the digits be those of tables, all as high and as wide, whatever the stylesheet asks for."""
    instead = {feature: _list_substitutes(font, feature) for feature in ("lnum", "tnum")}
    for table in font["cmap"].tables:
        for digit in range(ord("0"), ord("9") + 1):
            for feature in instead:
                if digit in table.cmap:
                    table.cmap[digit] = instead[feature].get(table.cmap[digit], table.cmap[digit])


def _list_substitutes(font: Any, feature: str) -> dict[str, str]:
    rules = font["GSUB"].table
    substitutes: dict[str, str] = {}
    for record in rules.FeatureList.FeatureRecord:
        for index in record.Feature.LookupListIndex if record.FeatureTag == feature else ():
            for part in rules.LookupList.Lookup[index].SubTable:
                substitutes |= getattr(getattr(part, "ExtSubTable", part), "mapping", {})
    return substitutes


if __name__ == "__main__":
    make_fonts(Path(sys.argv[1]))
