"""Binds tokens to keys (DPoP, RFC 9449).

Glewlwyd supports DPoP, but compares a proof's URL with its own, and the proofs of Auth0's clients
are for Auth0's URLs. So this server checks the proofs, and Glewlwyd receives bearer tokens: its
access tokens have no `cnf`, and their bindings are in memory.
"""

from __future__ import annotations

from typing import Dict, Optional

from starlette.requests import Request

from support import pkce
from support.dpop import InvalidProof, ProofVerifier
from support.refused import Refused

from .errors import refusal


class Binding:
    """The key of each token."""

    def __init__(self, origin: str, verifier: ProofVerifier) -> None:
        self._origin = origin
        self._verifier = verifier
        self._keys: Dict[str, str] = {}
        # By the code challenge of the authorization request with the `dpop_jkt`.
        self._demanded: Dict[str, str] = {}

    def demand(self, code_challenge: str, thumbprint: Optional[str]) -> None:
        """Binds a login to one key (RFC 9449, section 10), or to any key."""
        self._demanded.pop(code_challenge, None)
        if thumbprint is not None:
            self._demanded[code_challenge] = thumbprint

    def key_of_exchange(self, request: Request, form: Dict[str, str]) -> Optional[str]:
        """The key for the new tokens, if the request has a proof. Raises `Refused`."""
        proofs = request.headers.getlist("dpop")
        key = self._thumbprint(request, 400, None) if proofs else None
        needed = self._keys.get(form.get("refresh_token", ""))
        verifier = form.get("code_verifier")
        if verifier is not None and verifier.isascii():
            needed = self._demanded.get(pkce.challenge_of(verifier), needed)
        if needed is not None and key != needed:
            raise refusal(400, "invalid_dpop_proof", "The proof is not by the key of the login.")
        return key

    def bind(self, tokens: Dict[str, str], key: str) -> None:
        """Records the key of new tokens."""
        for name in ("access_token", "refresh_token"):
            if name in tokens:
                self._keys[tokens[name]] = key

    def access_token(self, request: Request) -> str:
        """The access token of a request, sent with the required scheme. Raises `Refused`."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        needed = self._keys.get(token)
        if scheme.lower() not in ("bearer", "dpop") or not token:
            raise refusal(
                401, "invalid_token", "There is no access token.", {"WWW-Authenticate": "Bearer"}
            )
        if (scheme.lower() == "dpop") != (needed is not None):
            raise _wrong_token("The access token goes with another scheme.")
        if needed is not None and self._thumbprint(request, 401, token) != needed:
            raise _wrong_token("The proof is not by the key of the access token.")
        return token

    def headers(self) -> Dict[str, str]:
        """The nonce for the next proof, if one is required."""
        return {"DPoP-Nonce": self._verifier.new_nonce()} if self._verifier.demands_nonce else {}

    def _thumbprint(self, request: Request, status: int, token: Optional[str]) -> str:
        proofs = request.headers.getlist("dpop")
        url = self._origin + request.url.path
        try:
            return self._verifier.thumbprint(proofs, request.method, url, token)
        except InvalidProof as problem:
            code = "invalid_dpop_proof"
            if problem.code == "use_dpop_nonce":
                code = problem.code
            headers = {**self.headers(), "WWW-Authenticate": f'DPoP error="{code}"'}
            raise refusal(status, code, problem.reason, headers) from None


def _wrong_token(reason: str) -> Refused:
    return refusal(401, "invalid_token", reason, {"WWW-Authenticate": 'DPoP error="invalid_token"'})
