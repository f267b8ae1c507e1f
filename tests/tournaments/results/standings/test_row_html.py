"""Rows as HTML: whatever somebody is called, it is text."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.words import SOFT_HYPHEN
from tournaments.results.standings.column import AmountCell
from tournaments.results.standings.page import StandingRow, render_rows

NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=30) | st.sampled_from(
    ("<script>alert(1)</script>", "O'Brien & Söhne", '"><img src=x onerror=1>', "&lt;")
)


class HtmlText(HTMLParser):
    """The tags and the text that a browser finds."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text += data


@given(NAMES, NAMES)
def test_a_name_is_text_and_brings_no_tags(name, before):
    found = HtmlText(
        render_rows([StandingRow("1.", 7, name, before, (3,), 2, (AmountCell("50", "even"),), wins=True)], "/players/")
    )
    assert found.tags == ["tr", "td", "th", "a", "small", "small", "td"]
    assert name.replace(SOFT_HYPHEN, "") in found.text.replace(SOFT_HYPHEN, "")
    assert before in found.text


def test_who_has_no_start_number_has_no_page():
    html = render_rows(
        [StandingRow("1.", 0, "Gast", "", (3,), 0, (AmountCell("50", "even"),), wins=False)], "/players/"
    )
    assert "<a" not in html
    assert "/players/" not in html


def test_a_place_at_the_table_stands_below_the_number_and_beside_the_table():
    row = StandingRow(
        "1.",
        1,
        "Anna",
        "",
        (3,),
        0,
        (AmountCell("+1", "won of-round", 2), AmountCell("61", "won")),
        wins=False,
        place=2,
    )
    html = render_rows([row], "/")
    assert '<td class="won of-round">+1<small>2.</small></td><td class="won">61</td>' in html
    assert "#" not in html
