"""Payouts while the network is away: provisional, the same as the server says later, or none at all."""

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.offline.keeping import Book, Keeper
from tests.scoring.support.tables import NAMES
from tests.support.browser import PATIENCE_MS

pytestmark = pytest.mark.heavy
EDGE = "(one) => getComputedStyle(one).borderBottomStyle"
RECHNET_SERVER = "Rechnet der Server, sobald das Netz da ist."


@pytest.fixture
def keeper(inn_phone):
    """A phone that has begun an evening in the inn."""
    one = Keeper(inn_phone)
    one.start()
    return one


def read_totals(keeper: Keeper) -> list[str]:
    """The totals on the players' cards."""
    return keeper.page.locator(".standing .totals .number").all_inner_texts()


def test_the_cellar_shows_amounts_and_totals_that_the_server_says_too(keeper, served):
    page = keeper.page
    page.context.set_offline(True)
    keeper.enter(0)
    keeper.shows("+15", "−5", "−5", "−5")
    expect(page.locator(".tray .fact")).to_be_empty()
    expect(page.locator("#preview .label")).to_have_text("vorläufig")
    expect(page.locator("#save")).to_have_text(re.compile("^Speichern · vorläufig"))
    keys = [keeper.save_offline()]
    keeper.choose(p0_contract="trischaken")
    keeper.tick("p0-loser-2")
    expect(page.locator("#preview")).to_contain_text("Rechnet der Server")  # one who loses is not enough
    keeper.tick("p0-loser-3")
    expect(page.locator("#preview .amounts .lost")).to_have_count(2)
    keys.append(keeper.save_offline())
    keeper.enter(1)  # in the Radl that the Trischaken has begun
    keeper.shows("−10", "+30", "−10", "−10")
    expect(page.locator(".tray .fact")).to_have_text("Im Radl zählt alles doppelt")
    keys.append(keeper.save_offline())
    expect(page.locator("#schrift thead th")).to_have_text(["", *NAMES])
    hands = page.locator("#schrift tbody.of-this-phone")
    expect(hands).to_have_count(3)
    shown = read_totals(keeper)
    expect(hands.first.locator("td:not([colspan])")).to_have_text(["15 +15", "−5 −5", "−5 −5", "−5 −5"])
    expect(hands.first.locator(".remark")).to_have_text(re.compile("^vorläufig: Dreier"))
    assert [cell.split()[0] for cell in hands.last.locator("td:not([colspan])").all_inner_texts()] == shown
    expect(page.locator("#waiting li").first.locator("dd")).to_have_text(["+15", "−5", "−5", "−5"])
    page.context.set_offline(False)
    book = Book(served, page.url)
    book.has_within(keys)
    keeper.is_empty_within()
    expect(page.locator("#schrift tbody.hand")).to_have_count(3, timeout=PATIENCE_MS)
    expect(page.locator(".is-behind, .of-this-phone")).to_have_count(0)
    expect(page.locator(".standing .totals .number")).to_have_text(shown)
    assert [int(total.replace("−", "-")) for total in shown] == book.totals


def test_a_hand_that_only_the_server_computes_is_named_beside_the_totals_without_it(keeper):
    page = keeper.page
    page.context.set_offline(True)
    keeper.keep(0)
    expect(page.locator("#waiting .is-shown")).to_contain_text("Was gestrichelt ist, ist vorläufig.")
    assert page.locator(".totals .number").first.evaluate(EDGE) == "dashed"
    assert read_totals(keeper) == ["15", "−5", "−5", "−5"]
    keeper.enter(1)
    page.evaluate("""() => {
        const field = document.querySelector('#entry [name=renonce]');
        field.value = '2';
        field.dispatchEvent(new Event('change', { bubbles: true }));
    }""")
    expect(page.locator("#preview")).to_have_text(RECHNET_SERVER)
    keeper.save_offline()
    expect(page.locator("#waiting .is-shown")).to_contain_text("Was gestrichelt ist, ist vorläufig. Ohne Spiel 2.")
    keeper.keep(0)
    expect(page.locator("tbody.of-this-phone")).to_have_count(3)
    assert read_totals(keeper) == ["30", "−10", "−10", "−10"]
    expect(page.locator(".of-this-phone .remark").nth(1)).to_contain_text("die Auszahlung rechnet der Server")


@pytest.mark.parametrize("names", [NAMES, (*NAMES, "Emil")])
def test_whose_phone_it_is_stays_marked_on_his_card_and_in_the_header(inn_phone, names):
    keeper = Keeper(inn_phone)
    keeper.start(names=names)
    page = keeper.page
    page.goto(f"{page.url}me/")
    page.locator("form.own-seat button").nth(1).click()
    page.locator("#entry.surface").wait_for()
    page.context.set_offline(True)
    mine, roles = page.locator(".totals .mine"), page.locator(".totals :is(.forehand, .dealer) small[data-mark]")
    expect(page.locator("html.no-network")).to_be_attached(timeout=PATIENCE_MS)
    for number in range(1, len(names) + 2):
        keeper.keep(1)
        told = "1 Spiel wartet" if number == 1 else f"{number} Spiele warten"
        expect(page.locator("#waiting .is-shown strong")).to_have_text(told)
        expect(mine.locator(".name")).to_have_text(NAMES[1])
        expect(page.locator(".deal .me")).to_have_text(NAMES[1])
        expect(roles).to_have_count(2)  # who deals and who is forehand have gone on with their letters
        dealer = (number + len(names) - 1) % len(names)
        expect(page.locator(".totals > li").nth(dealer)).to_have_class(re.compile(r"\bdealer\b"))


def test_one_other_amount_switches_the_list_off_on_this_phone(phone, faults):
    """The page comes with a list in which everything pays twice as much."""
    faults.expect("ERR_INTERNET_DISCONNECTED")
    keeper = Keeper(phone)
    address = keeper.start()

    def spoil(route: Route) -> None:
        answer = route.fetch()
        before, mark, rest = answer.text().partition('<script id="prices" type="application/json">')
        text, end, after = rest.partition("</script>")
        prices = json.loads(text)
        prices["prices"] = [[2 * unit, shape] for unit, shape in prices["prices"]]
        route.fulfill(response=answer, body=before + mark + json.dumps(prices) + end + after)

    phone.route(address, spoil)
    phone.reload()
    keeper.enter(0)
    keeper.shows("+15", "−5", "−5", "−5")
    phone.wait_for_function("() => Object.keys(localStorage).some((name) => name.startsWith('prices off'))")
    phone.reload()
    phone.context.set_offline(True)
    keeper.enter(0)
    expect(phone.locator("#preview")).to_have_text(RECHNET_SERVER)
