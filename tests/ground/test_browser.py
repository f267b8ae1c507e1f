"""The pages that browser tests get, and that such a test fails on what a page complains about."""

import pytest

pytestmark = pytest.mark.heavy

NOWHERE = "/nirgends"


def test_a_phone_is_360_wide_speaks_german_and_notices_a_missing_page(phone, faults):
    phone.goto(NOWHERE)
    assert phone.evaluate("[screen.width, screen.height, navigator.language]") == [360, 740, "de-AT"]
    assert phone.evaluate("'ontouchstart' in window")
    found = faults.list_unexpected()
    assert any(fault.startswith("response: 404") for fault in found)
    assert any(fault.startswith("console:") for fault in found)
    faults.expect("404")
    assert faults.list_unexpected() == []


def test_a_laptop_is_1280_wide_and_notices_an_error_in_a_script(desktop, faults):
    faults.expect("404")
    desktop.goto(NOWHERE)
    assert desktop.evaluate("[innerWidth, innerHeight]") == [1280, 800]
    desktop.evaluate("setTimeout(() => { throw new Error('kaputt') })")
    desktop.wait_for_timeout(200)
    assert any("kaputt" in fault for fault in faults.list_unexpected())
    faults.expect("kaputt")


def test_the_policy_keeps_inline_scripts_from_running(desktop, faults):
    faults.expect("404|Content Security Policy")
    desktop.goto(NOWHERE)
    desktop.evaluate(
        "const s = document.createElement('script'); s.textContent = 'window.ran = 1';document.body.append(s)"
    )
    assert desktop.evaluate("window.ran") is None


@pytest.mark.django_db
def test_the_database_is_usable_beside_a_browser(phone):
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)
