"""Errors as Auth0 sends them."""

from __future__ import annotations

from typing import Any, Dict, Optional

from starlette.responses import JSONResponse

from support.refused import Refused


def refusal(
    status: int, error: str, description: str, headers: Optional[Dict[str, str]] = None
) -> Refused:
    """An error as in RFC 6749, section 5.2."""
    body = {"error": error, "error_description": description}
    return Refused(JSONResponse(body, status, headers))


def other_refusal(
    status: int, body: Dict[str, Any], headers: Optional[Dict[str, str]] = None
) -> Refused:
    """An error in Auth0's own form."""
    return Refused(JSONResponse(body, status, headers))
