"""`make messages`: collects the English texts of the site and keeps their German, without gettext programs."""

import re
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import write_po
from django.utils.translation.template import templatize

from tools import paths
from tools.catalog import LANGUAGE, PlainCatalog, compile_catalog, read_catalog

ROOT = paths.ROOT
PO_FILE = paths.PO_FILE.relative_to(ROOT)
HEADER = "# What the site says, in German. `make messages` keeps the English lines; only msgstr is written by hand."
# The arguments of a function with the text, its plural and ("c") its context.
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
_MENTIONS = re.compile(rf"\b({'|'.join(KEYWORDS)})\b")
_PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z]|\{\w*\}")


def main(root: Path = ROOT) -> int:
    """Update both files and list the unfinished texts."""
    file = root / PO_FILE
    words = collect_texts(root)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(render_po(words))
    compile_catalog(file)
    open_ends = list_unfinished(words)
    sys.stdout.write("".join(f"{line}\n" for line in open_ends))
    sys.stdout.write(f"{PO_FILE.as_posix()}: {len(words)} texts, {len(open_ends)} to be done.\n")
    return 1 if open_ends else 0


def collect_texts(root: Path = ROOT) -> PlainCatalog:
    """Return the texts of all sources, with their existing translations; texts no longer used are dropped."""
    old = read_catalog(root / PO_FILE)
    words = PlainCatalog(LANGUAGE, header_comment=HEADER, fuzzy=False)
    for text, comments, context in _extract_texts(root):
        words.add(text, context=context, auto_comments=comments)
    for message in words:
        before = old.get(message.id, message.context) if message.id else None
        if before is not None and before.pluralizable == message.pluralizable:
            message.string, message.user_comments = before.string, before.user_comments
            message.flags |= before.flags & {"fuzzy"}
    return words


def render_po(words: Catalog) -> bytes:
    """Return the catalogue as the file that people edit."""
    buffer = BytesIO()
    write_po(buffer, words, width=100, no_location=True, sort_output=True)
    return buffer.getvalue().rstrip(b"\n") + b"\n"


def list_unfinished(words: Catalog) -> list[str]:
    """Return the faults of the catalogue, a line for each text."""
    return [
        f"{reason}: {_quote_message(message)}" for message in words if message.id and (reason := _find_fault(message))
    ]


def _find_fault(message: Message) -> str:
    """Return the fault of one translation; empty if there is none."""
    texts, strings = _list_forms(message.id), _list_forms(message.string or "")
    if message.fuzzy or len(strings) < len(texts) or not all(strings):
        return "untranslated"
    wanted = [_find_placeholders(text) for text in texts]
    found = [_find_placeholders(string) for string in strings]
    # The singular needs no number: "a hand" for "%(count)s hands". The last form is for all other numbers.
    return "" if found[-1] == wanted[-1] and found[0] <= set().union(*wanted) else "other placeholders"


def _list_forms(text: str | Sequence[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def _find_placeholders(text: str) -> set[str]:
    return set(_PLACEHOLDER.findall(text.replace("%%", "")))


def _quote_message(message: Message) -> str:
    text = " / ".join(_list_forms(message.id))
    return f'"{text}" ({message.context})' if message.context else f'"{text}"'


def _extract_texts(root: Path) -> Iterator[tuple[str | tuple[str, ...], list[str], str | None]]:
    """Yield every text of the sources, with the remarks for translators and its context."""
    for source in filter(_MENTIONS.search, _list_sources(root)):  # to take a file apart takes a hundred times as long
        found = extract("python", BytesIO(source.encode()), KEYWORDS, ("Translators:",))
        yield from ((text, comments, context) for _, text, comments, context in found)


def _list_sources(root: Path) -> Iterator[str]:
    """Yield the Python of all apps, and all templates in the Python form that Django makes for extraction."""
    apps = sorted(file.parent for file in root.glob("*/apps.py"))
    for app in apps:
        yield from (file.read_text(encoding="utf-8") for file in sorted(app.rglob("*.py")))
    for folder in (root / "templates", *(app / "templates" for app in apps)):
        for file in sorted(path for path in folder.rglob("*") if path.is_file() and path.name[0] != "."):
            # Django leaves indentation of the markup that is invalid in Python.
            yield re.sub(r"(?m)^\s+", "", templatize(file.read_text(encoding="utf-8"), str(file)))


if __name__ == "__main__":
    sys.exit(main())
