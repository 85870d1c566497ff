"""Selects a server's provider."""

from __future__ import annotations

from typing import Optional

from .openid_provider import OpenIDProvider
from .pretend_provider import PretendProvider
from .provider import Provider
from .site import Site


def choose(site: Site, issuer: Optional[str]) -> Provider:
    """The provider with the issuer, or a page of the site that simulates one."""
    if issuer is None:
        return PretendProvider(site)
    return OpenIDProvider(issuer, site.clock)
