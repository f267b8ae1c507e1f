"""Premiums in the way of another one, as a form is told before anybody enters it."""

from scoring.engine.hand.check.premiums import list_obstacles
from tests.scoring.engine.support.built_in import sheet_of


def list_denied(sheet: str) -> dict[str, set[str]]:
    """Return the premiums of the other side that cannot have been made beside each."""
    denied: dict[str, set[str]] = {}
    for (name, _), others in list_obstacles(sheet_of(sheet)).items():
        denied.setdefault(name, set()).update(other for (other, _), code in others.items() if code == "premium_denied")
    return denied


def test_it_is_known_what_cannot_have_been_made_by_both_sides():
    denied = list_denied("treffpunkt")
    assert denied["mondfang"] == {"trull", "valat"}
    assert denied["trull"] == {"mondfang", "pagatfang"}  # it may have lain in the talon beside a Valat
    assert denied["koenigfang"] == {"koenige", "koenig_ultimo"}
    assert {"pagat", "uhu", "mondfang", "sack_1"} <= denied["valat"]
    assert list_obstacles(sheet_of("treffpunkt"))["koenigfang", False]["valat", True] == "premium_left"
    assert list_denied("karlsruhe")["koenigfang"] == {"valat"}
    assert list_denied("zwanzigerrufen")["valat"] == {"pagat", "koenige", "trull", "mondfang", "absolut"}
