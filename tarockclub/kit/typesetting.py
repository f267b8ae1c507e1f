"""Papers and pictures by Typst: a template and data become a PDF, or the PNG of its first page.

Data reaches a template as JSON and is shown as it is: nobody's name is ever markup. A large paper takes 400 MB, so a
server makes it in a process with an end (tarockclub/platform/server/apart/papers.py).
"""

import json
import os
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

# Latin, Greek and Cyrillic; the heads; Hebrew, drawn for the first one; Arabic.
_FONTS = ("source_sans_3", "vollkorn", "assistant", "noto_sans_arabic")
_FAMILIES = '("Source Sans 3", "Vollkorn", "Assistant", "Noto Sans Arabic")'  # as Typst writes a list
_LAST_PLAIN = "\u017f"  # every font of ours has the Latin letters up to here
NO_LETTER = "\u25a1"  # stands visibly where a name has a letter that no font has; PDF/UA forbids the fonts' own box
_NOT_DRAWN = "PDF/UA-1 error: the text"  # … could not be displayed, or is disallowed
_NO_PACKAGES = "no-packages"  # a folder that does not exist: a template has nothing from the network
ONE_OF_MANY = 3  # mask of codes made by the hundred: choosing the best one takes four times as long
BORDER = 4  # modules of white around a code


class TypesettingError(Exception):
    """A template is wrong; the text has its file and line."""


def render_pdf(root: str, template: str, data: Mapping[str, Any]) -> bytes:
    """Return a paper as PDF (PDF/UA-1); the same data gives the same file. Raise TypesettingError.

    `template`: its path below `root`, without ".typ".
    """
    import typst

    compiler, inputs = _create_compiler(root, template), _build_inputs(data)
    try:
        return cast(bytes, compiler.compile(sys_inputs=inputs, pdf_standards=["ua-1"], timestamp=0))
    except typst.TypstError as error:
        raise TypesettingError(error.diagnostic) from None
    finally:
        _forget_paper()


def render_png(root: str, template: str, data: Mapping[str, Any]) -> bytes:
    """Return a template's only page as PNG, a pixel for a point; raise TypesettingError."""
    import typst

    try:
        return cast(
            bytes, _create_compiler(root, template).compile(format="png", ppi=72, sys_inputs=_build_inputs(data))
        )
    except typst.TypstError as error:
        raise TypesettingError(error.diagnostic) from None
    finally:
        _forget_paper()


def draw_code(address: str) -> str:
    """Return the QR code of an address as SVG, with the white border that phones need."""
    import segno

    return segno.make(address, micro=False, mask=ONE_OF_MANY).svg_inline(border=BORDER, omitsize=True)


def _create_compiler(root: str, template: str) -> Any:
    os.environ.setdefault("RAYON_NUM_THREADS", "2")  # each thread takes its share of a process's limited memory
    import typst

    nowhere = str(Path(root) / _NO_PACKAGES)
    file = Path(root) / f"{template}.typ"
    return typst.Compiler(file, root, _load_fonts(), package_path=nowhere, package_cache_path=nowhere)


def _forget_paper() -> None:
    """Compile nothing ten times: what compiling keeps, 250 MB of a hundred score sheets, goes when that is its age."""
    import typst

    for _age in range(10):
        typst.Compiler(b"", font_paths=_load_fonts()).compile(format="svg")


def _build_inputs(data: Mapping[str, Any]) -> dict[str, str]:
    return {"data": json.dumps(_replace_lacking(data), ensure_ascii=False, default=list)}  # a picture: of its bytes


def _replace_lacking(value: Any) -> Any:
    """Return plain data with a visible sign for each letter in it that no font has."""
    if isinstance(value, str):
        odd = {letter for letter in value if letter > _LAST_PLAIN or not (letter.isprintable() or letter in "\t\n\r")}
        shown = value.translate({ord(letter): NO_LETTER for letter in odd if not _has_letter(letter)})
        return _replace_marks(shown) if any(map(_is_mark, odd)) else shown
    if isinstance(value, Mapping):
        return {key: _replace_lacking(part) for key, part in value.items()}
    return [_replace_lacking(part) for part in value] if isinstance(value, list | tuple) else value


def _replace_marks(text: str) -> str:
    """Return a text with a sign in place of the marks on a letter with which no single font has them."""
    clusters = list[str]()
    for letter in text:
        if clusters and _is_mark(letter):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return "".join(
        cluster if len(cluster) == 1 or _has_letter(cluster) else cluster[0] + NO_LETTER for cluster in clusters
    )


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")


@lru_cache(maxsize=2048)
def _has_letter(letter: str) -> bool:
    """Return whether a font of the papers has a letter with its marks: Typst says so, when it must not draw boxes."""
    import typst

    page = f'#set document(title: "-")\n#set text(font: {_FAMILIES})\n#sys.inputs.text'
    try:
        compiler = typst.Compiler(page.encode(), font_paths=_load_fonts())
        compiler.compile(sys_inputs={"text": f"a{letter}"}, pdf_standards=["ua-1"], timestamp=0)
    except typst.TypstError as error:
        if _NOT_DRAWN not in error.message:
            raise TypesettingError(error.diagnostic) from None
        return False
    return True


@lru_cache
def _load_fonts() -> Any:
    import typst

    paths: list[Path] = [Path(str(files(f"fontpkg_{name}") / "files")) for name in _FONTS]
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=paths)
