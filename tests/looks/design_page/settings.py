"""The settings of a site that has the page of the design."""

from tarockclub.platform.server import installation
from tarockclub.settings import *  # noqa: F403 -- all of them
from tarockclub.settings import BASE_DIR, TEMPLATES

ROOT_URLCONF = "tests.looks.design_page.urls"
TEMPLATES = [{**TEMPLATES[0], "DIRS": [installation.TEMPLATES, BASE_DIR / "tests" / "looks" / "design_page"]}]
