"""The interface to the provider of the user's account."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Mapping, Optional, Protocol, Sequence

from .site import Endpoint


@dataclass(frozen=True)
class Claims:
    """A provider's data about a user."""

    subject: str
    email: Optional[str] = None
    email_verified: bool = False
    name: Optional[str] = None


class ProviderRefused(Exception):
    """The user cannot be logged in. `code` is an error of OAuth 2.0, such as `access_denied`."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(frozen=True)
class Begun:
    """A login that continues in a browser, at the URL. The redirect has the same state."""

    state: str
    url: str


class Provider(Protocol):
    """The server's side of the authorization code flow with PKCE."""

    @property
    def endpoints(self) -> Sequence[Endpoint]:
        """The endpoints that the server must have for the provider."""

    async def begin(self, redirect_uri: str, login_hint: Optional[str]) -> Begun:
        """Starts a login that returns to the redirect URI."""

    async def finish(self, query: Mapping[str, str]) -> Claims:
        """Completes a login with the query of the redirect. Raises `ProviderRefused`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the argument that selects the provider."""
    parser.add_argument(
        "--provider",
        metavar="ISSUER",
        help="an OpenID provider where clients register; left out: a page of the server's own",
    )
