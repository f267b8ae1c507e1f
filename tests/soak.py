"""The one question that a test may ask of the run while its module is imported: does it look further?"""

from hypothesis import settings

USUAL_EXAMPLES = 5  # as in tests/conftest.py, which has loaded the profile by then
IS_SOAK = settings().max_examples > USUAL_EXAMPLES
