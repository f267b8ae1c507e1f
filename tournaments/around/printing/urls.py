"""URLs: documents of a tournament as PDF."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.around.printing.views")

urlpatterns = [
    path("<uuid:slug>/paper/", views.show_papers, name="papers"),
    path("<uuid:slug>/paper/<slug:what>.pdf", views.show_paper, name="paper"),
    path("<uuid:slug>/players/<int:number>/certificate.pdf", views.show_own_certificate, name="own_certificate"),
    path("<uuid:slug>/rounds/<int:number>/paper/<slug:what>.pdf", views.show_round_paper, name="round_paper"),
    path("<uuid:slug>/rulings/<int:number>/pdf/", views.show_ruling_pdf, name="ruling_pdf"),
    path("<uuid:slug>/cash/receipts/<int:number>/pdf/", views.show_receipt_pdf, name="receipt_pdf"),
    path("seasons/<uuid:slug>/standing.pdf", views.show_season_paper, name="season_paper"),
    path("seasons/<uuid:slug>/certificates.pdf", views.show_season_certificates, name="season_certificates"),
    path(
        "seasons/<uuid:slug>/cash/receipts/<int:number>/pdf/", views.show_season_receipt_pdf, name="season_receipt_pdf"
    ),
]
