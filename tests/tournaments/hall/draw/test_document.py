"""The example of docs/dev/draw.md does what the page says."""

import doctest

from tests.support.paths import DEV_DOCS

PAGE = (DEV_DOCS / "draw.md").read_text("utf-8")


def test_the_example_draws_what_the_page_says():
    examples = doctest.DocTestParser().get_doctest(PAGE, {}, "draw.md", "docs/dev/draw.md", 0)
    assert len(examples.examples) == 9
    assert doctest.DocTestRunner().run(examples).failed == 0
