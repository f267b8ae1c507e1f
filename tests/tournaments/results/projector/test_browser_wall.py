"""The wall in the browser: whatever is shown is all in the picture, large enough for ten metres, to the last place."""

import io
import re

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page

MAKE = """
from itertools import cycle
from tarockclub.models import Person
from tests.tournaments.support import factories
from tests.tournaments.support.acts import start_clock
from tournaments.results.projector import hall_views as services
names = cycle(("Margarethe Mayrhofer-Schmidhuber", "Johannes Oberhumer", "Eva Fürst", "Dr. Elisabeth von Hohenlohe"))
tournament, first, tables = factories.whole({players})
for number, person in enumerate(Person.objects.filter(entrants__tournament=tournament).order_by("pk"), 1):
    Person.objects.filter(pk=person.pk).update(name=next(names) + " Nr" + str(number))
if {runs}:
    start_clock(first, factories.new_key())
for part in {parts}:
    services.turn_part(tournament, 1, part, on=True)
services.announce(tournament, "Die Jause ist angerichtet. Weiter geht es um 15 Uhr, bitte pünktlich!")
print("MADE", tournament.slug)
"""
ENDING = """
from datetime import timedelta
from tarockclub.kit.time_source import now, pretend_time
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.support import factories
from tests.tournaments.support.acts import start_clock
tournament, first, tables = factories.whole(160)
with pretend_time(now() - timedelta(minutes=31)):
    start_clock(first, factories.new_key())
for table in tables[:20]:
    play(first, table.number, phase="play")
print("MADE", tournament.slug)
"""
# What is out of the picture, or out of its own line, on the page that is shown.
OUTSIDE = """() => {
  const shown = document.querySelector("[data-page]:not([hidden])");
  const boxes = [...shown.querySelectorAll("li, li > *, p, h2")];
  const edge = shown.getBoundingClientRect();
  const out = (box) => {
    const at = box.getBoundingClientRect();
    return at.bottom > innerHeight + 1 || at.right > innerWidth + 1 || at.bottom > edge.bottom + 1
      || (box.matches("li") && box.scrollWidth > box.clientWidth + 1);
  };
  return boxes.filter((box) => !box.hidden && out(box)).map((box) => box.textContent.trim());
}"""
SIZES = ({"width": 1920, "height": 1080}, {"width": 1280, "height": 720})
PICTURE_METRES, DISTANCE_METRES = 2.0, 10.0
LEAST_ARC = 10 / 60 * 3.14159 / 180  # ten minutes of arc: twice what an eye with normal sight tells apart
# Where the first capital or figure of each text on the wall stands.
CAPITALS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector(".wall-live"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.data.search(/[A-Z1-9]/);
    if (at < 0 || !walker.currentNode.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + 1);
    const { x, y, width, height } = range.getBoundingClientRect();
    if (width && height) found.push({ text: walker.currentNode.data.trim(), x, y, width, height });
  }
  return found;
}"""


# In how many lines a text stands.
LINES = """(box) => {
  const range = document.createRange();
  range.selectNodeContents(box);
  return range.getClientRects().length;
}"""


def make(served, players, runs, parts=()):
    return write(served, MAKE.format(players=players, runs=runs, parts=parts))


def write(served, script):
    """Write a tournament; the address of its wall."""
    made = re.search(r"MADE (\S+)", served.manage("shell", "-c", script))
    assert made is not None
    return f"/tournaments/{made[1]}/projector/"


def turn_through(wall: Page):
    """Yield the text of each page until one comes again; each is held against its edges."""
    seen = []
    while (text := wall.locator("[data-page]:not([hidden])").inner_text()) not in seen:
        assert wall.evaluate(OUTSIDE) == []
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
        seen.append(text)
        yield text
        wall.clock.fast_forward(12_000)


def measure_capitals(wall: Page) -> dict[str, float]:
    """The height of the first capital of each text, in the picture itself: rows in which it has ink, as metres."""
    picture = Image.open(io.BytesIO(wall.screenshot())).convert("L")
    heights = {}
    for found in wall.evaluate(CAPITALS):
        left, top = int(found["x"]), int(found["y"])
        letter = picture.crop((left, top, int(left + found["width"] + 1), int(top + found["height"])))
        ground = Image.new("L", letter.size, letter.getpixel((0, 0)))
        ink = ImageChops.difference(letter, ground).point(lambda tone: 255 if tone > 90 else 0).getbbox()
        if ink is not None:
            heights[found["text"]] = (ink[3] - ink[1]) * PICTURE_METRES / picture.width
    return heights


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("players", "runs"),
    [(50, True), *(pytest.param(*hall, marks=pytest.mark.soak) for hall in ((17, False), (200, True), (200, False)))],
)
def test_everything_is_in_the_picture_to_the_last_place(served, page_factory, players, runs):
    address = make(served, players, runs)
    for size in SIZES:
        wall = page_factory(viewport=size)
        wall.clock.install()
        wall.goto(address)
        rows, said = [], ""
        for text in turn_through(wall):
            said += text + "\n"
            if text.startswith("Stand"):
                rows.append(wall.locator("[data-page] li:visible").count())
        assert max(rows, default=0) - min(rows, default=0) <= 1  # no page is left half empty
        assert ("Tische" in said) == runs
        assert ("Wer sitzt" in said) != runs
        numbers = {int(number) for number in re.findall(r"Nr(\d+)", said)}
        assert numbers >= set(range(1, players + 1))


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("runs", "parts"),
    [
        (False, ("announcement", "code", "prizes")),
        *(pytest.param(runs, (), marks=pytest.mark.soak) for runs in (True, False)),
    ],
)
def test_every_letter_on_the_wall_is_large_enough_from_ten_metres(served, page_factory, runs, parts):
    wall = page_factory(viewport=SIZES[1], reduced_motion="reduce")
    wall.clock.install()
    wall.goto(make(served, 50, runs, parts))
    wall.evaluate("document.fonts.ready")
    measured: dict[str, float] = {}
    for _text in turn_through(wall):
        measured |= measure_capitals(wall)
    assert len(measured) > (3 if parts else 50)
    small = {text: height for text, height in measured.items() if height / DISTANCE_METRES < LEAST_ARC}
    assert small == {}


@pytest.mark.heavy
def test_after_the_gong_forty_tables_stand_in_the_picture(served, page_factory):
    wall = page_factory(viewport=SIZES[1])
    wall.goto(write(served, ENDING))
    lines = wall.locator(".wall-ending p")
    named = re.findall(r"\d+(?=,|$)", "\n".join(lines.all_inner_texts()), re.MULTILINE)
    assert {int(number) for number in named} == {*range(1, 41)}
    assert lines.last.evaluate("line => line.getBoundingClientRect().bottom <= innerHeight")


@pytest.mark.heavy
def test_the_wall_follows_a_tap_and_changes_its_ground(served, page_factory):
    address = make(served, 12, runs=False)
    wall = page_factory(viewport=SIZES[1])
    wall.goto(address)
    wall.locator(".wall-seats").wait_for()
    tap = """
from tournaments.models import Tournament
from tournaments.results.projector import hall_views as services
of = Tournament.objects.get(slug="{slug}")
services.turn_part(of, 1, "announcement", on=True)
services.change_hall_look(of, 1, "huge", "dark")
"""
    served.manage("shell", "-c", tap.format(slug=address.split("/")[2]))
    wall.get_by_text("Die Jause ist angerichtet").wait_for()
    assert wall.locator(".wall-seats").count() == 0
    assert wall.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 24, 21)"
    word = "Siegerehrungsvorbereitungen!"
    served.manage("shell", "-c", tap.format(slug=address.split("/")[2]) + f"services.announce(of, {word!r})")
    assert wall.locator(".wall-word p", has_text=word).evaluate(LINES) == 1  # no word is broken
