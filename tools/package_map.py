"""The map of the packages as a picture (docs/dev/packages.svg), drawn from the imports.

Each package stands below all that it imports. Lines lead up from a package to those that it needs; what one of these
needs already has no line of its own.
"""

from collections import Counter
from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from tarockclub.make.packages import APPS, iter_package_imports, read_layers
from tarockclub.make.paths import ROOT

MAP = ROOT / "docs" / "dev" / "packages.svg"
Needs = Mapping[str, set[str]]
ABREAST = 4  # packages side by side in the lane of an app
BOX, HIGH, GAP = 132, 24, 8  # width and height of a package, and the room between two
LANE = ABREAST * (BOX + GAP) + 32
TOP, BETWEEN = 96, 34  # room for the heading; room for lines between two levels

STYLE = """
svg { background: #fff; font: 12px system-ui, sans-serif; }
rect { stroke: #555; fill: #fff; } path { fill: none; stroke-width: 1; opacity: .4; } text { fill: #111; }
.lane { stroke: none; fill: #f4f4f4; } h1, .head { font-weight: bold; font-size: 16px; }
.scoring rect { fill: #dcebdc; } .scoring path { stroke: #256b2f; }
.tarockclub rect { fill: #dde6f5; } .tarockclub path { stroke: #23509a; }
.tournaments rect { fill: #f7e3d4; } .tournaments path { stroke: #a4440a; }
g:hover path { opacity: 1; stroke-width: 2.5; } g:hover rect { stroke-width: 2; }
""".strip()
WORDS = (
    "Lines lead up from a package to those that it imports. What one of these imports already has no line of its own.",
    "Opened by itself, the picture shows the lines of the package under the pointer.",
)


class Box(NamedTuple):
    """A package in the picture: its middle, and its upper edge."""

    middle: int
    top: int


def read_needs() -> dict[str, set[str]]:
    """Return the packages that each package imports, in the order of their rows."""
    needs: dict[str, set[str]] = {package: set() for package in read_layers()}
    for _, _, mine, other in iter_package_imports():
        needs[mine].add(other)
    return needs


def find_levels(needs: Needs) -> dict[str, int]:
    """Return for each package how long its longest way down to the ground is."""
    levels: dict[str, int] = {}

    def find_level(package: str) -> int:
        if package not in levels:
            levels[package] = 1 + max(map(find_level, needs[package]), default=-1)
        return levels[package]

    for package in needs:
        find_level(package)
    return levels


def drop_implied(needs: Needs) -> dict[str, set[str]]:
    """Return what is needed directly and by no other way."""
    everything: dict[str, set[str]] = {}
    for package in sorted(needs, key=find_levels(needs).__getitem__):
        everything[package] = needs[package].union(*(everything[other] for other in needs[package]))
    return {
        package: {other for other in others if not any(other in everything[way] for way in others)}
        for package, others in needs.items()
    }


def place_boxes(lines: Needs, levels: Mapping[str, int]) -> dict[str, Box]:
    """Return the place of each package: below what it imports, and as near to it as the lane of its app permits."""
    boxes: dict[str, Box] = {}
    top = TOP
    for level in range(max(levels.values()) + 1):
        deepest = 0
        for lane, app in enumerate(APPS):
            left = lane * LANE
            mine = [package for package in lines if levels[package] == level and package.startswith(f"{app}/")]
            mine.sort(key=lambda package: _find_mean([boxes[other].middle for other in lines[package]]))
            for at in range(0, len(mine), ABREAST):
                row = mine[at : at + ABREAST]
                start = left + (LANE - len(row) * (BOX + GAP)) // 2
                for place, package in enumerate(row):
                    middle = start + place * (BOX + GAP) + (BOX + GAP) // 2
                    boxes[package] = Box(middle, top + at // ABREAST * (HIGH + GAP))
            deepest = max(deepest, -(-len(mine) // ABREAST))
        top += deepest * (HIGH + GAP) + BETWEEN
    return boxes


def _find_mean(numbers: list[int]) -> int:
    return sum(numbers) // len(numbers) if numbers else 0


def draw_map() -> str:
    """Return the picture as SVG: the same text for the same imports."""
    needs = read_needs()
    lines = drop_implied(needs)
    boxes = place_boxes(lines, find_levels(needs))
    wide, high = LANE * len(APPS), max(box.top for box in boxes.values()) + HIGH + BETWEEN
    count = Counter(package.partition("/")[0] for package in needs)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" role="img"',
        f' viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">',
        f"<title>The {len(needs)} packages of the program and their imports</title>",
        f"<style>\n{STYLE}\n</style>",
        *(f'<text x="12" y="{20 + 18 * number}">{escape(words)}</text>' for number, words in enumerate(WORDS)),
    ]
    for lane, app in enumerate(APPS):
        left = lane * LANE
        parts += [
            f'<rect class="lane" x="{left + 4}" y="52" width="{LANE - 8}" height="{high - 56}"/>',
            f'<text class="head" x="{left + LANE // 2}" y="76" text-anchor="middle">{app} ({count[app]})</text>',
        ]
    # From below: a package covers the lines of those below it. A package and its lines are a group, for the pointer.
    for package in sorted(needs, key=lambda name: (-boxes[name].top, boxes[name].middle)):
        parts.append(_draw_package(package, boxes, lines[package]))
    return "\n".join([*parts, "</svg>", ""])


def _draw_package(package: str, boxes: Mapping[str, Box], lines: set[str]) -> str:
    app, _, name = package.partition("/")
    middle, top = boxes[package]
    ends = [boxes[other] for other in sorted(lines)]
    return "\n".join(
        [
            f'<g class="{app}"><title>{package}</title>',
            *(_draw_line(middle, top, end.middle, end.top + HIGH) for end in ends),
            f'<rect x="{middle - BOX // 2}" y="{top}" width="{BOX}" height="{HIGH}" rx="4"/>',
            f'<text x="{middle}" y="{top + 16}" text-anchor="middle">{name}</text></g>',
        ]
    )


def _draw_line(x: int, y: int, to_x: int, to_y: int) -> str:
    """Return a line that leaves and arrives upright."""
    bend = min(max((y - to_y) // 2, 16), 90)
    return f'<path d="M{x} {y}C{x} {y - bend} {to_x} {to_y + bend} {to_x} {to_y}"/>'


def write_map() -> int:
    """Write the picture."""
    MAP.write_text(draw_map(), "utf-8")
    return 0
