"""The pages of the rules: the list, a sheet with its switches, two side by side, the words of the game."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.book.sheet_library import find_usual_sheet
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.models import Entry, SheetVersion
from scoring.sheets.house_rules.game_words import GameWord, build_word_page, list_game_words, list_sheet_texts
from scoring.sheets.own_sheets.services import create_sheet, save_version
from tarockclub.kit.words import compute_german_key
from tarockclub.platform.accounts.persons import load_first_club
from tests.scoring.engine.support.built_in import SHEETS_MOSTLY_HEAVY
from tests.scoring.sheets.examples.test_examples_pages import text
from tests.scoring.support.evenings import evening_of
from tests.scoring.support.pages import saved, url
from tests.scoring.support.tables import dreier, new_table, play
from tests.support.accounts import log_in, make_account

pytestmark = pytest.mark.django_db


def row(client: Client, address: str, anchor: str) -> str:
    """One row of a page."""
    return client.get(address).content.decode().partition(f'id="{anchor}"')[2].partition("</tbody>")[0]


def test_the_list_leads_to_all_sheets(german):
    html = german.get("/sheets/").content.decode()
    assert [sheet for sheet in BUILT_IN if f'href="/sheets/{sheet}/"' not in html] == []


@pytest.mark.parametrize("sheet", SHEETS_MOSTLY_HEAVY)
def test_every_sheet_has_a_page_in_both_languages(german, english, sheet):
    one, other = text(german, f"/sheets/{sheet}/"), text(english, f"/sheets/{sheet}/")
    assert "Erinnerungen" in one
    assert "Reminders" in other
    assert "Kartenpunkte" not in other


def test_a_cups_sheet_says_on_its_page_and_where_it_is_chosen_how_its_rules_are_known(german, english):
    page = text(german, "/sheets/oberoesterreich_2023/")
    assert "Stand 2023. Geschrieben nach dem, was andere daraus zitieren" in page
    assert "As of 2020. Written after a program" in text(english, "/sheets/wien_2020/")
    for chooser in ("/sheets/", "/practice/", "/sheets/steindl/"):
        assert "Oberösterreich 2023 (aus zweiter Hand)" in text(german, chooser)
    assert "nach dem Blatt" not in text(german, "/practice/")


def test_a_sheet_that_there_is_not_is_not_found(german):
    for address in ("/sheets/wirtshaus/", "/sheets/wirtshaus/standard/", "/sheets/standard/wirtshaus/"):
        assert german.get(address).status_code == 404


def test_the_page_says_what_the_printed_sheet_says(german):
    page = text(german, "/sheets/treffpunkt/")
    for said in ("Besserrufer", "2+V", "4 (−8)", "Speisen 6", "Liegt der gerufene König im Talon", "Subkontra ×8"):
        assert said in page


def test_what_only_who_enters_a_hand_needs_is_folded(german):
    page = german.get("/sheets/standard/").content.decode()
    folded = " ".join(re.findall(r"<summary>Zum Eintragen</summary>(.*?)</details>", page, re.DOTALL))
    for words in (
        "schließt für die andere Partei aus",
        "Still verloren, hat",
        "hat das Spiel gewonnen",
        "Nur einmal im",
    ):
        assert page.count(words) == folded.count(words) > 0, words
    assert "Dazu gehören alle Kartenpunkte" in folded
    assert "Alle Stiche" not in folded


def test_a_switch_in_the_address_changes_the_page(german):
    dear = "/sheets/treffpunkt/?set=treffpunkt&on=treffpunkt.piccolo_over_solo"
    assert "<td>2</td>" in row(german, "/sheets/treffpunkt/", "contract-piccolo")
    assert "<td>3</td>" in row(german, dear, "contract-piccolo")
    html = german.get("/sheets/treffpunkt/?set=treffpunkt&on=treffpunkt.radl_announced_only").content.decode()
    assert "Was doppelt zählt: alles Angesagte." in html
    assert 'value="treffpunkt.radl_announced_only" checked' in html
    assert 'value="treffpunkt.piccolo_over_solo" checked' not in html


def test_of_two_switches_that_exclude_each_other_an_address_sets_the_second(german):
    both = "on=treffpunkt.radl_announced_only&on=treffpunkt.radl_game_and_announced"
    html = german.get(f"/sheets/treffpunkt/?set=treffpunkt&{both}").content.decode()
    assert "Was doppelt zählt: das Spiel und alles Angesagte." in html
    assert 'value="treffpunkt.radl_announced_only" checked' not in html


def test_what_a_sheet_leaves_open_and_what_it_cannot_record_stands_on_the_page(german, english):
    page = text(german, "/sheets/karlsruhe/")
    assert "° im Vorbild nicht geregelt, hier festgelegt" in page
    assert "Die Tabelle zeigt nur 8×8: still und angesagt zählt er gleich, nur für den Spieler." in page
    assert "Große Trull (Sküs, Mond, Pagat), kleine Trull (vier Könige) Das Blatt nennt keinen Wert" in page
    assert "left open by the original, fixed here" in text(english, "/sheets/karlsruhe/")
    facing = german.get("/sheets/karlsruhe/steindl/").content.decode()
    assert facing.count('<b class="sort">°</b>') > 10
    assert "im Vorbild nicht geregelt, hier festgelegt" in facing


def test_a_switch_that_is_on_by_itself_can_be_switched_off(german):
    own, other = (row(german, f"/sheets/standard/{query}", "group-negativspiele") for query in ("", "?set=standard"))
    assert "Kein Kontra." not in own
    assert "Kein Kontra." in other


def test_switches_of_another_sheet_and_nonsense_change_nothing(german):
    plain = text(german, "/sheets/standard/")
    for query in ("set=treffpunkt&on=standard.zwiccolo_bei", "on=standard.zwiccolo_bei", "set=&on=", "set=x" * 400):
        assert text(german, f"/sheets/standard/?{query}") == plain


def test_comparing_from_a_sheet_takes_its_switches_along(german):
    answer = german.get("/sheets/treffpunkt/?set=treffpunkt&on=treffpunkt.piccolo_over_solo&with=standard")
    target = answer["Location"]
    assert target == "/sheets/treffpunkt/standard/?set=treffpunkt&on=treffpunkt.piccolo_over_solo"
    html = german.get(target).content.decode()
    assert 'id="contract-piccolo" class="unlike"' in html
    assert german.get("/sheets/?first=standard&second=skoty")["Location"] == "/sheets/standard/skoty/"


def test_only_differences_leaves_out_what_is_the_same(german):
    everything = german.get("/sheets/standard/skoty/?only=everything").content.decode()
    only = german.get("/sheets/standard/skoty/").content.decode()
    assert 'id="contract-rufer"' in everything
    assert 'class="alike"' in everything
    assert 'class="alike"' not in only
    for anchor in ("radl", "kontra", "contract-triccolo_ouvert", "point"):
        assert f'id="{anchor}" class="unlike"' in only
    assert "nur auf dem anderen Zettel" in only


def test_the_sheets_stand_in_groups_with_a_seal_where_they_are_not_the_printed_ones(german):
    groups = dict(german.get("/sheets/").context["groups"])
    assert {summary.id for group in groups.values() for summary in group} == {*BUILT_IN}
    cups = {summary.id: summary for summary in groups["Cups"]}
    assert (cups["sauwald_2019"].bare_name, cups["sauwald_2019"].seal) == ("Sauwald 2019", "nach einem Programm")
    assert {summary.id: summary.seal for summary in groups["Runden"]}["standard"] == ""
    assert "zwanzigerrufen" in {summary.id for summary in groups["Turniere"]}


def test_a_table_shows_the_rules_it_plays_by_to_whoever_watches(german):
    table = new_table("treffpunkt", piccolo_over_solo=True)
    page = text(german, url("rules", table))
    assert "Hier eingeschaltet." in page
    assert "Piccolo genau 1 Stich" in page
    assert "<td>3</td>" in row(german, url("rules", table), "contract-piccolo")


def test_a_table_stays_with_the_rules_of_its_first_hand(german, monkeypatch):
    pinned = json.loads(new_table("treffpunkt").sheet_version.text)
    pinned["contracts"]["dreier"]["value"] = 9
    for section in ("reminders", "pagatkassa"):
        del pinned[section]
    for group in pinned["groups"].values():
        for key in ("name", "name_en", "mark"):
            group.pop(key, None)
    version = SheetVersion.objects.create(sheet="treffpunkt", text=json.dumps(pinned), digest="9" * 64)
    monkeypatch.setattr("scoring.table.evenings.services.pin_sheet", lambda sheet, options, club: version)
    table = new_table("treffpunkt")
    assert "<td>9</td>" in row(german, url("rules", table), "contract-dreier")
    assert "Solospiele" in text(german, url("rules", table))
    beside = german.get(f"{url('rules', table)}?with=treffpunkt").content.decode()
    assert 'id="contract-dreier" class="unlike"' in beside


def test_the_rules_of_a_table_take_few_queries(german, django_assert_num_queries):
    table = new_table()
    # The table, its club, its federations, the own sheets of both.
    for address, queries in ((url("rules", table), 4), (f"{url('rules', table)}?with=standard", 1)):
        with django_assert_num_queries(queries):
            german.get(address)


def test_one_gets_to_the_rules_from_the_table_and_from_the_start_of_an_evening(german):
    table = new_table()
    assert f'href="{url("rules", table)}"' in german.get(url("table", table)).content.decode()
    staff = log_in()
    for address in ("/", reverse("start")):
        assert 'href="/sheets/"' in staff.get(address).content.decode()


def test_every_line_of_a_payout_leads_to_its_rule_and_to_what_other_sheets_pay(german):
    table = new_table("standard")
    hand = {**dreier(1), "premiums": [{"premium": "pagat", "side": "declarer"}]}
    play(table, hand)
    rules = url("rules", table)
    page = german.get(reverse("deal", args=[table.slug, Entry.objects.get(table=table).deal_number])).content.decode()
    for anchor in ("contract-dreier", "premium-pagat"):
        assert f'href="{rules}#{anchor}"' in page
        word = reverse("game_word", args=[anchor])
        assert f'href="{word}"' in page
        assert german.get(word).status_code == 200
        assert f'id="{anchor}"' in german.get(rules).content.decode()
    assert f'href="{rules}#contract-dreier"' in german.get(url("table", table)).content.decode()


def test_a_preview_opens_the_rule_beside_so_that_nothing_entered_is_lost():
    table, staff = new_table(), log_in()
    fields = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}
    preview = staff.post(url("preview", table), fields).content.decode()
    assert f'href="{url("rules", table)}#contract-dreier" target="_blank" rel="noopener"' in preview
    shown = staff.get(saved(staff, table, fields)["Location"]).content.decode()
    link = f'href="{url("rules", table)}#contract-dreier"'
    assert f"{link}>" in shown


def test_reminders_stand_folded_on_the_page_where_no_script_runs():
    table, staff = new_table(), log_in()
    html = staff.get(url("table", table)).content.decode()
    folded = html.partition("<noscript>")[2].partition("</noscript>")[0]
    assert "<summary>" in folded
    assert "stiller Königfang" in folded or "silent Königfang" in folded


def list_words(language: str = "de") -> dict[str, GameWord]:
    return {word.anchor: word for word in list_game_words(list_sheet_texts(None, language), language)}


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_game_and_premium_of_every_sheet_is_there_once_with_its_price(language):
    words = list_words(language)
    assert list(words.values()) == sorted(words.values(), key=lambda word: compute_german_key(word.name))
    for sheet_id in BUILT_IN:
        rules = load_built_in(sheet_id)
        assert rules is not None
        sheet = rules.build_sheet()
        anchors = [f"contract-{item}" for item in sheet.contracts] + [f"premium-{item}" for item in sheet.premiums]
        for anchor in anchors:
            price = words[anchor].find_price(sheet_id)
            assert price is not None
            assert price.text.price
            assert words[anchor].text


def test_a_price_is_a_span_over_the_sheets_from_the_least_to_the_most():
    words = list_words()
    dreier = {price.text.price for price in words["contract-dreier"].prices}
    assert words["contract-dreier"].span == f"{min(dreier, key=int)} bis {max(dreier, key=int)}"
    assert words["contract-pagatrufer"].span == "3"
    assert re.fullmatch(r"still \d+ bis \d+ · ang\. \d+ bis \d+", words["premium-pagat"].span)


def test_the_glossary_adds_the_words_that_pay_nothing_and_none_twice():
    words = list_words()
    assert words["word-vorhand"].text == "Wer nach ihm sitzt und zuerst spricht."
    assert words["word-re"].text == words["word-kontra"].text == "Jedes verdoppelt."
    assert "Quapil (IIII)" in words["word-vogel"].text
    assert "word-trischaken" not in words
    assert not any("*" in word.text + word.name or (word.prices == () and word.span) for word in words.values())
    assert "word-leitung" not in words  # a word of the program
    assert list_words("en")["word-dealer-geber"].name == "Dealer (Geber)"


def test_a_word_has_a_page_with_what_it_pays_by_each_sheet_a_hand_and_where_it_stands():
    client = Client()
    html = client.get(reverse("game_words"), headers={"Accept-Language": "de"}).content.decode()
    address = reverse("game_word", args=["contract-trischaken"])
    assert f'href="{address}"' in html
    html = client.get(address, headers={"Accept-Language": "de"}).content.decode()
    assert 'href="/sheets/treffpunkt/#contract-trischaken"' in html
    assert 'id="contract-trischaken"' in client.get("/sheets/treffpunkt/").content.decode()
    assert f'href="{reverse("game_words")}"' in client.get("/sheets/treffpunkt/").content.decode()
    facts = [fact.text for fact in client.get(address).context["page"].facts]
    assert len(facts) > 3
    assert client.get(reverse("game_word", args=["<script>"])).status_code == 404
    own_game = client.get(reverse("game_word", args=["contract-of-another-club"]))
    assert own_game["Location"] == reverse("game_words")


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_of_every_word_agrees_with_the_sheets_and_has_its_hand(language):
    words = list_game_words(list_sheet_texts(None, language), language)
    pages = [build_word_page(words, word.anchor, "treffpunkt", language) for word in words]
    for word, page in zip(words, pages, strict=True):
        assert page is not None
        same = {price.sheet: group.amounts for group in page.prices for price in group.prices}
        assert same == {price.sheet: price.amounts for price in word.prices}
        assert [group.is_own for group in page.prices][1:].count(True) == 0
        assert word not in page.related
        assert page.example is None or page.example.outcomes[0].scored is not None
        assert word.anchor != "premium-pagat" or page.example is not None
        assert all(fact.text and fact.href for fact in page.facts)
    assert sum(page is not None and page.example is not None for page in pages) > 40


def test_the_clubs_own_sheet_comes_first_then_the_one_that_was_played_by_last_and_what_it_lacks_is_marked():
    club = load_first_club()
    own = create_sheet(club, "Lindenrunde", "treffpunkt")
    save_version(own, own.draft_state, "the-first-version", "beschlossen", make_account("director"))
    evening_of(sheet=own.sheet)
    evening_of(sheet="standard")
    page = Client().get(reverse("game_words"), headers={"Accept-Language": "de"})
    prices = {word.anchor: price for of_kind in page.context["priced"] for word, price in of_kind}
    assert prices["contract-dreier"].sheet == "standard"
    assert page.context["usual"] == "Standardregeln de luxe"
    assert "contract-pagatrufer" not in prices
    assert "contract-pagatrufer" in {word.anchor for word in page.context["elsewhere"]}
    word = Client().get(reverse("game_word", args=["contract-pagatrufer"]), headers={"Accept-Language": "de"})
    assert "Standardregeln de luxe, nach dem wir spielen, kennt es nicht." in word.content.decode()
    assert {"Uhurufer", "Pagat"} <= {each.name for each in word.context["page"].related}
    assert "Bettler" not in {each.name for each in word.context["page"].related}
    assert find_usual_sheet(club.pk, ["standard", own.sheet]) == own.sheet
    assert find_usual_sheet(club.pk, ["standard", "steindl"]) == "standard"
    assert find_usual_sheet(club.pk, ["steindl"]) == ""


def test_a_search_hit_of_a_rule_has_its_price():
    groups = Client().get("/search/", {"q": "trischaken"}, headers={"Accept-Language": "de"}).context["groups"]
    [rules] = [group for group in groups if group.title == "Wörter mit Preis"]
    assert (rules.hits[0].text, rules.hits[0].price) == ("Trischaken", list_words()["contract-trischaken"].span)
    assert len({hit.text for hit in rules.hits}) == len(rules.hits)
    page = Client().get("/search/", {"q": "uhu"}, headers={"Accept-Language": "de"}).content.decode()
    assert f"<b>{list_words()['premium-uhu'].span}</b>" in page


def test_the_page_of_a_printed_sheet_says_what_the_program_does_with_each_sentence(german, english):
    page = row_of_fact(german, "kaiserstich")
    assert "<b>erinnert</b>" in page
    assert "In the program:" not in page
    assert "<b>computes, enforces</b>" in row_of_fact(english, "by")
    assert "<b>am Tisch</b>" in row_of_fact(german, "deal_2")


def row_of_fact(client: Client, fact: str) -> str:
    """One fact on the page of the printed standard sheet."""
    return (
        client.get("/sheets/standard/paper/").content.decode().partition(f'id="fact-{fact}"')[2].partition("</tr>")[0]
    )


def test_the_menu_of_a_sheet_has_what_everything_costs_and_the_page_every_rule_in_full(german):
    page = german.get("/sheets/standard/")
    menu, rows = page.context["menu"], page.context["zettel"].map_rows()
    dishes = [*menu["positive"], *menu["negative"], *menu["premiums"]]
    assert sorted((dish.name, dish.amounts) for dish in dishes) == sorted(
        (row.name, row.cells) for anchor, row in rows.items() if anchor.startswith(("contract-", "premium-"))
    )
    assert (menu["positive"][0].name, menu["kontras"][0]) == ("Rufer", (2, "Kontra"))
    assert [dish.amounts for dish in menu["cases"] if dish.name == "Sonst"] == [("−6",)]
    assert ("−4 / −2 / +3 / +3",) in [dish.amounts for dish in menu["cases"]]
    html = page.content.decode()
    assert [anchor for anchor in rows if f'id="{anchor}"' not in html] == []
