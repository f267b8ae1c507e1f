"""QR codes drawn with the characters of a terminal."""

from io import StringIO

QUIET_ZONE = 2
# With colours, white on black is drawn, which every camera reads on any theme of the terminal; without, on a dark one.
_WHITE_ON_BLACK = "\033[38;5;231;48;5;16m"
_RESET = "\033[0m"


def render_qr_lines(text: str, *, colour: bool) -> list[str]:
    """Return the lines of a code with the text: two rows of modules in each, the light ones drawn."""
    import segno  # imported here: nothing else needs it at start

    drawn = StringIO()
    segno.make(text, micro=False).terminal(drawn, border=QUIET_ZONE, compact=True)
    return [f"{_WHITE_ON_BLACK}{line}{_RESET}" if colour else line for line in drawn.getvalue().splitlines()]


def can_show(encoding: str | None) -> bool:
    """Return whether a terminal with this encoding can show the characters."""
    try:
        "█▀▄".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
