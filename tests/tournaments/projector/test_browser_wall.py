"""The wall in the browser: whatever is shown is all in the picture, at the usual sizes of projectors."""

import re

import pytest
from playwright.sync_api import Page

MAKE = """
from itertools import cycle
from tarockclub.models import Person
from tests.tournaments import made
from tournaments.clock.services import start
names = cycle(("Margarethe Mayrhofer-Schmidhuber", "Johannes Oberhumer", "Eva Fürst", "Dr. Elisabeth von Hohenlohe"))
tournament, first, tables = made.whole({players})
for number, person in enumerate(Person.objects.filter(entrants__tournament=tournament).order_by("pk"), 1):
    Person.objects.filter(pk=person.pk).update(name=next(names) + " " + str(number))
if {runs}:
    start(first, made.new_key())
print("MADE", tournament.slug)
"""
# What is out of the picture, or out of its own line, on the page that is shown.
OUTSIDE = """() => {
  const shown = document.querySelector("[data-page]:not([hidden])");
  const boxes = [...shown.querySelectorAll("li, li > *, tr, tr > *, h2")];
  const edge = shown.getBoundingClientRect();
  const out = (box) => {
    const at = box.getBoundingClientRect();
    return at.bottom > innerHeight + 1 || at.right > innerWidth + 1 || at.bottom > edge.bottom + 1
      || (box.matches("li") && box.scrollWidth > box.clientWidth);
  };
  return boxes.filter(out).map((box) => box.textContent.trim());
}"""
SIZES = ({"width": 1920, "height": 1080}, {"width": 1280, "height": 720})


def heads(wall: Page) -> list[str]:
    """The heads of all pages, each of which was turned to and held against its edges."""
    found = []
    for _page in range(wall.locator("[data-page]").count()):
        assert wall.evaluate(OUTSIDE) == []
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
        found.append(wall.locator("[data-page]:not([hidden]) h2").inner_text().split("\n")[0])
        wall.clock.run_for(12_000)
    return found


@pytest.mark.heavy
@pytest.mark.parametrize("players", [12, 50, 160])
@pytest.mark.parametrize("runs", [True, False])
def test_tables_seats_and_standing_never_run_out_of_the_picture(served, page_factory, players, runs):
    made = re.search(r"MADE (\S+)", served.manage("shell", "-c", MAKE.format(players=players, runs=runs)))
    assert made is not None
    for size in SIZES:
        wall = page_factory(viewport=size)
        wall.clock.install()
        wall.goto(f"/tournaments/{made[1]}/projector/")
        said = " ".join(heads(wall))
        assert ("Tische" in said) == runs
        assert ("Wer wo sitzt" in said) != runs


@pytest.mark.heavy
def test_a_name_and_its_amount_stand_near_each_other(served, page_factory):
    made = re.search(r"MADE (\S+)", served.manage("shell", "-c", MAKE.format(players=12, runs=True)))
    assert made is not None
    wall = page_factory(viewport=SIZES[0])
    wall.goto(f"/tournaments/{made[1]}/projector/")
    wall.locator("[data-page]:not([hidden]) .wall-standing").wait_for()
    gaps = wall.evaluate("""() => [...document.querySelectorAll("[data-page]:not([hidden]) tbody tr")].map((row) => {
      const name = document.createRange();
      name.selectNodeContents(row.querySelector("th"));
      return row.lastElementChild.getBoundingClientRect().left - name.getBoundingClientRect().right;
    })""")
    assert min(gaps) < 500  # of the longest name
    assert max(gaps) < 1000
