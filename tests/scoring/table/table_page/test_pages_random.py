"""Fields tapped at random: the page always answers, with what a hand pays or with what is wrong."""

import re
from functools import cache

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from scoring.engine.house_rules.sheet import Sheet
from tests.scoring.engine.support.built_in import SHEETS_MOSTLY_HEAVY, sheet_of
from tests.scoring.support.every_game import hand_of
from tests.scoring.support.pages import FormFields, Page, open_table_page, url
from tests.scoring.support.tables import everything, new_table
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
FIXED = {"key", "previous", "next", "language", "preview"}
FIELD_TEXTS = ("", "35", "35/2", "20", "15", "0", "70", "x", "35,2", "-1", "3", "1/2")
SIGNED_AMOUNT = re.compile(r"[+−]?\d*[⅙⅓½⅔⅚]?$")


@cache
def choices_of(html: str) -> dict[str, list[str]]:
    """Return the values that each field of a page may send."""
    return {name: sorted(values) for name, values in Page(html).fields.items() if name not in FIXED}


@st.composite
def tapped_hands(draw, sheet: Sheet, fields: dict[str, list[str]]) -> FormFields:
    """A valid hand with some of its fields, or of the others, tapped once more."""
    contract = draw(st.sampled_from(list(sheet.contracts.values())))
    names = draw(st.lists(st.sampled_from(sorted(fields)), max_size=5, unique=True))
    return hand_of(contract, sheet, 0) | {
        name: draw(st.sampled_from(FIELD_TEXTS if "points" in name or name.startswith("claim") else fields[name]))
        for name in names
    }


@pytest.mark.heavy_but("zwanzigerrufen")
@pytest.mark.parametrize("sheet_id", SHEETS_MOSTLY_HEAVY)
@given(data=st.data())
def test_whatever_is_tapped_the_page_answers_and_saving_agrees_with_the_preview(sheet_id, data):
    table, client = new_table(sheet_id), Client(headers={"accept-language": data.draw(st.sampled_from(["de", "en"]))})
    page = open_table_page(client, table)
    posted = {**page.sent, **data.draw(tapped_hands(sheet_of(sheet_id), choices_of(page.html)))}
    before = everything(table)
    answer = client.post(url("preview", table), posted)
    piece = Page(answer.content.decode())
    assert answer.status_code == 200
    assert piece.texts
    assert not re.search(r"\{|%\(|None|\bplays/", piece.text)
    assert everything(table) == before
    payable = '<dl class="amounts">' in piece.html
    event("payable" if payable else "refused")
    amounts = re.findall(r'<dd class="figure"><b[^>]*>(.*?)</b></dd>', piece.html)
    assert all(SIGNED_AMOUNT.match(amount) for amount in amounts)
    assert len(amounts) in ((4, 8) if payable else (0,))
    assert client.post(url("save_hand", table), posted).status_code == (302 if payable else 400)
