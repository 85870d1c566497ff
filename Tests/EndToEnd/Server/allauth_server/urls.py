"""The paths of allauth's pages."""

from __future__ import annotations

from django.urls import include, path

from . import relying_party

urlpatterns = [
    path("accounts/", include("allauth.account.urls")),
    path("", include("allauth.idp.urls")),
    *relying_party.urlpatterns,
]
