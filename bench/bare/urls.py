"""The site with the bare view beside it."""

from django.urls import include, path

from bench.bare import views

urlpatterns = [path("bare/", views.save), path("", include("tarockclub.urls"))]
