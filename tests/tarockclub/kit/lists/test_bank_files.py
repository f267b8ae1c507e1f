"""Files of banks, made by hand: camt.053 of two versions, CSV of four banks; and what is hostile or in other money."""

from fractions import Fraction

import pytest

from tarockclub.kit.lists.bank_file import Credit, _read_rows, read_bank_file
from tarockclub.kit.lists.table import MOST_BYTES, MOST_ROWS, Cell, Row, Unreadable

TEXT = "Nenngeld Linzer Cup, 05.12.2026, Nr. 3"
ENTRY = """<Ntry><Amt Ccy="{ccy}">{amount}</Amt><CdtDbtInd>{sign}</CdtDbtInd>{more}<Sts>{status}</Sts>
<BookgDt><Dt>2026-12-01</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr>{name}</Dbtr></RltdPties>
<RmtInf><Ustrd>Nenngeld Linzer Cup, </Ustrd><Ustrd>05.12.2026, Nr. 3</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>"""
USUAL = {
    "ccy": "EUR",
    "amount": "15.00",
    "sign": "CRDT",
    "more": "",
    "status": "BOOK",
    "name": "<Nm>Rosl Ahornegg</Nm>",
}


def build_camt(*entries: str, version: str = "02") -> bytes:
    space = f"urn:iso:std:iso:20022:tech:xsd:camt.053.001.{version}"
    body = f'<Document xmlns="{space}"><BkToCstmrStmt><Stmt>{"".join(entries)}</Stmt></BkToCstmrStmt></Document>'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}'.encode()


def build_entry(**facts: str) -> str:
    return ENTRY.format(**USUAL | facts)


def test_a_statement_of_either_version_has_day_amount_payer_and_text():
    credit = Credit("01.12.2026", 1500, "Rosl Ahornegg", "Nenngeld Linzer Cup,  05.12.2026, Nr. 3")
    assert read_bank_file(build_camt(build_entry())) == [credit]
    newer = build_entry(name="<Pty><Nm>Rosl Ahornegg</Nm></Pty>", status="<Cd>BOOK</Cd>")
    assert read_bank_file(build_camt(newer, version="08")) == [credit]
    assert read_bank_file(build_camt(build_entry()).decode().encode("utf-16")) == [credit]


@pytest.mark.parametrize(
    "facts",
    [
        {"sign": "DBIT"},  # went out
        {"ccy": "CHF"},
        {"amount": "-15.00"},
        {"amount": "0.00"},
        {"amount": "15,00"},
        {"amount": "1e3"},
        {"amount": "15.001"},
        {"amount": "9" * 400},
        {"status": "PDNG"},
        {"more": "<RvslInd>true</RvslInd>"},  # was sent back
    ],
)
def test_what_is_not_booked_as_euros_that_came_in_is_left_out(facts):
    assert read_bank_file(build_camt(build_entry(**facts))) == []


def test_payments_that_the_bank_has_booked_together_are_single_ones():
    details = "".join(
        f"<TxDtls><AmtDtls><TxAmt><Amt Ccy='EUR'>{cents}</Amt></TxAmt></AmtDtls>"
        f"<RmtInf><Ustrd>{number}</Ustrd></RmtInf></TxDtls>"
        for number, cents in ((3, "15.00"), (4, "7.5"))
    )
    whole = "<Amt Ccy='EUR'>22.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>"
    entry = f"<Ntry>{whole}<NtryDtls>{details}</NtryDtls></Ntry>"
    assert [(credit.cents, credit.text) for credit in read_bank_file(build_camt(entry))] == [(1500, "3"), (750, "4")]


GEORGE = f'''"Buchungsdatum";"Partnername";"Partner IBAN";"Betrag";"Währung";"Buchungs-Info";"Buchungsreferenz"
"01.12.2026";"Rosl Ahornegg";"AT611904300234573201";"15,00";"EUR";"{TEXT}";"23"
"02.12.2026";"Saalmiete";"";"-23,10";"EUR";"Saal";"24"
"02.12.2026";"Wechsler";"";"15,00";"CHF";"{TEXT}";"25"
'''
ELBA = f'''"01.12.2026";"{TEXT} Auftraggeber: Rosl Ahornegg";"01.12.2026";"15,00";"EUR";"01.12.2026 08:12:11"
"02.12.2026";"Verwendungszweck: Saal";"02.12.2026";"-1.215,00";"EUR";"02.12.2026 08:12:11"
"02.12.2026";"{TEXT}";"02.12.2026";"15,00";"USD";"02.12.2026 08:12:11"
'''
BAWAG = f"""AT611904300234573201;Gutschrift OG/000001234|{TEXT} Rosl Ahornegg;01.12.2026;01.12.2026;+15,00;EUR
AT611904300234573201;Abbuchung;02.12.2026;02.12.2026;-15,00;EUR
"""
BANK_AUSTRIA = f"""Buchungsdatum;Valutadatum;Buchungstext;Währung;Betrag;Belegnummer;Auftraggebername;Zahlungsgrund
01.12.2026;01.12.2026;GUTSCHRIFT;EUR;15,00;123;Rosl Ahornegg;{TEXT}
02.12.2026;02.12.2026;LASTSCHRIFT;EUR;-15,00;124;Saal;Saal
"""


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-8-sig"])
@pytest.mark.parametrize("text", [GEORGE, ELBA, BAWAG, BANK_AUSTRIA])
def test_lists_of_austrian_banks_are_read(text, encoding):
    [credit] = read_bank_file(text.encode(encoding))
    assert (credit.day, credit.cents) == ("01.12.2026", 1500)
    assert TEXT in credit.text
    assert "Rosl Ahornegg" in f"{credit.name} {credit.text}"


def test_without_a_currency_nobody_knows_what_an_amount_is():
    assert read_bank_file(b"Datum;Betrag;Verwendungszweck\n01.12.2026;15,00;x") == []
    [credit] = read_bank_file("Datum;Betrag (€);Verwendungszweck\n01.12.2026;15,00;x".encode())
    assert credit.cents == 1500


BOMB = """<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<Document><Stmt><Ntry>&b;</Ntry></Stmt></Document>"""


@pytest.mark.parametrize(
    "raw",
    [
        BOMB.encode(),
        BOMB.encode("utf-16"),
        b"<Document><Stmt><Ntry>",
        b"<html><body>Bitte neu anmelden</body></html>",
        b"Name;Ort\nAnna;Wien\n",
        b"\x89PNG\r\n\x1a\n\0\0\0\0",
        b"",
    ],
)
def test_what_is_no_file_of_a_bank_is_refused(raw):
    with pytest.raises(Unreadable):
        read_bank_file(raw)


def test_too_much_is_refused_before_it_is_looked_at():
    with pytest.raises(Unreadable, match="too_large"):
        read_bank_file(b"<" + b" " * MOST_BYTES)
    with pytest.raises(Unreadable, match="too_many_rows"):
        read_bank_file(build_camt("<Ntry/>" * (MOST_ROWS + 1)))


def test_a_workbook_has_whole_cents_or_no_amount():
    head = Row(1, tuple(map(Cell, ("Betrag EUR", "Verwendungszweck"))))
    rows = [
        Row(number, (Cell(text, Fraction(text)), Cell("Nenngeld")))
        for number, text in enumerate(("15", "0.07", "4.005", "-5", "0"), 2)
    ]
    assert [credit.cents for credit in _read_rows([head, *rows])] == [1500, 7]
