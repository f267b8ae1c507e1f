"""House rules, formats and rules of seasons go from a club to another one, by link and by file."""

import html
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.models import OwnSheet
from scoring.sheets.own_sheets.services import change_draft, create_sheet, load_draft, save_version
from tarockclub.models import Club, LogEntry, SharedRules
from tarockclub.office.exchange.document import compute_content_digest
from tarockclub.office.exchange.kinds import KINDS
from tests.support.accounts import log_in, make_account
from tests.tournaments.seasons.season.seasons import season
from tests.tournaments.support import factories
from tournaments.core.formats.library import list_formats
from tournaments.core.settings import Settings, encode_settings, parse_settings
from tournaments.models import Season, Tournament
from tournaments.seasons.season.points.ready import list_ready
from tournaments.seasons.season.settings import encode_season_settings, parse_season_settings

TAKE = "/exchange/"


def words(answer):
    """The text of a page."""
    return html.unescape(answer.content.decode())


class Clubs:
    """A club that passes rules on, and another one that takes them over."""

    def __init__(self, kind):
        self.kind = kind
        self.director = make_account("director", login="gibt")
        Club.objects.filter(pk=self.director.club_id).update(name="Zur Linde")
        self.director.club.refresh_from_db()
        self.giver = log_in(self.director)
        other = Club.objects.create(name="Beim Adler", slug="adler")
        self.taker = log_in(make_account("director", other, login="nimmt"))
        self.other = other
        self.subject = getattr(self, f"_make_{kind}")()
        self.page = reverse("give_rules", args=[kind, self.subject])

    def _make_sheet(self):
        own = create_sheet(self.director.club, "Linde", "treffpunkt")
        self.own = own
        self._save("7", "1")
        return own.sheet

    def _save(self, value, key):
        self.own.refresh_from_db()
        change_draft(self.own, self.own.draft_state, lambda table: {**table, "contracts": {"dreier": {"value": value}}})
        self.own.refresh_from_db()
        save_version(self.own, self.own.draft_state, key, "", self.director)

    def _make_format(self):
        return str(factories.tournament(self.director.club, name="Lindencup", rounds=3, fee=700).slug)

    def _make_season(self):
        return str(season(self.director.club, "Lindenjahr", counting="number", best=4).slug)

    def change(self):
        """Change the rules once more."""
        if self.kind == "sheet":
            self._save("9", "2")
        elif self.kind == "format":
            tournament = Tournament.objects.get(slug=self.subject)
            settings = encode_settings(parse_settings(tournament.settings)._replace(fee=900))
            Tournament.objects.filter(pk=tournament.pk).update(settings=settings)
        else:
            season = Season.objects.get(slug=self.subject)
            settings = encode_season_settings(parse_season_settings(season.settings)._replace(best=5))
            Season.objects.filter(pk=season.pk).update(settings=settings)

    def get_file(self):
        return self.giver.post(self.page, {"what": "file"}).content.decode()

    def open_link(self):
        self.giver.post(self.page, {"what": "open"})
        return self.giver.get(self.page).context["card"].address

    def look(self, text):
        return self.taker.post(TAKE, {"text": text})

    def take(self, text):
        page = self.look(text)
        assert page.status_code == 200, words(page)
        sent = {"text": page.context["text"], "key": page.context["key"], "what": "make"}
        return self.taker.post(TAKE, sent)


@pytest.fixture(params=["sheet", "format", "season"])
def clubs(request, db):
    """Two clubs, for each kind of rules."""
    return Clubs(request.param)


def read_settings(client, answer):
    """The values with which a new tournament or season would begin."""
    page = client.get(client.get(answer["Location"]).context["begins"])
    return page.context["form"].initial


def test_what_was_taken_over_by_its_link_is_what_the_club_has_passed_on(clubs):
    link = clubs.open_link()
    page = clubs.look(link)
    assert "Zur Linde" in words(page)
    assert page.context["changes"]
    answer = clubs.take(link)
    assert SharedRules.objects.get(club=clubs.other).document["by"] == "Zur Linde"
    if clubs.kind == "sheet":
        copied = OwnSheet.objects.get(club=clubs.other)
        assert load_draft(copied)["contracts"] == {"dreier": {"value": "7"}}
        assert "von Zur Linde, Fassung 1" in words(clubs.taker.get(answer["Location"]))
    else:
        both: dict[str, dict[str, Any]] = {
            "format": {"rounds": 3, "fee": 700},
            "season": {"counting": "number", "best": 4},
        }
        expected = both[clubs.kind]
        found = read_settings(clubs.taker, answer)
        assert {name: found[name] for name in expected} == expected
    assert "Zur Linde" in words(clubs.taker.get(TAKE))
    logged = LogEntry.objects.filter(kind="rules_shared").values_list("said", flat=True)
    assert [json.loads(said)["what"] for said in logged.order_by("pk")] == ["opened", "taken"]


