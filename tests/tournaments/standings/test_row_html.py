"""Rows as HTML: whatever somebody is called, it is text."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.row_html import rows_html
from tournaments.standings.shown import Row

NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=30) | st.sampled_from(
    ("<script>alert(1)</script>", "O'Brien & Söhne", '"><img src=x onerror=1>', "&lt;")
)


class Read(HTMLParser):
    """What a browser finds."""

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
    found = Read(rows_html([Row("1.", 7, name, before, (3,), 2, (("50", "even"),), wins=True)], "/players/"))
    assert found.tags == ["tr", "td", "th", "a", "small", "small", "td"]
    assert name in found.text
    assert before in found.text


def test_who_has_no_start_number_has_no_page():
    html = rows_html([Row("1.", 0, "Gast", "", (3,), 0, (("50", "even"),), wins=False)], "/players/")
    assert "<a" not in html
    assert "/players/" not in html


def test_only_the_last_amount_is_seen_on_a_phone():
    row = Row("1.", 1, "Anna", "", (), 0, (("+1", "won"), ("·", "even"), ("+1", "won")), wins=False)
    assert rows_html([row], "/").count("of-round") == 2
