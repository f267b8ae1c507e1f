"""The addresses of the site, and of the page of the design."""

from django.urls import path

from tarockclub import urls
from tests.looks.design_page.views import serve_style, show_design

urlpatterns = [
    path("design/", show_design, name="design"),
    path("design/design.css", serve_style),
    *urls.urlpatterns,
]
handler500 = urls.handler500
