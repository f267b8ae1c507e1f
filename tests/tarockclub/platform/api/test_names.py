"""The names of shapes in the document of the API: each stands for one thing."""

from collections import defaultdict

from tarockclub.platform.api import schemas, site


def all_below(kind: type) -> list[type]:
    below: list[type] = kind.__subclasses__()
    return [*below, *(shape for each in below for shape in all_below(each))]


def test_no_two_shapes_have_the_same_name():
    assert site.PARTS
    named: dict[str, set[str]] = defaultdict(set)
    for shape in (*all_below(schemas.In), *all_below(schemas.Out)):
        named[shape.__qualname__].add(shape.__module__)
    assert {name: modules for name, modules in named.items() if len(modules) > 1} == {}