def test_a_file_says_who_made_it_and_what_it_changes_and_may_be_sent_twice(clubs):
    text = clubs.get_file()
    said = json.loads(text)
    assert (said["kind"], said["by"], said["version"]) == (clubs.kind, "Zur Linde", 1)
    assert said["base"]["id"]
    assert said["changes"]
    assert clubs.take(text).status_code == 302
    assert SharedRules.objects.filter(club=clubs.other).count() == 1
    again = clubs.taker.post(TAKE, {"text": text, "key": "x", "what": "make"})
    assert again.status_code == 302
    assert OwnSheet.objects.filter(club=clubs.other).count() <= 1
    assert clubs.get_file() == text


def test_a_newer_version_shows_what_has_changed_since(clubs):
    clubs.take(clubs.get_file())
    clubs.change()
    text = clubs.get_file()
    assert json.loads(text)["version"] == 2
    own = OwnSheet.objects.filter(club=clubs.other).first()
    if own is not None:  # what was taken over is saved, so that its draft is free
        save_version(own, own.draft_state, "k", "", make_account("director", clubs.other))
    page = clubs.look(text)
    assert len(page.context["changes"]) == 1
    assert page.context["known"].version == 1
    assert clubs.take(text).status_code == 302
    assert SharedRules.objects.get(club=clubs.other).version == 2
    if own is not None:
        own.refresh_from_db()
        assert load_draft(own)["contracts"] == {"dreier": {"value": "9"}}
    assert clubs.look(clubs.giver.post(clubs.page, {"what": "file"}).content.decode()).status_code == 400


def test_a_link_that_was_ended_opens_for_nobody(clubs):
    link = clubs.open_link()
    path = link.partition("://")[2].partition("/")[2]
    assert Client().get(f"/{path}").status_code == 200
    assert Client().get(f"/{path}file/").json()["kind"] == clubs.kind
    clubs.giver.post(clubs.page, {"what": "end"})
    assert Client().get(f"/{path}").status_code == 404
    assert clubs.look(link).status_code == 400
    assert clubs.taker.get(clubs.page).status_code == 404  # of another club


def test_what_was_passed_on_further_names_where_it_comes_from(clubs):
    answer = clubs.take(clubs.get_file())
    if clubs.kind == "sheet":
        own = OwnSheet.objects.get(club=clubs.other)
        save_version(own, own.draft_state, "k", "", make_account("director", clubs.other))
        page = reverse("give_rules", args=["sheet", own.sheet])
    elif clubs.kind == "season":
        settings = {"counting": "number", "best": 4}
        page = reverse("give_rules", args=["season", season(clubs.other, "Adlerjahr", **settings).slug])
    else:
        made = factories.tournament(clubs.other, name="Adlercup", rounds=3, fee=700)
        page = reverse("give_rules", args=["format", made.slug])
    assert "Zur Linde" in words(clubs.taker.get(page))
    base = json.loads(clubs.taker.post(page, {"what": "file"}).content)["base"]
    assert base["version"] == 1
    assert base["id"] == str(SharedRules.objects.get(club=clubs.other, is_taken=True).origin)
    assert answer.status_code == 302


