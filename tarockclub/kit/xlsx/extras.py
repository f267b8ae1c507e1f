"""All that a sheet has beside its rows, written by openpyxl: table objects, names, marks, charts, print set-up."""

from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.chart import BarChart, LineChart, Series
from openpyxl.chart.axis import DateAxis
from openpyxl.chart.data_source import AxDataSource, NumRef, StrRef
from openpyxl.chart.series import SeriesLabel
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText, Text
from openpyxl.chart.title import Title
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties, RegularTextRun
from openpyxl.formatting.rule import DataBarRule, Rule
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.workbook.properties import CalcProperties
from openpyxl.worksheet.filters import AutoFilter
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.table import Table, TableStyleInfo
from openpyxl.writer.theme import theme_xml

from tarockclub.kit.xlsx.cells import (
    BARS,
    BARS_CHART,
    GREY,
    LOSS,
    NO_EXTRAS,
    STRUCK_LOOK,
    TINT,
    CellMark,
    Cover,
    Extras,
    SheetChart,
    WorkbookPage,
    clean_cell_text,
    clean_xml_text,
    format_column_name,
    quote_title,
)
from tarockclub.kit.xlsx.looks import INK, LOSSES, MONTHS, SOFT, OpenSheet

OpenChart = Any  # openpyxl's: their types lack half of the attributes
OpenRule = Any
OpenSeries = Any
OpenTable = Any
SPARE_ROWS, ROUND_ROWS = 1000, 1000  # under a table, for names: formulas see what somebody types there
EXCEL_2019 = 191029  # whose results a file has: a program that is no older need not reckon when it opens it
_TONES = ("B8860B", "8C3B2E", "4C6A92", "7A8450", "6B4C7A", "3C7D8C", "A05A2C")  # of lines, behind the club's
_FAINT_GREY, _TINTED = "8A8A86", "FBE9D9"
_MARK_LOOKS = {
    STRUCK_LOOK: DifferentialStyle(font=Font(strike=True, color=_FAINT_GREY)),
    GREY: DifferentialStyle(font=Font(color=_FAINT_GREY)),
    LOSS: DifferentialStyle(font=Font(color=LOSSES)),
    TINT: DifferentialStyle(fill=PatternFill(bgColor=_TINTED, fill_type="solid")),
}
_LETTERS = ((1200, True), (1000, False))  # of a chart's title and of all else: hundredths of a point, whether bold
_ACCENT = "4F81BD"  # the first colour of openpyxl's theme


def mix_with_white(colour: str, share: float) -> str:
    """Return a lighter tone; `share`: of the colour.

    >>> mix_with_white("174A37", 0.5)
    '8BA49B'
    """
    parts = (int(colour[index : index + 2], 16) for index in (0, 2, 4))
    return "".join(f"{round(255 + (part - 255) * share):02X}" for part in parts)


def put_on_cover(book: Workbook, cover: Cover) -> None:
    """Write what a workbook says of itself; its results are stored, so that no program reckons while it opens it."""
    about = book.properties
    about.title, about.creator, about.subject = map(clean_xml_text, (cover.title, cover.club, cover.subject))
    about.language = cover.language
    about.description = about.lastModifiedBy = cover.program
    about.keywords = f"tarockclub:{cover.list_sheet}" if cover.list_sheet else ""
    book.calculation = CalcProperties(calcId=EXCEL_2019, fullCalcOnLoad=False)
    book.loaded_theme = theme_xml.replace(_ACCENT, cover.colour.removeprefix("#").upper())


