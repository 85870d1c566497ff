"""The hop to who knows the user: what a server asks of a provider, and what it learns there."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Mapping, Optional, Protocol, Sequence

from .site import Endpoint


@dataclass(frozen=True)
class Claims:
    """What a provider says of a user."""

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
    """A login that goes on in a browser, at the URL. The way back has the same state."""

    state: str
    url: str


class Provider(Protocol):
    """The authorization code flow with PKCE, from a server's side."""

    @property
    def endpoints(self) -> Sequence[Endpoint]:
        """What the server has to answer for the provider."""

    @property
    def controls(self) -> Sequence[Endpoint]:
        """What tests can ask of the provider, where the server takes ID tokens."""

    async def begin(self, redirect_uri: str, login_hint: Optional[str]) -> Begun:
        """Begins a login that comes back to the redirect URI."""

    async def finish(self, query: Mapping[str, str]) -> Claims:
        """Ends a login with the query with which it came back. Raises `ProviderRefused`."""

    async def claims_of(self, id_token: str, nonce: Optional[str]) -> Claims:
        """Reads an ID token that an app got by itself. Raises `ProviderRefused`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the argument that chooses the provider."""
    parser.add_argument(
        "--provider",
        metavar="ISSUER",
        help="an OpenID provider where clients register; left out: a page of the server's own",
    )
