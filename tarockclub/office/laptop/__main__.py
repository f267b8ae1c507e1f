"""The start icon of a laptop (docs/laptop.md): `python -m tarockclub.office.laptop`, in a window of its own.

What is said before Django is there stands here in both languages; the window stays open as long as it matters.
"""

import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

GERMAN, ENGLISH = "de", "en"
SENTENCES = {
    "start": {
        GERMAN: "Tarockclub startet. Beim ersten Mal dauert das bis zu einer Minute …",
        ENGLISH: "Tarockclub is starting. The first time this takes up to a minute …",
    },
    "folder": {
        GERMAN: "Tarockclub kann in diesen Ordner nicht schreiben: {folder}\n({reason})\nDarin liegen die Daten. Ist"
        " der Datenträger voll oder schreibgeschützt? Einen anderen Ordner nennt die Variable TAROCKCLUB_DATA.",
        ENGLISH: "Tarockclub cannot write to this folder: {folder}\n({reason})\nIt is the folder of the data. Is the"
        " disk full or read-only? The variable TAROCKCLUB_DATA names another folder.",
    },
    "broken": {
        GERMAN: "Tarockclub konnte nicht starten: {reason}\nEinzelheiten: {file}",
        ENGLISH: "Tarockclub could not start: {reason}\nDetails: {file}",
    },
    "close": {
        GERMAN: "Zum Schließen die Eingabetaste drücken.",
        ENGLISH: "Press Enter to close this window.",
    },
}
ABOUT = ("--version", "-V", "--help", "-h")
REPORT = "tarockclub-error.txt"
GERMAN_ON_WINDOWS = 0x07  # the primary language of an id such as 0x0C07, Austrian German


def find_language() -> str:
    """Return the language of this system: English if it is neither German nor unknown."""
    if sys.platform == "win32":
        import ctypes

        return choose_language(ctypes.WinDLL("kernel32").GetUserDefaultUILanguage())
    name = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return GERMAN if name[:2] in ("", "C", "C.", "de", "PO") else ENGLISH


def choose_language(windows_id: int) -> str:
    """Return the language for an id of Windows."""
    return GERMAN if windows_id & 0x3FF == GERMAN_ON_WINDOWS else ENGLISH


def find_folder() -> Path:
    """Return the folder of the data."""
    from tarockclub.platform.server.installation import find_data_folder

    folder = os.environ.get("TAROCKCLUB_DATA", "").strip()
    return Path(folder).expanduser().absolute() if folder else find_data_folder()


def explain_folder(folder: Path) -> str:
    """Return the system's reason why nothing can be written to a folder; empty if it can."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"0" * 4096)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def run_program(arguments: Sequence[str], language: str) -> int:
    """Run a command of the program in the language of the system; return its exit code."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
    import django
    from django.utils import translation

    from tarockclub.__main__ import main as run_command

    try:
        django.setup(set_prefix=False)
        with translation.override(language):
            return run_command(arguments)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1


def start(arguments: Sequence[str], language: str) -> int:
    """Start the server, or run the given command; say what is in the way."""
    folder = find_folder()
    if reason := explain_folder(folder):
        print_sentence("folder", language, folder=folder, reason=reason)
        return 1
    is_command = bool(arguments) and (arguments[0] in ABOUT or not arguments[0].startswith("-"))
    if not is_command:
        print_sentence("start", language)
    try:
        return run_program(arguments if is_command else ["serve", "--open", *arguments], language)
    except Exception as error:  # noqa: BLE001 -- nobody at a laptop reads a traceback in a window that closes
        report = folder / REPORT
        report.write_text(traceback.format_exc(), encoding="utf-8")
        print_sentence("broken", language, reason=error, file=report)
        return 1


def print_sentence(name: str, language: str, **facts: object) -> None:
    """Print one of the sentences above."""
    sys.stderr.write(SENTENCES[name][language].format(**facts) + "\n")
    sys.stderr.flush()


def main() -> int:
    """Run, and keep the window open after a failure."""
    language = find_language()
    code = start(sys.argv[1:], language)
    if code and not sys.argv[1:] and sys.stdin and sys.stdin.isatty():
        print_sentence("close", language)
        sys.stdin.readline()
    return code


if __name__ == "__main__":
    sys.exit(main())
