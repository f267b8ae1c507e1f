"""Addresses: documents of a tournament as PDF."""

from django.urls import path

from tournaments.printing import views

urlpatterns = [
    path("<uuid:slug>/paper/", views.papers_page, name="papers"),
    path("<uuid:slug>/paper/<slug:what>.pdf", views.paper, name="paper"),
    path("<uuid:slug>/rounds/<int:number>/paper/<slug:what>.pdf", views.round_paper, name="round_paper"),
    path("<uuid:slug>/rulings/<int:number>/pdf/", views.ruling_pdf, name="ruling_pdf"),
    path("<uuid:slug>/cash/receipts/<int:number>/pdf/", views.receipt_pdf, name="receipt_pdf"),
    path("seasons/<uuid:slug>/standing.pdf", views.season_paper, name="season_paper"),
    path("seasons/<uuid:slug>/certificates.pdf", views.season_certificates, name="season_certificates"),
    path("seasons/<uuid:slug>/cash/receipts/<int:number>/pdf/", views.season_receipt_pdf, name="season_receipt_pdf"),
]
