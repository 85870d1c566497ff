"""The store of files: ariadne's own HTTP layer reads the requests."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Dict, List, Optional

from ariadne import (
    MutationType,
    QueryType,
    ScalarType,
    load_schema_from_path,
    make_executable_schema,
    upload_scalar,
)
from ariadne.asgi import GraphQL
from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

_PART = 1 << 20


class Application:
    """The files that the server has received, by their hashes."""

    def __init__(self, schema: Path) -> None:
        self._files: Dict[str, Dict[str, Any]] = {}
        query = QueryType()
        query.set_field("count", lambda *_: len(self._files))
        query.set_field("sameFile", self._same_file)
        mutation = MutationType()
        mutation.set_field("storeFile", self._store_file)
        mutation.set_field("storePrivateFile", self._store_file)
        mutation.set_field("storeFiles", self._store_files)
        mutation.set_field("storeAlbum", self._store_album)
        document = ScalarType("Document", value_parser=lambda value: value)
        self._schema = make_executable_schema(
            # The engine does not know the directive yet.
            [load_schema_from_path(str(schema)), "directive @oneOf on INPUT_OBJECT"],
            query,
            mutation,
            upload_scalar,
            document,
            convert_names_case=False,
        )

    def asgi(self) -> Starlette:
        """The ASGI application."""
        return Starlette(routes=[Route("/graphql", _Guarded(GraphQL(self._schema)))])

    async def _same_file(self, _: Any, __: Any, file: UploadFile) -> Optional[Dict[str, Any]]:
        return self._files.get((await _described(file))["sha256"])

    async def _store_file(self, _: Any, __: Any, file: UploadFile) -> Dict[str, Any]:
        stored = await _described(file)
        self._files[stored["sha256"]] = stored
        return stored

    async def _store_files(self, _: Any, info: Any, files: List[UploadFile]) -> List[Any]:
        return [await self._store_file(None, info, file) for file in files]

    async def _store_album(self, _: Any, info: Any, album: Dict[str, Any]) -> List[Any]:
        files = [
            album.get("cover"),
            *(album.get("pages") or []),
            *(file for row in album.get("attachments") or [] for file in row),
            (album.get("source") or {}).get("file"),
            album.get("license"),
        ]
        return await self._store_files(None, info, [file for file in files if file is not None])


async def _described(file: UploadFile) -> Dict[str, Any]:
    digest = hashlib.sha256()
    size = 0
    # The same file may be in several places.
    await file.seek(0)
    while part := await file.read(_PART):
        digest.update(part)
        size += len(part)
    return {
        "name": file.filename,
        "mediaType": file.content_type,
        "size": size,
        "sha256": digest.hexdigest(),
    }


class _Guarded:
    """Refuses a multipart request without its length.

    Also refuses one without a header for which browsers ask: a browser would also send it from another
    site.
    """

    def __init__(self, application: GraphQL) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        is_multipart = headers.get(b"content-type", b"").startswith(b"multipart/")
        if is_multipart and b"content-length" not in headers:
            response = PlainTextResponse("The request needs a length.", 411)
            await response(scope, receive, send)
        elif is_multipart and b"apollo-require-preflight" not in headers:
            response = PlainTextResponse("The request needs a preflight header.", 400)
            await response(scope, receive, send)
        else:
            await self._application(scope, receive, send)
