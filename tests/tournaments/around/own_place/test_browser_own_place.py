"""One player's link in the browser, from the sign-up to the certificate, with a desk that scans the code."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import PHONE
from tests.support.signed_in import let_in

pytestmark = [pytest.mark.browser, pytest.mark.heavy]
SOON_MS = 20_000  # standings are followed every few seconds
BEGIN = """
from django.utils.timezone import localdate
from tarockclub.kit.time_source import now
from tests.tournaments.results.standings.played_tables import *
from tests.tournaments.support import acts, factories
from tournaments.core.editions import FINAL
from tournaments.models import Entrant, RoundTable, Tournament
from tournaments.people.entrants.own_codes import build_own_path
from tournaments.people.invitations.actions import InvitationDetails
"""
PREPARE = """
of = factories.tournament(rounds=1, fee=300)
Tournament.objects.filter(pk=of.pk).update(day=localdate(now()))
acts.change_invitation(of.pk, new_key(), InvitationDetails(is_public=True, registration="auto", most=4))
factories.people(of, 3)
factories.round_(of, 0)
print(of.slug)
"""
FIND = """
of = Tournament.objects.get(slug="{slug}")
here = of.rounds.get()
anna = Entrant.objects.select_related("tournament").get(tournament=of, person__name="Anna Auer")
"""
DRAW = """
acts.change_entries(here, new_key(), list(of.entrants.values_list("pk", flat=True)))
acts.publish_draw(here, new_key(), acts.draft(here, new_key()).number)
"""
PLAY = """
started(here)
play_hand(RoundTable.objects.select_related("game_table").get(round=here), normal(0, 1))
"""
END = """
acts.break_up(RoundTable.objects.get(round=here), new_key(), "Ende", counts=True)
publish_results(of, 1, FINAL)
"""


def run(served, code: str) -> str:
    return str(served.manage("shell", "--no-imports", "-c", BEGIN + code).split()[-1])


def scan(desk: Page, code: str) -> None:
    """A scanner types the address of a code, and Enter."""
    desk.locator("#door-q").fill(code)
    desk.locator("#door-q").press("Enter")


def test_one_link_leads_from_the_sign_up_to_the_certificate(desktop, page_factory, served):
    slug = run(served, PREPARE)
    find = FIND.format(slug=slug)
    phone = page_factory(**PHONE)
    phone.goto(f"/tournaments/{slug}/sign-up/")
    phone.locator("#id_name").fill("Anna Auer")
    phone.locator("form.apply button.primary").click()
    expect(phone.locator(".own-state")).to_contain_text("Startnummer: 4")
    expect(phone.locator(".own-state")).to_contain_text("€ 3,00")
    link = phone.url
    phone.locator("button[name=here]").click()
    expect(phone.locator(".own-state")).to_contain_text("Man weiß, dass du da bist")

    # Whoever owes is asked at the desk; who has paid by then is checked in by the code alone.
    let_in(desktop.context, served.url)
    desktop.goto(f"/tournaments/{slug}/door/")
    code = served.url + run(served, f"{find}\nprint(build_own_path(anna))")
    scan(desktop, code)
    row = desktop.locator(".door-list li:visible")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Anna Auer")
    expect(row.locator("button.check-in")).to_be_focused()
    scan(desktop, code.replace(slug, slug[::-1]))
    expect(desktop.locator("#door-problem")).to_contain_text("anderen Turnier")
    run(
        served,
        f"{find}\nacts.change_entries(here, new_key(), [anna.pk])\nacts.pay(here, new_key(), [anna.pk])\nprint(1)",
    )
    desktop.reload()
    scan(desktop, code)
    expect(desktop.locator("#door-said")).to_contain_text("Anna Auer")
    phone.goto(link)
    expect(phone.locator(".own-state")).to_contain_text("Gutes Spiel")
    expect(phone.locator(".own-state")).to_contain_text("erledigt")

    # The seat, and what is to be done, come by themselves.
    run(served, f"{find}{DRAW}\nprint(1)")
    expect(phone.locator(".seat-now")).to_contain_text("Tisch 1", timeout=SOON_MS)
    run(served, f"{find}{PLAY}\nprint(1)")
    task = phone.get_by_role("link", name="Spiel 1 bestätigen")
    expect(task).to_be_visible(timeout=SOON_MS)
    expect(phone.locator("h1:visible")).to_contain_text("Anna")  # the page has become that of the table by itself
    expect(phone.locator(".own-state")).to_be_hidden()
    expect(phone.locator(".own-line")).to_contain_text("erledigt")
    task.click()
    expect(phone).to_have_url(re.compile("/tables/"))

    run(served, f"{find}{END}\nprint(1)")
    phone.goto(link)
    expect(phone.locator(".player-total")).to_be_visible()
    certificate = phone.get_by_role("link", name="Urkunde (PDF)").get_attribute("href")
    assert certificate is not None
    paper = phone.request.get(certificate)
    assert (paper.status, paper.body()[:4]) == (200, b"%PDF")
