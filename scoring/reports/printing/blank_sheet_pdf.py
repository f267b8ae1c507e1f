"""The drawing of empty written sheets: A4 landscape, a line for each hand, boxes as on the entry page."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from scoring.reports.printing.blank_sheet import (
    AMOUNT_AND_SUM,
    BlankField,
    BlankSheet,
    LegendSign,
    SheetColumn,
    compute_player_width,
    list_blank_columns,
    list_explanations,
    split_pages,
)
from tarockclub.kit.pdf.canvas import CENTRE, HAIR, LEFT, MIDDLE, MM, RIGHT, THICK, THIN, TOP, Box, Paper
from tarockclub.kit.pdf.fonts import BOLD, compute_width

MARGIN = 10 * MM
_TITLE, _FIELDS, _HEADS, _LINE, _SIGN = 9 * MM, 6.5 * MM, 21 * MM, 3.1 * MM, 10 * MM
_SUMS, _LOW_SUMS, _GAP, _HIGHEST = 7 * MM, 5.5 * MM, 1.5 * MM, 11.5 * MM
_SMALL, _PALE = 6.5, 0.93


def render_blank_sheets(blanks: Iterable[BlankSheet], title: str, language: str) -> bytes:
    """Return empty sheets, one table after the other, as a PDF."""
    paper = Paper(title, language, landscape=True, plain=True, margin=MARGIN)
    for blank in blanks:
        pages = list(split_pages(blank.hands, len(blank.players), len(blank.players) if blank.double_round else 0))
        for number, hands in enumerate(pages, 1):
            paper.begin_page(f"{blank.title} {blank.table}".strip())
            _Grid(paper, blank).draw(hands, f"{number}/{len(pages)}" if len(pages) > 1 else "")
    return paper.build_pdf()


class _Grid:
    """One page of a sheet."""

    def __init__(self, paper: Paper, blank: BlankSheet) -> None:
        self.paper, self.blank, self.room = paper, blank, paper.room
        self.columns = list_blank_columns(blank, self.room.width)
        self.each = compute_player_width(blank, self.room.width)
        self.y = self.room.y

    @property
    def left_edge(self) -> float:
        """The left edge of the players' columns."""
        return self.room.x + self.room.width - self.each * len(self.blank.players)

    @property
    def _sums(self) -> float:
        """The height of each row below the hands; lower if there are several."""
        return _SUMS if len(self.blank.below) < 2 else _LOW_SUMS

    def draw(self, hands: range, page: str) -> None:
        """Draw the page with these hands."""
        self._draw_title(page)
        self._draw_fields(self.blank.fields)
        top = self.y
        # The parts common to all tables are stored in the file only once.
        numbers = tuple(player.number for player in self.blank.players)
        what = (self.blank.legend, numbers, self.blank.below, self.blank.hands, hands, bool(self.blank.fields))
        self.paper.stamp(what, lambda: self._draw_form(hands))
        self.y = top + self._compute_legend_height()
        self._draw_names()

    def _draw_form(self, hands: range) -> None:
        """Draw the form itself: games, boxes, signatures."""
        self._draw_legend(self.blank.legend.games)
        below = self._sums * (1 + len(self.blank.below)) + _SIGN + 1 * MM
        free = self.room.y + self.room.height - self.y - _HEADS - below
        self._draw_heads()
        self._draw_lines(hands, min(_HIGHEST, free / len(hands)))
        self._draw_foot(hands)

    def _draw_title(self, page: str) -> None:
        said = _("Table") + " " + (self.blank.table or "____")
        taken = compute_width(said, 20, BOLD) + 3 * MM
        box = Box(self.room.x, self.y, self.room.width, _TITLE)
        self.paper.write(box, said, 20, font=BOLD, align=RIGHT)
        if page:
            small = Box(self.room.x, self.y, self.room.width - taken, _TITLE)
            self.paper.write(small, page, 11, align=RIGHT)
            taken += compute_width(page, 11) + 3 * MM
        self.paper.write(box._replace(width=self.room.width - taken), self.blank.title, 16, font=BOLD, lines=1, least=7)
        self.y += _TITLE

    def _draw_fields(self, fields: Sequence[BlankField]) -> None:
        """Draw labels with the known values, and a line to write on for the others; each gets the room it needs."""
        if not fields:
            return
        gap = 4 * MM
        wanted = [
            compute_width(f"{field.label}: {field.value}", 9) + (0 if field.value else 24 * MM) + gap
            for field in fields
        ]
        scale = self.room.width / sum(wanted)
        x = self.room.x
        for field, taken in zip(fields, wanted, strict=True):
            room = taken * scale - gap
            said = f"{field.label}:" + (f" {field.value}" if field.value else "")
            self.paper.write(Box(x, self.y, room, _FIELDS), said, 9, lines=1 if field.value else 0)
            if not field.value:
                bottom = self.y + _FIELDS - 1.2 * MM
                self.paper.draw_line(x + compute_width(said, 9) + 1 * MM, bottom, x + room, bottom, THIN)
            x += taken * scale
        self.y += _FIELDS

    def _draw_legend(self, games: Sequence[LegendSign]) -> None:
        """Draw the games with their short names and values, in as many lines as they need."""
        across, lines, widest = _arrange_games(games, self.room.width)
        each = min(self.room.width / across, widest + 8 * MM)
        for at, game in enumerate(games):
            x, y = self.room.x + at % across * each, self.y + at // across * _LINE
            taken = compute_width(game.code, _SMALL, BOLD) + 1 * MM
            self.paper.write(Box(x, y, taken, _LINE), game.code, _SMALL, font=BOLD, lines=1)
            self.paper.write(Box(x + taken, y, each - taken, _LINE), f"{game.name} {game.worth}", _SMALL, lines=1)
        self.y += lines * _LINE + _GAP

    def _compute_legend_height(self) -> float:
        return _arrange_games(self.blank.legend.games, self.room.width)[1] * _LINE + _GAP

    def _draw_heads(self) -> None:
        self.paper.draw_frame(Box(self.room.x, self.y, self.room.width, _HEADS), THIN, grey=_PALE)
        x = self.room.x
        for column in self.columns:
            self._draw_head(column, Box(x, self.y, column.width, _HEADS))
            x += column.width
            self.paper.draw_line(x, self.y, x, self.y + _HEADS, THIN)
        for at, player in enumerate(self.blank.players, 1):
            self._draw_player(player.number, Box(x, self.y, self.each, _HEADS))
            x += self.each
            if at < len(self.blank.players):
                self.paper.draw_line(x, self.y, x, self.y + _HEADS, THIN)
        self.y += _HEADS

    def _draw_head(self, column: SheetColumn, box: Box) -> None:
        inner = box.shrink(0.6 * MM)
        if not column.upright:
            self.paper.write(inner._replace(height=box.height - 5 * MM), column.head, 8, font=BOLD, align=CENTRE)
            if column.below:
                self.paper.write(
                    inner._replace(y=box.y + box.height - 6 * MM, height=5.4 * MM),
                    column.below,
                    6.5,
                    align=CENTRE,
                    lines=2,
                )
            return
        self.paper.draw_upright(Box(box.x, box.y + 1 * MM, box.width, box.height - 5 * MM), column.head, 8)
        code = inner._replace(y=box.y + box.height - 4 * MM, height=3.6 * MM)
        if column.below:
            self.paper.write(code, column.below, 8, font=BOLD, align=CENTRE, lines=1)

    def _draw_player(self, number: int, box: Box) -> None:
        """Draw the player's number in quick entry, above the name or the room for it."""
        self.paper.write(box._replace(height=5 * MM), str(number), 11, font=BOLD, align=CENTRE)
        if self.each >= AMOUNT_AND_SUM:
            y, half = box.y + box.height - 4 * MM, box.width / 2
            self.paper.write(Box(box.x, y, half, 4 * MM), "±", 7, align=CENTRE)
            self.paper.write(Box(box.x + half, y, half, 4 * MM), "Σ", 7, align=CENTRE)

    def _draw_names(self) -> None:
        for at, player in enumerate(self.blank.players):
            if player.name:
                box = Box(self.left_edge + at * self.each, self.y + 5 * MM, self.each, _HEADS - 9 * MM).shrink(0.6 * MM)
                self.paper.write(box, player.name, 9, align=CENTRE, least=5.5)

    def _draw_lines(self, hands: range, height: float) -> None:
        """Draw a line for each hand; thick at the end of a round of deals."""
        top, end = self.y, self.y + height * len(hands)
        for number in hands:
            self._draw_signs(number, height)
            self.y += height
            ends = number == self.blank.hands if number >= self.blank.hands else number % len(self.blank.players) == 0
            thick = THICK if ends or number == hands[-1] else THIN
            self.paper.draw_line(self.room.x, self.y, self.room.x + self.room.width, self.y, thick)
        x = self.room.x
        self.paper.draw_line(x, top, x, end, THIN)
        for wide in (*(column.width for column in self.columns), *[self.each] * len(self.blank.players)):
            x += wide
            self.paper.draw_line(x, top, x, end, THIN)
        if self.each >= AMOUNT_AND_SUM:  # the amount, and the running total
            for at in range(len(self.blank.players)):
                middle = self.left_edge + (at + 0.5) * self.each
                self.paper.draw_line(middle, top, middle, end, HAIR, dashed=True)

    def _draw_signs(self, number: int, height: float) -> None:
        """Draw the number of a hand, and the symbols to be circled or ticked in its boxes."""
        x = self.room.x
        for at, column in enumerate(self.columns):
            if at == 0:
                said = str(number) if number <= self.blank.hands else "×2"
                self.paper.write(Box(x, self.y, column.width, height), said, 9, align=CENTRE, lines=1)
            each = column.width / max(1, len(column.signs))
            for place, sign in enumerate(column.signs):
                self.paper.write(Box(x + place * each, self.y, each, height), sign, 8.5, align=CENTRE, lines=1)
            if column.tick:
                side = 3.2 * MM
                self.paper.draw_frame(
                    Box(x + (column.width - side) / 2, self.y + (height - side) / 2, side, side), THIN
                )
            x += column.width

    def _draw_foot(self, hands: range) -> None:
        """Draw sums, place points and signatures under each player, with the explanations beside them."""
        begin = self.y
        labels = [(label, self._sums) for label in (_("Sum"), *self.blank.below)]
        for label, height in [*labels, (_("Signature"), _SIGN)]:
            box = Box(self.left_edge - 30 * MM, self.y, 29 * MM, height)
            self.paper.write(box, label, 8.5, font=BOLD, align=RIGHT, lines=1)
            for at in range(len(self.blank.players)):
                self.paper.draw_frame(Box(self.left_edge + at * self.each, self.y, self.each, height), THIN)
            self.y += height
        self._explain(
            Box(self.room.x, begin + 1 * MM, self.left_edge - 32 * MM - self.room.x, self.y - begin - 1 * MM), hands
        )

    def _explain(self, box: Box, hands: range) -> None:
        """Draw the explanations of the boxes, and the Radln to be crossed off."""
        lines = list_explanations(self.blank)
        each = min(3.4 * MM, box.height * (0.7 if self.blank.legend.radl else 1) / len(lines))
        for at, line in enumerate(lines):
            self.paper.write(Box(box.x, box.y + at * each, box.width, each), line, 7, lines=1, least=5.5, stand=TOP)
        if not self.blank.legend.radl:
            return
        y, side = box.y + len(lines) * each + 0.8 * MM, 3 * MM
        self.paper.write(Box(box.x, y, 16 * MM, side), _("Radl"), 8, font=BOLD, align=LEFT, stand=MIDDLE, lines=1)
        x = box.x + 17 * MM
        for at in range(len(hands)):
            if x + side > box.x + box.width:
                break
            self.paper.draw_frame(Box(x, y, side, side), THIN)
            x += side + (2.5 * MM if (at + 1) % len(self.blank.players) == 0 else 0.6 * MM)


def _arrange_games(games: Sequence[LegendSign], room: float) -> tuple[int, int, float]:
    """Return the number of games per line, the number of lines, and the width of the widest game."""
    wide = [
        compute_width(game.code, _SMALL, BOLD) + compute_width(f" {game.name} {game.worth}", _SMALL) + 3 * MM
        for game in games
    ]
    most = max(1, min(len(games), int(room / max(wide))))
    lines = -(-len(games) // most)
    return -(-len(games) // lines), lines, max(wide)
