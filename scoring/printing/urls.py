"""Addresses: papers of sheets and tables."""

from django.urls import path

from scoring.printing import views

urlpatterns = [
    path("sheets/<slug:sheet_id>/speiszettel.pdf", views.sheet_speiszettel, name="sheet_speiszettel"),
    path("sheets/<slug:sheet_id>/written.pdf", views.sheet_written, name="sheet_written"),
    path("tables/<uuid:slug>/speiszettel.pdf", views.table_speiszettel, name="table_speiszettel"),
    path("tables/<uuid:slug>/written.pdf", views.table_written, name="table_written"),
]
