"""HTML from anybody becomes HTML that does nothing: only known elements, attributes and links to pages beside it."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.static_site.markup import ATTRIBUTES, ELEMENTS, MarkupError, clean_markup, keep_beside

HOSTILE = (
    "<script>alert(1)</script>",
    "<p onclick=alert(1) style='background:url(//x.example)'>a</p>",
    "<a href='javascript:alert(1)'>a</a>",
    "<a href='java&#10;script:alert(1)//x.html'>a</a>",
    "<a href='//x.example/a.html'>a</a>",
    "<a href='/club/a.html'>a</a>",
    "<a href='a/../../b.html'>a</a>",
    "<a href='\\\\x.example\\a.html'>a</a>",
    "<a href='a.html' target=_blank ping=//x.example>a</a>",
    "<img src=//x.example/p.png onerror=alert(1)>",
    "<svg><script>alert(1)</script><use href='//x.example#a'/><a xlink:href='javascript:x'>b</a></svg>",
    "<svg><foreignObject><iframe src=//x.example></iframe></foreignObject></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<form action=//x.example><input name=a><button>go</button></form>",
    "<meta http-equiv=refresh content='0;url=//x.example'><base href=//x.example><link href=//x.example>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe><object data=x></object><embed src=x>",
    "<template><script>alert(1)</script></template><textarea><script>alert(1)</script></textarea>",
    "<path fill='url(//x.example)' d='M0 0'/>",
    "<!--><script>alert(1)</script>--><![CDATA[<script>]]><?php x ?>",
    "<p title='\"><script>alert(1)</script>'>a</p>",
    "<title><script>alert(1)</script></title>",
)


class Strict(HTMLParser):
    """A reader that fails for whatever is not known to be harmless."""

    def handle_starttag(self, tag, attrs):
        assert tag in ELEMENTS
        for name, value in attrs:
            assert name in ATTRIBUTES or name.startswith("aria-") or (tag == "a" and name == "href")
            assert "url(" not in value
            if name == "href":
                assert keep_beside(value) == value != ""

    def handle_comment(self, data):
        raise AssertionError(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


def check(text):
    cleaned = clean_markup(text)
    reader = Strict()
    reader.feed(cleaned)
    reader.close()
    assert clean_markup(cleaned) == cleaned
    return cleaned


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_that_acts_or_leads_elsewhere_is_left(text):
    cleaned = check(text)
    assert "x.example" not in cleaned.replace("&lt;", "") or "<" not in cleaned.split("x.example")[0][-30:]


@given(
    st.lists(st.sampled_from([*HOSTILE, "<p>", "</p>", "<svg>", "</svg>", "<table>", "<td>", "<", "&lt;", "a", "'>"]))
)
def test_no_mixture_of_it_gets_through(parts):
    check("".join(parts))


def test_what_a_page_consists_of_stays():
    page = (
        '<h1>Ä &amp; B</h1><table class="ranking"><tbody><tr><td>1.</td><th scope="row">'
        '<a href="../players/7.html">Anna M.</a></th></tr></tbody></table>'
        '<details open=""><summary>Spiel</summary><p>x<br>y</p></details>'
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M1 2"></path></svg>'
    )
    assert clean_markup(page) == page


def test_too_many_elements_and_too_deep_ones_are_refused():
    for text in ("<p>" * 100, "<br>" * 70_000):
        with pytest.raises(MarkupError):
            clean_markup(text)
