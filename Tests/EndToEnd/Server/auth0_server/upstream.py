"""The requests to Glewlwyd, with its errors translated to Auth0's."""

from __future__ import annotations

from typing import Any, Dict, Mapping

import httpx

from support.glewlwyd_setup import REVOKER, REVOKING_SCOPE
from support.refused import Refused

from .errors import refusal


class Upstream:
    """Glewlwyd's OpenID Connect plugin at an origin."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self._base = f"{origin}/api/oidc"
        self._http = httpx.AsyncClient(timeout=10)

    @property
    def authorization_endpoint(self) -> str:
        """The URL that the browser opens."""
        return f"{self._base}/auth"

    async def exchange(self, form: Mapping[str, str]) -> Dict[str, Any]:
        """Tokens for a code or a refresh token. Raises `Refused`."""
        response = await self._http.post(f"{self._base}/token", data=dict(form))
        if response.status_code == 200:
            return dict(response.json())
        raise _refused_exchange(response, form["grant_type"])

    async def revoke(self, token: str) -> None:
        """Revokes a token. An unknown token is not an error."""
        form = {"grant_type": "client_credentials", "scope": REVOKING_SCOPE}
        granted = await self._http.post(f"{self._base}/token", data=form, auth=REVOKER)
        headers = {"Authorization": f"Bearer {granted.raise_for_status().json()['access_token']}"}
        form = {"token": token}
        response = await self._http.post(f"{self._base}/revoke", data=form, headers=headers)
        response.raise_for_status()

    async def user_info(self, access_token: str) -> Dict[str, Any]:
        """The claims of the token's user. Raises `Refused`."""
        headers = {"Authorization": f"Bearer {access_token}"}
        response = await self._http.get(f"{self._base}/userinfo", headers=headers)
        if response.status_code != 200:
            raise refusal(
                401,
                "invalid_token",
                "The access token is not valid.",
                {"WWW-Authenticate": 'Bearer error="invalid_token"'},
            )
        return dict(response.json())

    async def keys(self) -> Dict[str, Any]:
        """The public keys."""
        return dict((await self._http.get(f"{self._base}/jwks")).raise_for_status().json())

    async def discovery(self) -> Dict[str, Any]:
        """Glewlwyd's metadata."""
        response = await self._http.get(f"{self._base}/.well-known/openid-configuration")
        return dict(response.raise_for_status().json())

    async def end_session(self, cookie: str) -> None:
        """Logs the browser with these cookies out, and invalidates them."""
        # With a separate client, so that no browser gets another browser's cookies.
        async with httpx.AsyncClient(timeout=10) as http:
            await http.delete(f"{self.origin}/api/auth/", headers={"Cookie": cookie})


def _refused_exchange(response: httpx.Response, grant_type: str) -> Refused:
    """Glewlwyd sends 403 `invalid_code` for codes, and only status 400 for refresh tokens."""
    if response.status_code >= 500:
        return refusal(503, "temporarily_unavailable", "The provider failed.")
    error = response.json().get("error") if response.content else None
    if grant_type == "refresh_token":
        return refusal(403, "invalid_grant", "Unknown or invalid refresh token.")
    if error == "unauthorized_client":
        return refusal(403, "invalid_grant", "The redirect URI is not that of the code.")
    return refusal(403, "invalid_grant", "Invalid authorization code")
