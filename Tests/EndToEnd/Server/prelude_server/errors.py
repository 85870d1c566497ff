"""Errors as Prelude sends them. Clients use the code, because most statuses are undocumented."""

from __future__ import annotations

import uuid
from typing import Dict, Optional

from starlette.responses import JSONResponse

from support.refused import Refused

# The errors with a status in the documentation or implied by the code's name; others have 400.
_STATUSES = {
    "unauthorized": 401,
    "invalid_verification_token": 401,
    "missing_dpop_proof": 401,
    "invalid_dpop_proof": 401,
    "use_dpop_nonce": 401,
    "dpop_key_mismatch": 401,
    "forbidden": 403,
    "auth_blocked": 403,
    "suspended_account": 403,
    "oauth_provider_disabled": 403,
    "token_reused": 409,
    "rate_limited": 429,
}


def refusal(code: str, message: str, headers: Optional[Dict[str, str]] = None) -> Refused:
    """An error with one of Prelude's codes."""
    status = _STATUSES.get(code, 400)
    body = {
        "code": code,
        "message": message,
        "type": "client_error",
        "request_id": str(uuid.uuid4()),
    }
    return Refused(JSONResponse(body, status, headers))
