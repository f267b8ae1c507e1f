"""A stand-by laptop: who gets the book, what is taken of it, who is first; the page about it."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Entry
from scoring.table.waiting_hands.services import list_hands_since, read_hands, write_line
from tarockclub.kit.time_source import now
from tarockclub.office.backups import stand_by
from tarockclub.office.backups.second_folder import ChangesWriter
from tarockclub.office.backups.services import NONE, make_backup
from tarockclub.office.backups.stand_by import (
    CopyState,
    answer_other,
    collect_news,
    describe_copy,
    find_copy,
    store_news,
)
from tarockclub.platform.server.stand_by import LaptopPart, StandBy, load_stand_by, prove_code, save_stand_by
from tests.scoring.support.tables import new_table
from tests.support.backups import play_hand
from tests.support.clients import read_text
from tests.support.links import find_secret
from tests.support.phones import Client as PhoneClient
from tests.support.phones import let_write

pytestmark = [pytest.mark.usefixtures("fresh_database", "backups_of_its_own"), pytest.mark.sqlite]
CODE = "ABCDEFGHJKLM2345"


@pytest.fixture(autouse=True)
def begin(backups_of_its_own) -> None:
    """Begin with nothing given out."""
    stand_by._writer = ChangesWriter()


def ask(code: str = CODE, **question):
    """Send the first laptop a question, as another one of this code would."""
    import pyrage

    key = pyrage.x25519.Identity.generate()
    body = json.dumps({"port": 8000, "recipient": str(key.to_public()), **question}).encode()
    answer = answer_other(body, prove_code(code, b"ask", body), "192.168.1.9")
    return answer and json.loads(pyrage.decrypt(answer[0], [key]).partition(b"\n")[0])


def test_without_the_code_nobody_gets_anything():
    make_backup(prove=NONE)
    save_stand_by(StandBy(code=CODE))
    assert ask("A" * 16, part="following", term=0, has=CopyState()) is None
    assert ask(part="following", term=0, has=CopyState())["whole"] > 0
    save_stand_by(StandBy())
    assert ask("", part="following", term=0, has=CopyState()) is None


def test_at_every_byte_of_an_interrupted_transfer_the_next_answer_completes_the_same_changes(tmp_path, settings):
    table = new_table()
    play_hand(table)
    make_backup(prove=NONE)
    where = tmp_path / "in"
    where.mkdir()
    store_news(where, *collect_news(CopyState()))
    play_hand(table, 1)
    facts, content = collect_news(describe_copy(find_copy(where)))
    assert (facts["whole"], facts["start"] > 0) == (0, True)
    assert content
    for torn in (0, 1, len(content) // 2, len(content) - 1):
        store_news(where, facts, content[:torn])
        store_news(where, *collect_news(describe_copy(find_copy(where))))
        [sent] = (Path(settings.DATA_DIR) / "stand-by" / "out").glob("*.changes")
        assert next(where.glob("*.changes")).read_bytes() == sent.read_bytes()


def test_of_two_that_believe_to_be_first_the_lower_term_is_first_no_more():
    save_stand_by(StandBy(code=CODE, term=3))
    assert ask(part="first", term=3, until="")["part"] == "first"
    assert ask(part="first", term=2, until="")["part"] == "first"
    assert load_stand_by().part is LaptopPart.FIRST
    moment = now().isoformat()
    assert ask(part="first", term=4, until=moment)["part"] == "replaced"
    row = load_stand_by()
    assert (row.part, row.term, row.other, row.since) == (LaptopPart.REPLACED, 4, "http://192.168.1.9:8000", moment)


def test_a_laptop_that_is_not_first_saves_nothing_and_its_pages_say_who_is(director):
    table = new_table()
    save_stand_by(StandBy(LaptopPart.REPLACED, 1, CODE, "http://192.168.1.9:8000"))
    body = json.dumps({"key": "k", "previous": "", "seats": [0, 1, 2, 3, 0], "record": {}})
    answer = director.post(f"/tables/{table.slug}/hands/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (503, "not_first")
    assert director.post("/evenings/new/", {}).status_code == 503
    assert not Entry.objects.exists()
    assert "http://192.168.1.9:8000" in read_text(director.get("/club/"))
    assert director.post("/backups/stand-by/", {"do": "stay"}).status_code == 302
    assert load_stand_by() == StandBy(LaptopPart.FIRST, 2, CODE, "http://192.168.1.9:8000")


def test_the_hands_since_a_moment_are_lines_that_can_be_read_in_again():
    table, moment = new_table(), now()
    keys = [play_hand(table), play_hand(table, 1)]
    hands, others = list_hands_since(moment)
    assert ([hand.key for hand in hands], others) == (keys, 0)
    assert hands[1].previous == keys[0]
    again = list(read_hands("\n".join(map(write_line, hands))))
    assert again == [hand._replace(entry_time=hand.entry_time.replace(microsecond=0)) for hand in hands]
    assert list_hands_since(now()) == ([], 0)


def test_the_page_admits_another_laptop_with_a_code_and_follows_one(director):
    director.post("/backups/stand-by/", {"do": "admit"})
    code = load_stand_by().code
    assert " ".join(code[at : at + 4] for at in range(0, 16, 4)) in read_text(director.get("/backups/stand-by/"))
    for address, typed in (("ftp://192.168.1.9", code), ("http://192.168.1.9/x", code), ("192.168.1.9", "kurz")):
        sent = {"do": "follow", "address": address, "code": typed}
        assert director.post("/backups/stand-by/", sent).status_code == 400
    director.post("/backups/stand-by/", {"do": "follow", "address": "192.168.1.9:8000", "code": code.lower()})
    row = load_stand_by()
    assert (row.part, row.other, row.code) == (LaptopPart.FOLLOWING, "http://192.168.1.9:8000", code)
    assert director.post("/backups/stand-by/", {"do": "take_over"}).status_code == 400
    director.post("/backups/stand-by/", {"do": "leave"})
    assert load_stand_by().part is LaptopPart.FIRST


def test_a_phone_brings_what_waits_on_it_by_the_link_of_its_table_and_of_no_other():
    table, other = new_table(), new_table()
    keys = [play_hand(table), play_hand(other)]
    saved, _others = list_hands_since(now() - timedelta(hours=1))
    waiting = [
        hand._replace(key=f"next-{hand.key}", previous=hand.key, seats=(*hand.seats[:4], 1, *hand.seats[5:]))
        for hand in saved
    ]
    text = "\n".join(map(write_line, waiting))
    path = reverse("bring_hands", args=[find_secret(let_write(table).slug)])
    phone = Client()
    assert "Wird Spiel 2" in read_text(phone.get(path, {"hands": text}))
    for _twice in range(2):
        assert "Spiel 2" in read_text(phone.post(path, {"hands": text}))
    assert list(Entry.objects.order_by("pk").values_list("key", flat=True)) == [*keys, f"next-{keys[0]}"]
    assert phone.get(path, {"hands": "nichts"}).status_code == 400
    save_stand_by(StandBy(LaptopPart.FOLLOWING, 1, CODE, "http://192.168.1.9:8000"))
    assert phone.post(path, {"hands": text}).status_code == 503
    assert phone.get(reverse("bring_hands", args=["0" * 32]), {"hands": text}).status_code == 503


def test_the_page_of_a_table_knows_where_its_hands_go_if_another_laptop_follows():
    table, phone = let_write(new_table()), PhoneClient()
    assert "192.168.1.9" not in phone.get(f"/tables/{table.slug}/").content.decode()
    save_stand_by(StandBy(code=CODE, other="http://192.168.1.9:8000"))
    address = f"http://192.168.1.9:8000/t/{find_secret(table.slug)}/waiting/"
    assert f'href="{address}"' in phone.get(f"/tables/{table.slug}/").content.decode()