def damage(text, **changes):
    """A file with other values, whose digest is as before."""
    return json.dumps({**json.loads(text), **changes})


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda text: damage(text, name="Anders", content={"settings": {"best": 3}}), "unterwegs verändert"),
        (lambda text: damage(text, tarockclub=2), "neueren Programm"),
        (lambda text: damage(text, extra=1), "keine Datei mit Regeln"),
        (lambda text: damage(text, kind="club"), "keine Datei mit Regeln"),
        (lambda text: damage(text, version=True), "keine Datei mit Regeln"),
        (lambda text: damage(text, name="a\nb"), "keine Datei mit Regeln"),
        (lambda text: text.replace('"by"', '"name"'), "keine Datei mit Regeln"),
        (lambda text: text[:-9], "keine Datei mit Regeln"),
        (lambda _text: "{" * 50_000, "keine Datei mit Regeln"),
        (lambda text: text + " " * (600 << 10), "zu groß"),
        (lambda _text: "https://tarock.example/exchange/7b6f0b0e-5a3a-4c9e-9d53-0a3c4f1d2e6b/", "im Browser"),
    ],
)
def test_a_hostile_file_is_refused_with_a_sentence(db, spoil, sentence):
    clubs = Clubs("season")
    file = SimpleUploadedFile("regeln.json", spoil(clubs.get_file()).encode())
    spoilt = spoil(clubs.get_file())
    sent = {"text": spoilt} if spoilt.startswith("http") else {"file": file}
    page = clubs.taker.post(TAKE, sent)
    assert page.status_code == 400
    assert sentence in words(page)
    assert not SharedRules.objects.filter(club=clubs.other).exists()


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("season", {"settings": {"formula": "players ^ ^"}}),
        ("season", {"settings": {"best": 10**12}}),
        ("season", {"settings": {"criteria": ["nobody"]}}),
        ("season", {"settings": {"unknown": 1}}),
        ("season", {"settings": []}),
        ("season", {}),
        ("format", {"settings": {"rounds": -1}}),
        ("format", {"settings": {"start": 1, "stake": 500}}),
        ("format", {"settings": {"options": [[1, 2], 3]}}),
        ("format", {"settings": {"options": {"nobody": True}}}),
        ("format", {"settings": {"sheet": 7}}),
        ("sheet", {"sheet": "id = 7"}),
        ("sheet", {"sheet": 7}),
        ("sheet", {"sheet": "", "more": 1}),
    ],
)
def test_rules_that_cannot_be_played_by_are_refused_with_a_sentence(db, kind, content):
    clubs = Clubs("season")
    digest = compute_content_digest(content)
    page = clubs.look(damage(clubs.get_file(), kind=kind, content=content, digest=digest))
    assert page.status_code == 400
    assert page.context["problems"]


def test_house_rules_of_the_other_club_s_own_are_named_and_stay_at_home(db):
    clubs = Clubs("sheet")
    made = factories.tournament(clubs.director.club, sheet=clubs.subject)
    text = clubs.giver.post(reverse("give_rules", args=["format", made.slug]), {"what": "file"}).content.decode()
    page = clubs.look(text)
    assert "„Linde“" in words(page)
    assert read_settings(clubs.taker, clubs.take(text))["sheet"] == "zwanzigerrufen"


def test_what_was_taken_over_can_be_removed_and_what_was_made_of_it_stays(clubs):
    clubs.take(clubs.get_file())
    slug = SharedRules.objects.get(club=clubs.other).origin
    clubs.taker.post(reverse("forget_rules", args=[slug]))
    assert not SharedRules.objects.filter(club=clubs.other).exists()
    assert OwnSheet.objects.filter(club=clubs.other).exists() == (clubs.kind == "sheet")


def test_a_sheet_that_was_discarded_can_be_taken_over_again(db):
    clubs = Clubs("sheet")
    text = clubs.get_file()
    clubs.take(text)
    own = OwnSheet.objects.get(club=clubs.other)
    clubs.taker.post(reverse("own_sheet", args=[own.sheet]), {"what": "discard", "state": own.draft_state})
    answer = clubs.take(text)
    assert answer["Location"] == reverse("own_sheet", args=[OwnSheet.objects.get(club=clubs.other).sheet])


def test_every_ready_rule_comes_back_from_a_file_as_it_was(db):
    club = make_account().club
    formats: dict[str, list[Any]] = {
        "format": [each.settings for each in list_formats()],
        "season": [rule.settings for rule in list_ready()],
    }
    for kind, values in formats.items():
        rules: Any = KINDS[kind]
        for value in values:
            back = rules.check(json.loads(json.dumps(rules.write(value))), club)
            assert rules.list_changes(value, back) == []
            same = {"options": (), "formula": "", "sizes": ""}  # as defaults have it, and as it is printed
            assert back._asdict() | same == value._asdict() | same


def test_an_option_of_the_house_rules_is_among_the_changes(db):
    settings = [Settings(options=(("kontra_limit_44", on),)) for on in (True, False)]
    rules: Any = KINDS["format"]
    assert len(rules.list_changes(*settings)) == 1
