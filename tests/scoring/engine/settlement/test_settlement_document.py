"""The examples of docs/dev/settlement.md do what the page says, and its table has every field of an agreement."""

import doctest

from scoring.engine.agreement import AgreedPot, Stakes
from tests.scoring.engine.support.documents import code, page, rows

PAGE = page("settlement.md")


def test_every_example_gives_what_the_page_says():
    examples = doctest.DocTestParser().get_doctest(PAGE, {}, "settlement.md", "docs/dev/settlement.md", 0)
    assert len(examples.examples) > 15
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(examples, out=told.append)
    assert told == []


def test_every_field_of_an_agreement_is_explained():
    fields = [*Stakes._fields, *(f"pagatkassa.{name}" for name in AgreedPot._fields)]
    assert [code(row[0])[0] for row in rows(PAGE, "field")] == fields
