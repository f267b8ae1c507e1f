"""The foot of a preview promises what is written then: any list, every door, any answers, kept columns."""

import re
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import create_person, load_first_club
from tests.tarockclub.kit.lists.folder import build_raw, load_cases
from tests.tournaments.people.entrants.test_pages import numbers
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support import factories
from tests.tournaments.support.list_previews import (
    confirm_preview,
    fill_preview,
    find_preview,
    list_rows,
    read_people,
)
from tournaments.models import Entrant, Presence, SeasonResult, Spelling
from tournaments.people.name_lists.candidates import ASKED_KINDS, load_club_index, match_candidates
from tournaments.people.name_lists.choices import OPEN, choose_default

pytestmark = pytest.mark.django_db
heavy = pytest.mark.heavy
CASES = load_cases()
DOORS = ("register", "entrants", "results")
TWO_COLUMNS = "Olka;Ruba\nLesa;Mupo\nZeko;Tina\nEmik;Famo"
FACTS = {  # rows of a list, and whether somebody has to say who that is
    "Gregor Hobera;Linz": False,
    "Gregor Hobera;4020 Linz;1950": False,
    "Gregor Hobera;Linz;1985": True,
    "Gregor Hobera;Graz;1950": True,
    "Hobera Gregor;Graz": True,
    "Hans Pichler;Wien;;7": False,  # the number is surer than the town
    "Hans Pichler;;;9": False,  # of two the one without a number
    "Hans Pichler": True,
    "Bert Bach;;;;AT9": True,
    "Bert Bach;;;;AT8": False,
    "Xaver Neu;;;;AT8": True,
    "Xaver Neu;;;7": True,
    "Ada Lind;Graz\nAda Lind;Linz": True,  # which of them is known?
}
NAMESAKES = "Name;Ort;Geburtsjahr\nGregor Hobera;Graz;1985\nGregor Hobera;Linz;1950\n"
HEADINGS = (
    "Nachname Vorname Ort Nr Startnummer Platz Punkte Bezahlt Geburtsjahr Spielernummer Verbandsnummer Mannschaft"
)
NAMES = "Gregor Hobera|Hobera, Gregor|Hans Pichler|Ada Lind|Bert Bach|Bach Bert|Ruiz Sol, Ana|Olka|Ruba"
WORDS = f"Linz|Graz|1950|1985|7|8|ja|nein|Rest folgt|1.500|2,5|30|Adler|?|✅|Ana & Bert||{NAMES}"
KINDS_OF_CHOICE = ("radio", "select")


class Door:
    """A page that takes lists, and how many have come in through it."""

    def __init__(self, name: str) -> None:
        self.name, self.more, pages = name, dict[str, str](), ("register_list", "register_file")
        at: list[Any] = []
        self.count: Callable[[], int] = Person.objects.count
        if name == "entrants":
            self.of = factories.tournament(fee=300, team_size=2)
            factories.round_(self.of, [])
            pages, at = ("read_list", "read_file"), [self.of.slug]
            self.count = Entrant.objects.filter(tournament=self.of, withdrawn=None).count
        elif name == "days":
            pages, at = ("season_days", "season_days_file"), [seasons.season().slug]
            self.more = {"reason": "Verschrieben"}
        elif name == "results":
            event = seasons.day(seasons.season())
            pages, at = ("season_results", "season_results_file"), [event.season.slug, event.number]
            self.count, self.more = SeasonResult.objects.filter(event=event).count, {"reason": "Verschrieben"}
        self.page, self.file = (reverse(page, args=at) for page in pages)

    def show(self, client: Client, sent: str | bytes) -> Any:
        """The preview of a pasted list, or of a file."""
        if isinstance(sent, str):
            return client.post(self.page, {"text": sent})
        return client.post(self.file, {"file": SimpleUploadedFile("liste", sent)})

    def keep_promise(self, client: Client, shown: Any, **answers: Any) -> None:
        """Confirm a preview as it stands there: whom its foot counts comes in, and nobody else."""
        counts, before, paid = shown.context["counts"], self.count(), Presence.objects.filter(paid__gt=0).count()
        button = re.search(r'<button class="primary">\s*(\D*\d+)', shown.content.decode())
        assert button is not None
        assert int(button[1].split()[-1]) == counts["coming"]
        done = confirm_preview(client, shown, **self.more, **answers)
        if self.name == "results" and done.status_code == 409:  # the same result again, or somebody twice
            assert self.count() == before
            return
        assert done.status_code == 302
        assert self.count() - before == counts["coming"]
        if self.name == "entrants":
            told = parse_qs(urlsplit(done["Location"]).query)
            assert int(told.get("entered", ["0"])[0]) == counts["coming"]
            assert int(told.get("there", ["0"])[0]) == counts["there"]
            if "paid" in fill_preview(shown):
                assert Presence.objects.filter(paid__gt=0).count() - paid == shown.context["payers"]


