"""Nothing is written that the preview has not shown: tables drawn from real lists, every door, any answers.

What was written is read from the database, what was shown from the page as people see it, row by row.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tarockclub.kit.amounts import format_hundredths, format_points
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import load_first_club
from tests.tarockclub.kit.lists.folder import load_cases
from tests.tournaments.people.list_import.test_promises import DOORS, KINDS_OF_CHOICE, Door, make_known_people
from tests.tournaments.support.list_previews import confirm_preview, fill_preview, find_preview
from tournaments.models import Presence, SeasonEvent, SeasonResult, TeamMember
from tournaments.people.list_import import flow

pytestmark = pytest.mark.django_db
LISTS = [case["text"].strip("\n").splitlines() for case in load_cases().values() if "text" in case]
CELLS = sorted({cell for lines in LISTS for line in lines for cell in re.split("[;\t]", line) if len(cell) < 60})
FAMILIAR_NAMES = ("Gregor Hobera", "Hobera, Gregor", "Hans Pichler", "Bert Bach", "Kathi Lind", "Ada & Bert Lind")
DETAILS = ("town", "player_number", "federation_number", "categories", "birth_year", "contact")
TEXTS = ("", "-", "Neu, Xenia", "Xenia Neu; Yvo Neu")


@st.composite
def draw_lists(draw: st.DrawFn) -> str:
    """A list of the folder, perhaps with rows of another one, with cells of others, rows that are gone or repeated."""
    lines = draw(st.sampled_from(LISTS))
    lines = [*lines[:2], *draw(st.lists(st.sampled_from(lines), max_size=7))]
    lines += draw(st.lists(st.sampled_from(draw(st.sampled_from(LISTS))), max_size=2))
    for _change in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        cells = re.split("([;\t])", lines[place])
        cells[2 * draw(st.integers(0, len(cells) // 2))] = draw(
            st.sampled_from(FAMILIAR_NAMES) | st.sampled_from(CELLS)
        )
        lines[place] = "".join(cells)
    return "\n".join(lines)


class Rows(HTMLParser):
    """The text of each row of the tables on a page, and that of all of it."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.rows, self.all, self._is_inside = list[str](), "", False
        self.feed(answer.content.decode())
        self.rows, self.all = [" ".join(text.split()) for text in self.rows], " ".join(self.all.split())

    def handle_starttag(self, tag: str, _attrs: Any) -> None:
        """Begin a row."""
        self.rows += [""] if tag == "tr" else []
        self._is_inside = tag == "tr" or self._is_inside
        self.all += " "

    def handle_endtag(self, tag: str) -> None:
        """End a row."""
        self._is_inside = tag != "tr" and self._is_inside

    def handle_data(self, data: str) -> None:
        """Note what is seen."""
        self.all += data
        if self._is_inside:
            self.rows[-1] += f" {data}"


Facts = dict[tuple[str, Any], tuple[str, ...]]


def load_facts(*, numbers: bool) -> Facts:
    """Everything that lists can write: what it is, and the words in which a row must show it."""
    facts: Facts = {}
    for person in Person.objects.all():
        facts["person", person.pk] = (person.name,)
        for detail in DETAILS:
            for line in str(getattr(person, detail) or "").splitlines():
                facts[f"{detail} {line}", person.pk] = person.name, line
    for presence in Presence.objects.select_related("entrant__person"):
        if numbers:
            facts["number", presence.pk] = (presence.entrant.person.name,)
        if presence.paid:
            facts["paid", presence.pk] = presence.entrant.person.name, "✓ bezahlt"
    for member in TeamMember.objects.select_related("entrant__person", "team"):
        facts["team", member.pk] = member.entrant.person.name, member.team.name
    for result in SeasonResult.objects.select_related("person"):
        shown = [result.person.name, *([f"{result.rank}."] if result.rank else [])]
        shown += [] if result.points is None else [f"Punkte {format_hundredths(result.points, 'de')}"]
        shown += [] if result.written is None else [format_points(result.written)]
        facts["result", result.pk] = tuple(shown)
    return facts


def list_unseen(before: Facts, after: Facts, page: Rows) -> Iterator[tuple[str, ...]]:
    """New facts that no row of the page has shown."""
    for key, words in after.items():
        cleaned = [" ".join(word.split()) for word in words]
        if before.get(key) != words and not any(all(word in row for word in cleaned) for row in page.rows):
            yield (key[0], *words)


def check(client: Any, shown: Any, through: Door, answers: dict[str, str], text: str) -> None:
    """Confirm a preview: what it has shown is written, nothing else, and the same once more changes nothing."""
    page = Rows(shown)
    sent = fill_preview(shown) | through.more | answers
    before = load_facts(numbers=False)
    events = set(SeasonEvent.objects.values_list("pk", flat=True))
    done = client.post(find_preview(shown).action, sent)
    after = load_facts(numbers=False)
    assert before.keys() - after.keys() == set()
    if done.status_code != 302:  # asked once more, or refused: nothing of it is half done
        assert after == before
        return
    assert not list(list_unseen(before, after, page)), text
    for event in SeasonEvent.objects.exclude(pk__in=events):
        count = SeasonResult.objects.filter(event=event, edition=event.edition).count()
        day = re.escape(event.name) + (rf" {event.day:%-d}\. \w+ {event.day.year}" if event.day else "")
        assert re.search(rf"{day} · .{{0,60}} · {count} Ergebnis", page.all)
    client.post(find_preview(shown).action, sent)
    assert load_facts(numbers=False) == after


@settings(
    max_examples=16,
    phases=[Phase.explicit, Phase.generate],  # to find the smallest example takes minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(text=draw_lists(), name=st.sampled_from((*DOORS, "days")), data=st.data())
def test_nothing_is_written_that_was_not_shown_whatever_is_answered(director, text, name, data):
    with transaction.atomic():
        make_known_people()
        known = Person.objects.get(name="Bert Bach").pk
        flow.keep_spellings(load_first_club().pk, [("Kathi Lind", Person.objects.get(name="Ada Lind").pk)])
        through = Door(name)
        shown = through.show(director, text if data.draw(st.booleans()) else text.encode())
        answers: dict[str, str] = {}
        for _reading in range(data.draw(st.integers(0, 2))):
            if shown.status_code == 400:
                break
            answers = {}
            for field, offered in find_preview(shown).fields.items():
                if field.startswith("name-"):
                    offered = offered._replace(offered=TEXTS, kind="select")
                likely = 9 if field.startswith("column-") else 2
                if offered.kind in KINDS_OF_CHOICE and not data.draw(st.integers(0, likely)):
                    answers[field] = data.draw(st.sampled_from([*offered.offered, str(known)]))
            if data.draw(st.booleans()):
                break
            shown = confirm_preview(director, shown, again="1", **answers)
            answers = {}
        if shown.status_code == 200:
            through.more |= {"numbers": "on"} if data.draw(st.booleans()) else {}
            check(director, shown, through, answers, text)
        transaction.set_rollback(True)
