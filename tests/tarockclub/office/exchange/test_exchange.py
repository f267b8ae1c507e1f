"""House rules, formats and rules of seasons go out as files, and come in with a preview."""

import html
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tarockclub.models import Club
from tarockclub.office.exchange.kinds import KINDS
from tests.support.accounts import log_in, make_account
from tests.tournaments.seasons.season.seasons import season
from tests.tournaments.support import factories
from tournaments.core.formats.library import list_formats
from tournaments.core.settings import Settings
from tournaments.models import Season, Tournament
from tournaments.seasons.season.points.preview import list_ready

TAKE = "/exchange/"
EXPECTED: dict[str, dict[str, Any]] = {
    "format": {"rounds": 3, "fee": 700},
    "season": {"counting": "number", "best": 4},
}


def words(answer):
    """The text of a page."""
    return html.unescape(answer.content.decode())


class Clubs:
    """A club whose rules go out as a file, and another one that reads them in."""

    def __init__(self, kind):
        self.kind = kind
        director = make_account("director", login="gibt")
        Club.objects.filter(pk=director.club_id).update(name="Zur Linde")
        director.club.refresh_from_db()
        self.club = director.club
        self.giver = log_in(director)
        self.other = Club.objects.create(name="Beim Adler", slug="adler")
        self.taker = log_in(make_account("director", self.other, login="nimmt"))
        self.subject: Any = season(self.club, "Lindencup", **EXPECTED[kind]) if kind == "season" else None
        self.subject = self.subject or factories.tournament(self.club, name="Lindencup", **EXPECTED[kind])
        self.file = reverse("rules_file", args=[kind, self.subject.slug])

    def get_file(self):
        return self.giver.get(self.file).content.decode()

    def look(self, text):
        return self.taker.post(TAKE, {"file": SimpleUploadedFile("rules.json", text.encode())})

    def take(self, text):
        page = self.look(text)
        assert page.status_code == 200, words(page)
        sent = {"text": page.context["text"], "key": page.context["key"], "what": "make"}
        return self.taker.post(TAKE, sent)


@pytest.fixture(params=["format", "season"])
def clubs(request, db):
    """Two clubs, for each kind of rules."""
    return Clubs(request.param)


def test_what_a_file_says_is_shown_first_and_then_stands_in_the_form(clubs):
    text = clubs.get_file()
    document = json.loads(text)
    assert (document["kind"], document["by"], document["name"]) == (clubs.kind, "Zur Linde", "Lindencup")
    page = clubs.look(text)
    assert "Zur Linde" in words(page)
    assert len(page.context["pairs"]) > 3
    answer = clubs.take(text)
    form = clubs.taker.get(answer["Location"]).context["form"]
    assert {name: form.initial[name] for name in EXPECTED[clubs.kind]} == EXPECTED[clubs.kind]
    assert not Tournament.objects.filter(club=clubs.other).exists()
    assert not Season.objects.filter(club=clubs.other).exists()


def test_a_tournament_is_made_of_a_format_from_a_file(db):
    clubs = Clubs("format")
    address = clubs.take(clubs.get_file())["Location"]
    form = clubs.taker.get(address).context["form"]
    sent: dict[str, Any] = {"name": "Adlercup"}
    for field in form:
        value = field.value()
        if field.name.endswith("_criteria"):
            sent |= {f"{field.name}_{at}": part for at, part in enumerate(value)}
        elif value is not None and value is not False and value != "":
            sent.setdefault(field.name, "on" if value is True else value)
    answer = clubs.taker.post(address, sent)
    assert answer.status_code == 302, answer.context["form"].errors
    assert json.loads(Tournament.objects.get(club=clubs.other).settings)["fee"] == 700


def test_nobody_else_begins_with_what_was_read_in(clubs):
    answer = clubs.take(clubs.get_file())
    other = log_in(make_account("director", clubs.other, login="auch"))
    if clubs.kind == "format":
        assert other.get(answer["Location"]).status_code == 404
    else:
        assert other.get(answer["Location"]).context["form"].initial["best"] != 4


def test_the_file_of_another_club_is_not_found(clubs):
    assert clubs.taker.get(clubs.file).status_code == 404
    assert clubs.giver.get(reverse("rules_file", args=["sheet", clubs.subject.slug])).status_code == 404


def damage(text, **changes):
    """A file with other values."""
    return json.dumps({**json.loads(text), **changes})


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda text: damage(text, tarockclub=2), "neueren Programm"),
        (lambda text: damage(text, extra=1), "keine Datei mit Regeln"),
        (lambda text: damage(text, kind="club"), "keine Datei mit Regeln"),
        (lambda text: damage(text, made="gestern"), "keine Datei mit Regeln"),
        (lambda text: damage(text, name="a\nb"), "keine Datei mit Regeln"),
        (lambda text: text.replace('"by"', '"name"'), "keine Datei mit Regeln"),
        (lambda text: text[:-9], "keine Datei mit Regeln"),
        (lambda _text: "{" * 50_000, "keine Datei mit Regeln"),
        (lambda text: text + " " * (600 << 10), "zu groß"),
    ],
)
def test_a_hostile_file_is_refused_with_a_sentence(db, spoil, sentence):
    clubs = Clubs("season")
    page = clubs.look(spoil(clubs.get_file()))
    assert page.status_code == 400
    assert sentence in words(page)


@pytest.mark.heavy_but("format-content11")
@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("season", {"settings": {"formula": "players ^ ^"}}),
        ("season", {"settings": {"best": 10**12}}),
        ("season", {"settings": {"criteria": ["nobody"]}}),
        ("season", {"settings": {"unknown": 1}}),
        ("season", {"settings": {"best": "4"}}),
        ("season", {"settings": {"half_up": 1}}),
        ("season", {"settings": {"table": [300, True]}}),
        ("season", {"settings": {"rankings": []}}),
        (
            "season",
            {"settings": {"criteria": ["places", "best_day", "best_days", "more_days", "final_place", "final_points"]}},
        ),
        ("season", {"settings": []}),
        ("season", {}),
        ("format", {"settings": {"rounds": -1}}),
        ("format", {"settings": {"start": 1, "stake": 500}}),
        ("format", {"settings": {"options": [[1, 2], 3]}}),
        ("format", {"settings": {"options": {"nobody": True}}}),
        ("format", {"settings": {"sheet": 7}}),
    ],
)
def test_rules_that_cannot_be_played_by_are_refused_with_a_sentence(db, kind, content):
    clubs = Clubs("season")
    page = clubs.look(damage(clubs.get_file(), kind=kind, content=content))
    assert page.status_code == 400
    assert page.context["problems"]


def test_house_rules_of_the_other_club_s_own_are_named_and_stay_at_home(db):
    clubs = Clubs("format")
    content = json.loads(clubs.get_file())["content"]
    settings = {**content["settings"], "sheet": "linde", "options": [["nobody", True]]}
    text = damage(clubs.get_file(), content={"settings": settings, "sheet_name": "Linde"})
    assert "„Linde“" in words(clubs.look(text))
    form = clubs.taker.get(clubs.take(text)["Location"]).context["form"]
    assert form.initial["sheet"] == "zwanzigerrufen"


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
            same = {"options": (), "formula": "", "sizes": ""}  # as defaults have it, and as it is printed
            assert back._asdict() | same == value._asdict() | same


def test_an_option_of_the_house_rules_is_among_what_is_shown(db):
    rules: Any = KINDS["format"]
    shown = [list(rules.list_pairs(Settings(options=(("kontra_limit_44", on),)))) for on in (True, False)]
    assert shown[0] != shown[1]
