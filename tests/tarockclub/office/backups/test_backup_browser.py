"""The page of backups on a small phone: a file from elsewhere takes the place of the book."""

import pytest

from tests.support.signed_in import give_password, let_in

pytestmark = pytest.mark.heavy


@pytest.fixture
def served(serve):
    """A club that nobody else uses: its whole book is saved, lost and brought back."""
    return serve()


def test_a_director_takes_a_backup_away_and_brings_it_back_from_a_phone(phone, served, tmp_path):
    let_in(phone.context, served.url)
    phone.goto("/backups/")
    phone.get_by_role("button", name="Jetzt sichern").tap()
    phone.get_by_text("0 Spiele ·").wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    phone.get_by_role("link", name="Herunterladen").tap()
    give_password(phone)
    phone.get_by_text("0 Spiele ·").wait_for()
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Herunterladen").tap()
    file = tmp_path / "from-the-phone.zip"
    download.value.save_as(file)
    served.play_evening()
    phone.locator("#file").set_input_files(file)
    phone.get_by_role("button", name="Ansehen").tap()
    phone.get_by_text("fehlen in der Sicherung").wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    touched = "main :is(.button, button, input:not([type=hidden]))"
    small = f"[...document.querySelectorAll('{touched}')].filter(e => e.offsetHeight < 44).length"
    assert phone.evaluate(small) == 0
    phone.locator("#word").fill("zurückspielen")
    phone.get_by_role("button", name="Alles durch diese Sicherung ersetzen").tap()
    phone.get_by_text("Zurückgespielt: 0 Spiele").wait_for()
    phone.get_by_role("link", name="Zur ersten Seite").tap()
    phone.get_by_role("link", name="Einloggen").first.wait_for()
    phone.goto("/backups/")
    assert "/log-in/" in phone.url