def make_known_people() -> None:
    """People of whom a list may speak."""
    club = load_first_club()
    for name, facts in (
        ("Gregor Hobera", {"town": "Linz", "birth_year": 1950}),
        ("Hans Pichler", {"town": "Linz", "player_number": "7"}),
        ("Hans Pichler", {}),
        ("Ada Lind", {}),
        ("Bert Bach", {"federation_number": "AT8"}),
    ):
        Person.objects.filter(pk=create_person(club, name).pk).update(**facts)


@pytest.mark.parametrize(("door", "answer"), [("register", "first"), ("entrants", "last"), ("results", "first")])
def test_names_in_two_columns_wait_for_the_answer_which_is_the_surname_and_it_is_heard(secretary, door, answer):
    through = Door(door)
    shown = through.show(secretary, TWO_COLUMNS)
    assert (shown.context["counts"]["coming"], shown.context["open_count"]) == (0, 1)
    through.keep_promise(secretary, shown)
    before = through.count()
    shown = confirm_preview(secretary, shown, order=answer)
    assert through.count() == before  # as it is read now was not shown yet
    through.keep_promise(secretary, shown)
    come = {"first": {"Olka Ruba", "Lesa Mupo"}, "last": {"Ruba Olka", "Mupo Lesa"}}[answer]
    assert set(Person.objects.filter(name__regex="Olka|Lesa").values_list("name", flat=True)) == come


def test_a_question_that_the_register_has_answered_since_is_shown_again(secretary):
    through = Door("register")
    shown = through.show(secretary, TWO_COLUMNS)
    create_person(load_first_club(), "Olka Ruba")
    again = confirm_preview(secretary, shown)
    assert again.status_code == 200
    assert again.context["counts"]["coming"] == 3
    through.keep_promise(secretary, again)


@pytest.mark.heavy_but("register-0")
@pytest.mark.parametrize(("door", "comes"), [("register", 0), ("entrants", 1)])
def test_facts_against_a_name_are_a_question_and_the_foot_counts_people(secretary, door, comes):
    make_known_people()
    through, father = Door(door), Person.objects.get(name="Gregor Hobera")
    shown = through.show(secretary, NAMESAKES)
    son, known = list_rows(shown)
    assert (son.group, known.what, son.why.split(", ")[-1]) == (
        "ask",
        "known",
        "aber anderes Geburtsjahr und anderer Ort",
    )
    open_counts = {"coming": comes, "there": 1 - comes, "gone": 0, "left": 0, "unread": 0, "open": 1}
    assert shown.context["counts"] == open_counts
    for answer, more in ((str(father.pk), 0), ("new", 1)):
        shown = confirm_preview(secretary, shown, again="1", **{son.field: answer})
        assert shown.context["counts"] == open_counts | {"coming": comes + more, "open": 0}
    through.keep_promise(secretary, shown)
    assert set(Person.objects.filter(name="Gregor Hobera").values_list("birth_year", "town")) == {
        (1950, "Linz"),
        (1985, "Graz"),
    }


