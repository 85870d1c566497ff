"""Tests of the server that receives files."""

from __future__ import annotations

import harness  # noqa: F401, I001
import hashlib
import json
from typing import Any, Dict

from upload_server.__main__ import _SCHEMA
from upload_server.application import Application


class UploadTests(harness.InProcessTestCase):
    STORE = "mutation($file: Upload!) { storeFile(file: $file) { name mediaType size sha256 } }"

    def setUp(self) -> None:
        super().setUp()
        self.http = self.client(Application(_SCHEMA).asgi())

    def send(self, headers: Dict[str, str]) -> Any:
        fields = {
            "operations": json.dumps({"query": self.STORE, "variables": {"file": None}}),
            "map": json.dumps({"0": ["variables.file"]}),
        }
        files = {"0": ("a.txt", b"abc", "text/plain")}
        return self.http.post("/graphql", data=fields, files=files, headers=headers)

    def test_file_is_described(self) -> None:
        body = self.send({"Apollo-Require-Preflight": "true"}).json()
        stored = body["data"]["storeFile"]
        digest = hashlib.sha256(b"abc").hexdigest()
        self.assertEqual(
            stored, {"name": "a.txt", "mediaType": "text/plain", "size": 3, "sha256": digest}
        )

    def test_request_that_a_browser_sends_unasked_is_refused(self) -> None:
        self.assertEqual(self.send({}).status_code, 400)
        self.assertEqual(self.http.post("/graphql", json={"query": "{ count }"}).status_code, 200)
