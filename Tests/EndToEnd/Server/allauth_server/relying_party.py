"""The relying party of passkeys. Django can import this only once it is configured."""

from __future__ import annotations

from typing import Any, Dict, List

from allauth.headless.constants import Client
from allauth.headless.mfa.views import LoginWebAuthnView
from allauth.mfa.adapter import DefaultMFAAdapter
from django.urls import include, path

from .passkeys import DOMAIN, PATHS

urlpatterns: List[Any] = [
    path(PATHS[-1][1:], LoginWebAuthnView.as_api_view(client=Client.APP)),
    path("_allauth/", include("allauth.headless.urls")),
]


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]
    """allauth's, with another domain than the server's address."""

    def get_public_key_credential_rp_entity(self) -> Dict[str, str]:
        return {"id": DOMAIN, "name": "Shop"}
