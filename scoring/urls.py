"""Addresses of tables and evenings."""

from django.urls import path

from scoring import front_views, views

urlpatterns = [
    path("", front_views.home, name="home"),
    path("evenings/new/", front_views.start, name="start"),
    path("tables/<uuid:slug>/", views.table, name="table"),
    path("tables/<uuid:slug>/preview/", views.preview, name="preview"),
    path("tables/<uuid:slug>/hands/", views.save_hand, name="save_hand"),
    path("tables/<uuid:slug>/strike/", views.strike, name="strike"),
]