def test_a_name_with_other_facts_is_asked_about():
    make_known_people()
    index = load_club_index(load_first_club().pk, {})
    for rows, is_asked in FACTS.items():
        people = read_people(f"Name;Ort;Geburtsjahr;Spielernummer;Verbandsnummer\n{rows}")
        defaults = {choose_default(candidate) for candidate in match_candidates(index, people)}
        assert (defaults == {OPEN}, OPEN in defaults) == (is_asked, is_asked), rows


def test_a_surname_alone_is_whoever_has_it_and_asked_where_several_do(secretary):
    for name in ("Anna Pammer", "Bert Vock", "Cora Vock", "Dora Eck"):
        create_person(load_first_club(), name)
    through = Door("results")
    shown = through.show(secretary, "Pammer +45\nVock B. +8\nVock -12\nDora -20\nZach -21\n")
    pammer, bert, vock, dora, zach = list_rows(shown)
    assert [row.group for row in (pammer, bert, vock, dora, zach)] == ["look", "look", "ask", "ask", "rest"]
    through.keep_promise(secretary, shown)
    results = dict(SeasonResult.objects.values_list("person__name", "points"))
    assert results == {"Anna Pammer": 4500, "Bert Vock": 800, "Zach": -2100}
    assert not Spelling.objects.exists()  # another Pammer may come


def test_every_row_to_look_at_has_its_answers_there_and_then(secretary):
    through = Door("entrants")
    rows = (
        "Anna & Bert Lind;ja|Cilli Neu;nein|Fam. Ott;ja|Dora Berg (+1);ja|~Emil Kern~;ja|Ida Lang;ja|Tom & Uwe Zach;ja"
    )
    shown = through.show(
        secretary, "Name;bezahlt;Bemerkung\n" + rows.replace("|", "\n").replace("Lang;ja", "Lang;ja;krank")
    )
    by_name = {row.name: row for row in list_rows(shown)}
    asked = ("Anna Lind", "Bert Lind", "Cilli Neu", "Fam. Ott", "Dora Berg", "Emil Kern", "Ida Lang")
    pair, other, plain, family, guest, struck, ill = map(by_name.__getitem__, asked)
    assert [len(row.choices) for row in (pair, plain, family, guest, struck, ill)] == [3, 0, 2, 3, 1, 1]
    assert [plain.said, other.said] == [None, None]
    counts = {"coming": 6, "there": 0, "gone": 2, "left": 0, "unread": 0, "open": 1}
    assert shown.context["counts"] == counts
    answers = {by_name["Tom Zach"].field: "-", guest.field: guest.choices[0][0], ill.field: ill.choices[0][0]}
    shown = confirm_preview(secretary, shown, **answers, **{family.typed: "Ott, Olga"})  # nothing is written unseen
    assert shown.context["counts"] == counts | {"coming": 7, "gone": 1, "left": 1, "open": 0}
    assert {payment["word"] for payment in shown.context["payments"]} == {
        "Anna Lind, Bert Lind",
        "Dora Berg, Begleitung von Dora Berg",
    }
    through.keep_promise(secretary, shown)
    named = {"Anna Lind", "Bert Lind", "Cilli Neu", "Olga Ott", "Dora Berg", "Begleitung von Dora Berg", "Ida Lang"}
    assert set(numbers(through.of)) == named


def test_a_result_of_two_people_is_asked_and_nobody_gets_it_twice(secretary):
    through = Door("results")
    shown = through.show(secretary, "Platz;Name;Punkte\n1;Anna & Bert Lind;12\n2;Cilli Neu;9\n")
    [pair] = shown.context["asked"]
    assert [value for value, *_rest in pair.choices] == ["Anna & Bert Lind", "-"]
    shown = confirm_preview(secretary, shown, **{pair.typed: "Anna Lind; Bert Lind"})
    assert (shown.context["counts"]["coming"], shown.context["counts"]["open"]) == (1, 1)
    through.keep_promise(secretary, confirm_preview(secretary, shown, **{pair.typed: "Anna Lind"}))
    assert set(SeasonResult.objects.values_list("person__name", "points")) == {("Anna Lind", 1200), ("Cilli Neu", 900)}