def add_extras(book: Workbook, sheet: OpenSheet, page: WorkbookPage, rows: int, cover: Cover) -> None:
    """Add to a sheet of so many rows all that it has beside them."""
    extras, first = page.extras or NO_EXTRAS, page.heading[1] + 1
    colour, is_english = cover.colour.removeprefix("#").upper(), cover.language.startswith("en")
    spare = -(-(rows + SPARE_ROWS) // ROUND_ROWS) * ROUND_ROWS
    for name, place in extras.names.items():
        cells = place if place.startswith("$") else f"${place}${first}:${place}${spare}"
        book.defined_names[name] = DefinedName(name, attr_text=quote_title(page.title) + cells)
    if extras.table:
        sheet._tables.add(_build_table(page, extras.table, max(rows, first)))  # add_table warns of missing columns
    for mark in extras.marks:
        left, _colon, right = mark.cells.partition(":")
        cells = f"{left}{first}:{right}{spare}" if mark.cells.replace(":", "").isalpha() else mark.cells
        sheet.conditional_formatting.add(cells, _build_rule(mark, colour))
    for chart in extras.charts:
        sheet.add_chart(_build_chart(chart, (colour, *_TONES), MONTHS[is_english]), chart.place)
    sheet.sheet_view.showGridLines = extras.has_grid
    _set_up_paper(sheet, page, extras, rows)


def _build_table(page: WorkbookPage, name: str, last: int) -> OpenTable:
    heads = page.rows[page.heading[1] - 1]
    cells = f"A{page.heading[1]}:{format_column_name(len(heads) - 1)}{last}"
    table: OpenTable = Table(displayName=name, name=name, ref=cells)
    table._initialise_columns()  # a sheet that is only written cannot read its headings
    for column, head in zip(table.tableColumns, heads, strict=True):
        column.name = clean_cell_text(str(head.value))
    table.autoFilter, table.tableStyleInfo = AutoFilter(ref=cells), TableStyleInfo(name=None)
    return table


def _build_rule(mark: CellMark, colour: str) -> OpenRule:
    build_bars: OpenRule = DataBarRule
    if mark.look == BARS:
        return build_bars(start_type="num", start_value=0, end_type="max", color=mix_with_white(colour, 0.3))
    return Rule(type="expression", formula=[mark.formula], dxf=_MARK_LOOKS[mark.look])


def _set_up_paper(sheet: OpenSheet, page: WorkbookPage, extras: Extras, rows: int) -> None:
    """Set up a page of A4: as wide as the sheet, or broken behind columns with those on the left repeated."""
    sheet.page_setup.orientation = "landscape" if extras.is_landscape else "portrait"
    sheet.page_setup.fitToHeight = 1 if extras.is_one_page else 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = not extras.breaks
    sheet.print_options.horizontalCentered = extras.is_one_page
    if extras.columns or extras.lines:
        last = format_column_name((extras.columns or len(page.widths)) - 1)
        sheet.print_area = f"A1:{last}{extras.lines or rows}"
    for column in extras.breaks:
        sheet.col_breaks.append(Break(id=column))
    if extras.breaks and page.still:
        sheet.print_title_cols = f"A:{format_column_name(page.still - 1)}"
    for part in (sheet.oddFooter.left, sheet.oddFooter.right):
        part.size, part.color = 8, SOFT


def _build_chart(chart: SheetChart, tones: Sequence[str], months: str) -> OpenChart:
    """Build a chart; `tones`: of its lines, the first one that of bars."""
    drawn: OpenChart
    drawn = BarChart() if chart.kind == BARS_CHART else LineChart()
    drawn.width, drawn.height = chart.size
    build_source: OpenSeries = AxDataSource
    for index, (name, numbers) in enumerate(chart.series):
        series: OpenSeries = Series(numbers)
        tone = tones[index % len(tones)]
        series.tx = SeriesLabel(strRef=StrRef(name))
        heads = {"numRef": NumRef(f=chart.heads)} if chart.has_days else {"strRef": StrRef(f=chart.heads)}
        series.cat = build_source(**heads)
        if chart.kind == BARS_CHART:
            series.graphicalProperties.solidFill, series.invertIfNegative = tone, False
        else:
            series.graphicalProperties.line.solidFill, series.graphicalProperties.line.width = tone, 22_000
            series.marker.symbol, series.smooth = "none", False
        drawn.series.append(series)
    if chart.kind == BARS_CHART:
        drawn.type, drawn.gapWidth, drawn.x_axis.scaling.orientation = "bar", 40, "maxMin"
    if chart.has_days:
        drawn.x_axis = DateAxis(crossAx=drawn.y_axis.axId, majorTimeUnit="months", majorUnit=1)
        drawn.x_axis.number_format, drawn.y_axis.crossAx = months, drawn.x_axis.axId
    _format_chart(drawn, chart)
    return drawn


def _format_chart(drawn: OpenChart, chart: SheetChart) -> None:
    drawn.x_axis.delete = drawn.y_axis.delete = False
    drawn.x_axis.tickLblPos, drawn.y_axis.number_format = "low", "0"
    lines = GraphicalProperties()
    lines.line.solidFill, lines.line.width = "DDDDD8", 6350
    drawn.y_axis.majorGridlines.spPr = lines
    drawn.graphical_properties = GraphicalProperties(noFill=True)
    drawn.graphical_properties.line.noFill = True
    drawn.legend.position = "b"
    if len(chart.series) == 1:
        drawn.legend = None
    heading, small = (CharacterProperties(sz=size, b=bold, solidFill=INK) for size, bold in _LETTERS)
    text = Paragraph(pPr=ParagraphProperties(defRPr=heading), r=[RegularTextRun(rPr=heading, t=chart.title)])
    drawn.title = Title(tx=Text(rich=RichText(p=[text])), overlay=False)
    for part in (drawn.x_axis, drawn.y_axis, drawn.legend):
        if part is not None:
            part.txPr = RichText(p=[Paragraph(pPr=ParagraphProperties(defRPr=small), endParaRPr=small)])
