"""Selects a server's provider."""

from __future__ import annotations

from typing import Optional

from .openid_provider import OpenIDProvider
from .pretend_provider import PretendProvider
from .provider import Provider
from .site import Site


def choose(site: Site, issuer: Optional[str], audience: Optional[str] = None) -> Provider:
    """The provider with the issuer, or a page of the site that simulates one.

    The audience is the client of ID tokens that apps received from the provider.
    """
    if issuer is None:
        return PretendProvider(site)
    return OpenIDProvider(issuer, audience, site.clock)