@heavy
@pytest.mark.parametrize("name", CASES)
def test_of_a_list_of_the_folder_those_whom_the_foot_counts_come_in(secretary, name):
    case = CASES[name]
    sent = [build_raw(case), *([case["text"]] if "xlsx" not in case else [])]
    for place, raw in enumerate(sent):
        through = Door(case.get("purpose", "entrants") if not place else DOORS[len(name) % 3])
        shown = through.show(secretary, raw)
        if shown.status_code == 400:
            continue  # another page takes it
        rows = list_rows(shown)
        is_open = "order" in case.get("questions", ())  # nobody comes in before it is said which name is the surname
        asked = {row.name for row in rows if row.what in ASKED_KINDS or row.group == "ask" or is_open}
        through.keep_promise(secretary, shown, numbers="on")
        if place == 0 and through.name == "entrants" and not case.keys() & {"known", "choices"}:
            entered, listed = numbers(through.of), {person["name"]: person.get("number") for person in case["people"]}
            assert entered.keys() <= listed.keys()
            assert listed.keys() - entered.keys() <= asked
            assert all(number in (None, entered.get(person, number)) for person, number in listed.items())


def test_an_answer_counts_only_as_long_as_the_row_offers_it(secretary):
    make_known_people()
    through = Door("entrants")
    through.keep_promise(secretary, through.show(secretary, "Gregor Hobera\nXenia Zach\n"))
    shown = through.show(secretary, "Name;Spieler\nHans Pichler;Gregor Hobera\nZita Zach;Olga Ott\n")
    [asked] = shown.context["asked"]
    answers, before = {asked.field: asked.choices[0][0]}, through.count()
    other = confirm_preview(secretary, shown, again="1", **answers, **{"column-0": "", "column-1": "name"})
    assert (other.context["counts"]["coming"], other.context["counts"]["there"]) == (1, 1)
    through.keep_promise(secretary, other)
    again = confirm_preview(secretary, shown, **{asked.field: str(Person.objects.latest("pk").pk + 1)})
    assert (again.status_code, again.context["counts"]["coming"]) == (200, 1)
    assert through.count() == before + 1


@heavy
@pytest.mark.parametrize("number", range(90))
def test_of_a_random_list_those_whom_the_foot_counts_come_in_after_any_answers(secretary, number):
    chance = Random(number)
    make_known_people()
    through = Door(DOORS[number % 3])
    if through.name == "entrants":
        gone, _stays = factories.enter_people(through.of, "Ada Lind", "Hans Pichler")
        Entrant.objects.filter(pk=gone.pk).update(withdrawn=now())
    width = chance.randint(1, 5)
    rows = [
        [chance.choice(NAMES.split("|")), *chance.choices(WORDS.split("|"), k=width - 1)]
        for _row in range(chance.randint(1, 9))
    ]
    heads = [["Name", *chance.sample(HEADINGS.split(), width - 1)]] if chance.random() < 0.7 else []
    text = "\n".join(map(";".join, [*heads, *rows]))
    for _kept in range(2):
        shown = through.show(secretary, text if chance.random() < 0.5 else text.encode())
        for _answers in range(chance.randrange(3)):
            if shown.status_code == 400:
                return
            fields = {
                name: field.offered
                for name, field in find_preview(shown).fields.items()
                if field.kind in KINDS_OF_CHOICE
            }
            likely = {name: 0.1 if name.startswith("column-") else 0.5 for name in fields}
            answers = {name: chance.choice(some) for name, some in fields.items() if chance.random() < likely[name]}
            shown = confirm_preview(secretary, shown, again="1", **answers)
        if shown.status_code == 400:
            return
        through.keep_promise(secretary, shown, **({"numbers": "on"} if chance.random() < 0.5 else {}))
