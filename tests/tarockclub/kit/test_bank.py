"""IBANs, how they are kept, and the codes of EPC069-12: its lines, read back as a banking app reads them."""

import pytest
from django.db import connection

from tarockclub.kit.bank import MOST_CENTS, Transfer, build_transfer, clean_iban
from tarockclub.models import Club, Person
from tests.support.shared_pictures import read_code

VIENNA, BERLIN, OSLO = "AT611904300234573201", "DE89370400440532013000", "NO9386011117947"


def read_lines(transfer: Transfer | None) -> list[str]:
    assert transfer is not None
    return read_code(transfer.code).split("\n")


@pytest.mark.parametrize("iban", [VIENNA, BERLIN, OSLO, "MT84MALT011000012345MTLCAST001S"])
def test_an_iban_is_read_however_it_is_typed(iban):
    typed = " ".join(iban[place : place + 4] for place in range(0, len(iban), 4))
    assert clean_iban(f"\u00a0{typed.lower()} ") == iban


@pytest.mark.parametrize(
    "typed",
    [
        "",
        VIENNA[:-1],  # a figure less
        VIENNA + "0",
        VIENNA[:8] + VIENNA[9] + VIENNA[8] + VIENNA[10:],  # two figures swapped
        "AT" + "00" + VIENNA[4:],
        "TR330006100519786457841326",  # right, but no euros are sent there
        "ÄT611904300234573201",
        "AT61190430023457320١",  # a figure of another script
        "1" * 10_000,
    ],
)
def test_what_is_no_iban_is_none(typed):
    assert clean_iban(typed) == ""


def test_the_lines_of_a_code_are_those_of_the_standard():
    lines = read_lines(build_transfer("Anna Ährenfeld", VIENNA, 1230, "Tarock am 10. März 2026"))
    assert lines == [
        *("BCD", "002", "1", "SCT", ""),  # version 2 without a BIC, UTF-8
        *("Anna Ährenfeld", VIENNA, "EUR12.3", "", ""),
        "Tarock am 10. März 2026",
    ]


@pytest.mark.parametrize(("cents", "amount"), [(1, "EUR0.01"), (500, "EUR5"), (MOST_CENTS, "EUR999999999.99")])
def test_amounts_have_a_point_and_no_other_mark(cents, amount):
    assert read_lines(build_transfer("Anna", VIENNA, cents, "x"))[7] == amount


@pytest.mark.parametrize(
    ("name", "iban", "cents"),
    [
        ("Anna", VIENNA, 0),
        ("Anna", VIENNA, -500),
        ("Anna", VIENNA, MOST_CENTS + 1),
        ("Anna", "", 500),
        ("Anna", VIENNA[:-1] + "2", 500),  # as somebody has put it into the database
        (" ", VIENNA, 500),
    ],
)
def test_what_cannot_be_sent_has_no_code(name, iban, cents):
    assert build_transfer(name, iban, cents, "x") is None


def test_a_name_with_line_breaks_adds_no_line_and_long_texts_fit():
    wide = build_transfer(f"Anna\n{BERLIN}\nEUR9999", VIENNA, 500, "x\ry")
    assert read_lines(wide)[5:8] == [f"Anna {BERLIN} EUR9999", VIENNA, "EUR5"]
    longest = read_lines(build_transfer("Čž" * 100, VIENNA, MOST_CENTS, "őű" * 200))
    assert longest[5] == ("Čž" * 100)[:45]
    assert longest[10] == ("őű" * 200)[:70]


@pytest.mark.django_db
def test_the_database_has_no_iban_that_can_be_read_and_other_keys_open_none(settings):
    club = Club.objects.create(name="Linde", iban=VIENNA)
    person = Person.objects.create(club=club, number=1, name="Anna", iban=BERLIN)
    with connection.cursor() as cursor:
        for row, iban in ((club, VIENNA), (person, BERLIN)):
            cursor.execute(f"SELECT iban FROM {row._meta.db_table} WHERE id = %s", [row.pk])
            [stored] = cursor.fetchone()
            assert stored
            assert iban[4:] not in stored
    assert Person.objects.get(pk=person.pk).iban == BERLIN
    assert list(Person.objects.exclude(iban="").values_list("iban", flat=True)) == [BERLIN]
    settings.BOOK_KEY = "another " * 10
    assert Person.objects.get(pk=person.pk).iban == ""
