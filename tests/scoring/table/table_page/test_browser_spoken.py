"""The page of a table as a screen reader has it: each thing has a name, and they come as one says them at the table."""

import re

import pytest
from playwright.sync_api import Page

from tarockclub.kit.words import SOFT_HYPHEN
from tests.scoring.support.phone_driver import Thumb
from tests.support.paths import DATA

pytestmark = pytest.mark.heavy

GOLDEN = DATA / "spoken-table.txt"
OF_A_SHEET = ("columnheader", "rowheader", "cell")
STATES = ("checked", "pressed", "disabled", "expanded")


def list_spoken(page: Page) -> list[str]:
    """Return what can be reached, headings and the cells of the sheet: a line for each, in the order of the page."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    by_id, left, spoken = {node["nodeId"]: node for node in nodes}, [nodes[0]["nodeId"]], []
    while left:
        node = by_id.get(left.pop())
        if node is None:  # the text of a field
            continue
        left += reversed(node.get("childIds", []))
        values = {item["name"]: item["value"].get("value") for item in node.get("properties", [])}
        role = node.get("role", {}).get("value")
        if node["ignored"] or not (values.get("focusable") or role in ("heading", *OF_A_SHEET)):
            continue
        name = re.sub(r"\s+", " ", node.get("name", {}).get("value", "").replace(SOFT_HYPHEN, ""))
        states = [f"{state}: {values[state]}" for state in STATES if values.get(state) not in (None, False, "false")]
        spoken.append(" | ".join([role, name, *states]))
    return spoken


def test_everything_has_a_name_and_stands_where_it_is_said(phone):
    thumb = Thumb(phone)
    thumb.start()
    heard = ["# Nothing is entered.", *list_spoken(phone)]
    thumb.choose(p0_contract="rufer")
    phone.locator("[name=p0-partner][value='2']").dispatch_event("click")  # the cards are for thumbs alone
    thumb.choose(prem_pagat_declarer="announced")
    thumb.shows("+3", "−3", "+3", "−3")
    heard += ["# A Rufer with a partner and an announced Pagat.", *list_spoken(phone)]
    thumb.save()
    heard += ["# It is saved.", *list_spoken(phone)]
    assert [line for line in heard if line.split(" | ")[1:2] == [""]] == []
    assert "\n".join(heard) == GOLDEN.read_text("utf-8").rstrip("\n")
