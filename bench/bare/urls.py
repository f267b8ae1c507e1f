"""The site with the bare view beside it."""

from django.urls import path

from bench.bare import views
from tarockclub import urls

urlpatterns = [
    *urls.urlpatterns,
    path("bare/", views.save),
    path("bare/empty/", views.answer_empty),
    path("bare/page/<int:length>/", views.show_page),
]
handler500 = urls.handler500
