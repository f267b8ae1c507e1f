"""QR codes drawn with the characters of a terminal."""

QUIET_ZONE = 2
# Two rows of modules to a line of text, lit modules drawn: right on a dark terminal.
_LIT = {(1, 1): " ", (0, 0): "█", (0, 1): "▀", (1, 0): "▄"}
# With colours, black on white is drawn, which every camera reads on any theme of the terminal.
_BLACK_ON_WHITE = "\033[38;5;16;48;5;231m"
_DARK = {(1, 1): "█", (0, 0): " ", (0, 1): "▄", (1, 0): "▀"}
_RESET = "\033[0m"


def render_qr_lines(text: str, *, colour: bool) -> list[str]:
    """Return the lines of a code with the text."""
    import segno  # imported here: nothing else needs it at start

    rows = [list(row) for row in segno.make(text, micro=False).matrix_iter(border=QUIET_ZONE)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    signs = _DARK if colour else _LIT
    lines = [
        "".join(signs[(upper, lower)] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]
    return [f"{_BLACK_ON_WHITE}{line}{_RESET}" for line in lines] if colour else lines


def can_show(encoding: str | None) -> bool:
    """Return whether a terminal with this encoding can show the characters."""
    try:
        "█▀▄".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
