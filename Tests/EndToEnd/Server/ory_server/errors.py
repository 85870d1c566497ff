"""Errors in Kratos's envelope."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Optional

from starlette.responses import JSONResponse

from support.refused import Refused


def refusal(
    status: int, reason: str, id: Optional[str] = None, message: str = "", **beside: Any
) -> Refused:
    """An error, with additional members if there are any."""
    phrase = HTTPStatus(status).phrase
    error = {"code": status, "status": phrase, "reason": reason, "message": message or phrase}
    if id is not None:
        error["id"] = id
    return Refused(JSONResponse({"error": error, **beside}, status))
