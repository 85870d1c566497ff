"""The paths of allauth's pages."""

from __future__ import annotations

from django.urls import include, path

from . import relying_party

urlpatterns = [
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("_allauth/", include("allauth.headless.urls")),
    path("", include("allauth.idp.urls")),
    *relying_party.urlpatterns,
]
