"""QR codes on papers: the modules of an address, with the white border that phones need."""

from functools import lru_cache

from tarockclub.kit.pdf.canvas import Box, Paper

BORDER = 4  # modules of white
ONE_OF_MANY = 3  # mask of codes made by the hundred: choosing the best one takes four times as long
Modules = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=256)
def compute_modules(address: str) -> Modules:
    """Return the rows of a code's modules: 1 is dark."""
    import segno

    return tuple(map(tuple, segno.make(address, micro=False, mask=ONE_OF_MANY).matrix))


def draw_code(paper: Paper, box: Box, address: str) -> None:
    """Draw the code of an address in a square, including its white border."""
    rows = compute_modules(address)
    border = box.width * BORDER / (len(rows) + 2 * BORDER)
    side = box.width - 2 * border
    paper.draw_code(Box(box.x + border, box.y + border, side, side), rows)
