"""Requires proofs of possession (DPoP), with Prelude's errors."""

from __future__ import annotations

from typing import Dict, Optional

from starlette.requests import Request
from starlette.responses import Response

from support.dpop import InvalidProof, ProofVerifier

from .errors import refusal


class Possession:
    """Checks proofs, or accepts all requests if it has no verifier."""

    def __init__(self, origin: str, verifier: Optional[ProofVerifier]) -> None:
        self._origin = origin
        self._verifier = verifier

    def key(self, request: Request, access_token: Optional[str] = None) -> Optional[str]:
        """The thumbprint of the key of the request's proof. Raises `Refused`."""
        if self._verifier is None:
            return None
        proofs, url = request.headers.getlist("dpop"), self._origin + request.url.path
        try:
            return self._verifier.thumbprint(proofs, request.method, url, access_token)
        except InvalidProof as problem:
            raise refusal(problem.code, problem.reason, self._headers()) from None

    def with_nonce(self, response: Response) -> Response:
        """The response with the nonce for the next proof, if one is required."""
        response.headers.update(self._headers())
        return response

    def forget_nonces(self) -> None:
        """Invalidates all nonces issued so far."""
        if self._verifier is not None:
            self._verifier.forget_nonces()

    def _headers(self) -> Dict[str, str]:
        if self._verifier is None or not self._verifier.demands_nonce:
            return {}
        return {"DPoP-Nonce": self._verifier.new_nonce()}
