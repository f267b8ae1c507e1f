"""The site with the bare view beside it."""

from django.urls import path

from bench.bare import views
from tarockclub import urls

urlpatterns = [*urls.urlpatterns, path("bare/", views.save), path("bare/empty/", views.answer_empty)]
handler500 = urls.handler500
