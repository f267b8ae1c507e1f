"""The judge of lists as people send them: each goes through its page as it stands there, then the rows are compared.

A folder has the list (input.txt as it is pasted, or a file) and right.json: the door, the people of the register, the
people that a careful secretary would save.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.lists.words import has_answer
from tarockclub.kit.numbers import list_readings
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import create_person, load_first_club
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support import factories
from tests.tournaments.support.list_previews import confirm_preview, list_rows
from tournaments.models import Entrant, Presence, SeasonResult, TeamMember
from tournaments.people.list_import.row_names import REST

AS_MEANT, QUESTION, NOTICE, WRONG = "as meant", "asked", "named", "wrong"
WHO, POINTS, MONEY = "who", "points", "money"
CONTACTS = ("contact", "email", "phone")
NAMES = {"born": "birth_year", "year": "birth_year", "year_of_birth": "birth_year", "category": "categories"}
OF_POINTS = ("points", "place", "days")
KEYS = {"town", "number", "paid", "team", "birth_year", "categories", "player_number", "federation_number"}
KEYS |= {*CONTACTS, *OF_POINTS}  # what the program has a place for


class Fault(NamedTuple):
    """A difference between what was saved and what is right; `verdict`: how it was said, `kind`: what it is about."""

    verdict: str
    kind: str
    text: str


class Verdict(NamedTuple):
    """The outcome of a list."""

    verdict: str
    faults: list[Fault]
    flagged: int  # rows that somebody has to look at


def judge(folder: Path, client: Client) -> Verdict:
    """Send a list through its page, with every answer as the page has it, and compare."""
    right = json.loads((folder / "right.json").read_text("utf-8"))
    club = load_first_club()
    for name in right["club"].get("register", ()):
        create_person(club, name)
    people = list(map(_fold_keys, right["people"]))
    own = {"numbers": "on"} if any("number" in person for person in people) else {}
    page, load = _open_door(right["door"], has_teams=any("team" in person for person in people))
    shown = _show(client, page, folder)
    if shown.status_code != 200:
        return Verdict(QUESTION, [Fault(QUESTION, WHO, f"refused: {shown.context['problem']}")], 0)
    done = confirm_preview(client, shown, **own)
    if done.status_code != 302:
        return Verdict(QUESTION, [Fault(QUESTION, WHO, f"refused: {done.context['problem']}")], 0)
    faults = list(_compare(shown, people, load(), " ".join(right["may_ask"])))
    order = (AS_MEANT, QUESTION, NOTICE, WRONG)
    worst = max([fault.verdict for fault in faults], key=order.index, default=AS_MEANT)
    return Verdict(worst, faults, sum(row.group != REST for row in list_rows(shown)))


def _fold_keys(person: dict[str, Any]) -> dict[str, Any]:
    return {NAMES.get(key, key): value for key, value in person.items()}


def _open_door(door: str, *, has_teams: bool) -> tuple[tuple[str, list[Any]], Any]:
    """The page of a door (the name of its route), and what loads the people that came in."""
    if door == "register":
        before = set(Person.objects.values_list("pk", flat=True))
        return ("register_list", []), lambda: _load_register(before)
    if door == "participants":
        of = factories.tournament(fee=1000, team_size=2 * has_teams)
        factories.round_(of, [])
        return ("read_list", [of.slug]), lambda: _load_entrants(of)
    season = seasons.season()
    if door == "points":
        event = seasons.day(season)
        return ("season_results", [season.slug, event.number]), _load_results
    return ("season_days", [season.slug]), _load_days


def _show(client: Client, page: tuple[str, list[Any]], folder: Path) -> Any:
    route, where = page
    [path] = [path for path in folder.iterdir() if path.stem == "input"]
    if path.suffix == ".txt":
        return client.post(reverse(route, args=where), {"text": path.read_text("utf-8")})
    routes = {"register_list": "register_file", "read_list": "read_file"}
    file = SimpleUploadedFile(path.name, path.read_bytes())
    return client.post(reverse(routes.get(route, f"{route}_file"), args=where), {"file": file})


def _tell_person(person: Person) -> dict[str, Any]:
    return {
        "town": person.town,
        "birth_year": person.birth_year,
        "contact": person.contact,
        "player_number": person.player_number,
        "federation_number": person.federation_number,
        "categories": person.categories,
    }


def _load_register(before: set[int]) -> dict[str, dict[str, Any]]:
    # Whoever was there before has perhaps new details.
    people = list(Person.objects.all())
    return {
        person.name: _tell_person(person) | {"number": person.player_number, "is_old": person.pk in before}
        for person in people
    }


def _load_entrants(of: Any) -> dict[str, dict[str, Any]]:
    teams = dict(TeamMember.objects.filter(team__tournament=of).values_list("entrant", "team__name"))
    paid = set(Presence.objects.filter(entrant__tournament=of, paid__gt=0).values_list("entrant", flat=True))
    entrants = Entrant.objects.filter(tournament=of, withdrawn=None).select_related("person")
    return {
        entrant.person.name: _tell_person(entrant.person)
        | {"number": str(entrant.number), "paid": entrant.pk in paid, "team": teams.get(entrant.pk, "")}
        for entrant in entrants
    }


def _load_results() -> dict[str, dict[str, Any]]:
    results = SeasonResult.objects.select_related("person")
    return {
        result.person.name: {
            "points": None if result.points is None else result.points / 100,
            "place": result.rank or None,
            "number": result.person.player_number,
        }
        for result in results
    }


def _load_days() -> dict[str, dict[str, Any]]:
    saved: dict[str, dict[str, Any]] = {}
    for result in SeasonResult.objects.select_related("person", "event"):
        day = result.event.day.isoformat() if result.event.day else result.event.name
        days = saved.setdefault(result.person.name, {"days": {}})["days"]
        days[day] = None if result.points is None else result.points / 100
    return saved


def _compare(
    shown: Any, right: list[dict[str, Any]], saved: dict[str, dict[str, Any]], may_ask: str
) -> Iterator[Fault]:
    """Every difference, with how the page has said it."""
    rows = list_rows(shown)
    is_open = bool(shown.context["open_count"] or shown.context["open_payments"])
    expected = {person["name"]: person for person in right}
    # Titles stay in a name, nicknames and capitals: who it is stays the same.
    same = {_fold(name): name for name in expected}
    saved = {same.get(_fold(name), name): values for name, values in saved.items()}
    for name, person in expected.items():
        mentioned = [row for row in rows if _is_about(name, f"{row.name} {' '.join(row.cells)}")]
        asks_elsewhere = not mentioned and name in may_ask and any(row.group != REST for row in rows)
        flagged = asks_elsewhere or any(row.group != REST for row in mentioned)
        if name not in saved:
            is_outside = shown.context["sheets"] or any(_is_about(name, text) for text in shown.context["outside"])
            verdict = QUESTION if flagged or (is_open and not mentioned) else NOTICE if is_outside else WRONG
            yield Fault(verdict, WHO, f"{name} is missing")
            continue
        for key, kind, own, due in _list_differences(person, saved[name]):
            is_named = (not own or key == "number") and _is_in_unused(shown, mentioned, due)
            is_warned = kind == POINTS and own is None and shown.context.get("warnings")
            is_said = flagged or is_warned or (kind == MONEY and is_open)
            verdict = QUESTION if is_said else NOTICE if is_named else WRONG
            yield Fault(verdict, kind, f"{name}: {key} is {own!r}, should be {due!r}")
    for name, values in saved.items():
        if name not in expected and not values.get("is_old"):
            own_rows = [row for row in rows if row.name == name]
            flagged = bool(own_rows) and all(row.group != REST for row in own_rows)
            yield Fault(QUESTION if flagged else WRONG, WHO, f"{name} is too many")


def _fold(name: str) -> str:
    return fold_name(re.sub('[„“"][^“”"]+[“”"]|Pfarrer |i[.]R[.]', "", name)).text


def _is_about(name: str, text: str) -> bool:
    return {*fold_name(name).text.split()} <= {*fold_name(text).text.split()}


def _is_in_unused(shown: Any, rows: list[Any], due: object) -> bool:
    """Return whether a value stands in a column that the page calls not used."""
    unused = [place for place, head in enumerate(shown.context["columns"]) if head["surety"] == "unused"]
    cells = [row.cells[place] for row in rows for place in unused if place < len(row.cells)]
    return any(str(due).casefold() in cell.casefold() or (due is True and _is_payment(cell)) for cell in cells)


def _is_payment(cell: str) -> bool:
    return any(map(has_answer, re.findall(r"\w+", cell))) or bool(list_readings(cell.strip("€ ")))


def _list_differences(person: dict[str, Any], saved: dict[str, Any]) -> Iterator[tuple[str, str, Any, Any]]:
    if "paid" in saved and saved["paid"] != bool(person.get("paid")):
        yield "paid", MONEY, saved["paid"], bool(person.get("paid"))
    for key in ("town", "points"):
        if saved.get(key) and person.get(key) in (None, ""):
            yield key, POINTS if key == "points" else WHO, saved[key], None
    for key, due in person.items():
        if key not in KEYS - {"paid"} or due in (None, ""):
            continue
        own = saved.get("contact" if key in CONTACTS else key)
        if not _is_right(key, due, own, saved):
            yield key, POINTS if key in OF_POINTS else WHO, own, due


def _is_right(key: str, due: Any, own: Any, saved: dict[str, Any]) -> bool:
    if key in CONTACTS:
        digits = "".join(filter(str.isalnum, str(due)))
        return digits.casefold() in "".join(filter(str.isalnum, str(own or ""))).casefold()
    if key == "number":  # one of them, whatever it is called
        numbers = (own, saved.get("player_number"), saved.get("federation_number"))
        return any(str(number or "").lstrip("0") == str(due).lstrip("0") for number in numbers)
    if key == "days":
        return bool(own == {day: float(points) for day, points in due.items() if points is not None})
    if key in OF_POINTS:
        return own is not None and round(float(due) * 100) == round(float(own) * 100)
    return str(own or "").casefold() == str(due).casefold()
