"""A request that is rejected before GraphQL execution."""

from __future__ import annotations

from typing import Any, Dict, Optional


class Refusal(Exception):
    """The reason why a request is not executed, with the HTTP status of the response."""

    def __init__(self, status: int, message: str, code: Optional[str] = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.code = code

    @property
    def formatted(self) -> Dict[str, Any]:
        """The refusal as an error of a GraphQL response."""
        extensions = {"extensions": {"code": self.code}} if self.code else {}
        return {"message": self.message, **extensions}
