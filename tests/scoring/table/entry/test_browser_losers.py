"""The losers of a Trischaken are tapped: what goes together is offered, and nothing else."""

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import Thumb

pytestmark = pytest.mark.heavy


def open_trischaken(phone: Page, sheet: str) -> Thumb:
    """A thumb over a Trischaken of a new table; Anna is the forehand."""
    thumb = Thumb(phone)
    thumb.start(sheet)
    thumb.choose(p0_contract="trischaken")
    return thumb


def list_offered(phone: Page, kind: str) -> list[int]:
    """The seats that can be tapped in a row."""
    return [seat for seat in range(4) if phone.locator(f"[name=p0-{kind}-{seat}]").is_enabled()]


def test_two_lose_at_the_treffpunkt_or_the_buergermeister_alone(phone):
    thumb = open_trischaken(phone, "treffpunkt")
    thumb.tick("p0-loser-1")
    assert [list_offered(phone, kind) for kind in ("loser", "jungfrau", "mayor")] == [[0, 1, 2, 3], [0, 2, 3], [1]]
    thumb.tick("p0-loser-3")
    thumb.shows("+2", "−2", "+2", "−2")
    assert [list_offered(phone, kind) for kind in ("loser", "jungfrau", "mayor")] == [[1, 3], [0, 2], []]
    expect(phone.locator(".ending[data-kind=mayor] input:enabled")).to_have_count(0)
    thumb.tick("p0-jungfrau-2")
    thumb.shows("0", "−2", "+4", "−2")
    thumb.tick("p0-loser-3")
    thumb.tick("p0-mayor-1")
    thumb.shows("0", "−6", "+6", "0")
    assert list_offered(phone, "loser") == [1]
    thumb.tick("p0-loser-1")  # nobody has lost: nobody is Bürgermeister
    expect(phone.locator("[name=p0-mayor-1]")).not_to_be_checked()


def test_the_buergermeister_has_lost_by_one_tap(phone):
    thumb = open_trischaken(phone, "standard")
    thumb.tick("p0-mayor-2")
    expect(phone.locator("[name=p0-loser-2]")).to_be_checked()
    thumb.save()
    expect(phone.locator(".written .remark a").first).to_have_text("Trischaken · Cilli verliert (Bürgermeister)")


def test_a_jungfrau_tapped_first_leaves_the_question_who_has_lost(phone):
    thumb = open_trischaken(phone, "standard")
    asked, save = phone.locator(".asked b"), phone.locator("#save")
    thumb.tick("p0-jungfrau-1")
    expect(asked).to_have_text("Wer hat verloren?")
    expect(save).to_contain_text("Wer hat verloren?")
    expect(phone.locator(".totals .may")).to_have_count(3)
    thumb.tap(save)
    expect(phone.locator("#incomplete li")).to_have_text("Wer hat verloren?")
    thumb.open_pad("four")  # the other answer, in points
    expect(phone.locator("[name=p0-jungfrau-1]")).not_to_be_checked()
    for seat, points in enumerate(("30", "20", "15")):
        expect(asked).to_have_text("Wer hat verloren?")
        phone.locator(f"[name=p0-points-{seat}]").fill(points)
    expect(asked).to_have_text("Trischaken")


def test_points_are_for_who_ticks_nobody(phone):
    thumb = open_trischaken(phone, "karlsruhe")
    for kind in ("jungfrau", "mayor"):
        expect(phone.locator(f".ending[data-kind={kind}]")).to_have_count(0)
    thumb.count_four()
    for seat, points in enumerate(("30", "20", "15")):
        phone.locator(f"[name=p0-points-{seat}]").fill(points)
    thumb.shows("−2", "−2", "+2", "+2")
    thumb.tick("p0-loser-2")
    thumb.tick("p0-loser-3")
    expect(phone.locator("[name=p0-points-0]")).to_be_hidden()
    thumb.shows("+2", "+2", "−2", "−2")
    thumb.tick("p0-loser-2")
    thumb.tick("p0-loser-3")
    expect(phone.locator("[name=p0-points-0]")).to_have_value("30")
    thumb.shows("−2", "−2", "+2", "+2")
