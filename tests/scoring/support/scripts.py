"""Modules of the pages' scripts, for tests that call them or look at what they keep."""

from functools import lru_cache

from tarockclub.platform.server.static_files import join_modules
from tests.support.paths import ROOT

STORE = "scoring/static/scoring/outbox/store.js"
# With what an entry form and its surface know; nothing of the page itself is told.
ENTRY = "scoring/static/scoring/surface/surface.js"
DEALS = "scoring/static/scoring/entry/deals.js"
WORDS = "scoring/static/scoring/entry/words.js"
_BEGIN, _END = '(() => {\n"use strict";\n', "})();\n"


@lru_cache
def _join(module: str) -> str:
    return join_modules(ROOT / module).removeprefix(_BEGIN).removesuffix(_END)


def build_call(module: str, function: str) -> str:
    """A function for a page, which may call what a module exports."""
    return f'(given) => {{ "use strict"; {_join(module)} return ({function})(given); }}'


def build_script(module: str, *names: str) -> str:
    """A script after which a page knows what a module exports."""
    return f'(() => {{ "use strict"; {_join(module)} Object.assign(window, {{ {", ".join(names)} }}); }})();'
