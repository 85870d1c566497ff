"""The tests that the servers with a token library for Django have in common."""

from __future__ import annotations

import harness
import json
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Dict, Optional

import httpx

from support.django_accounts import PASSWORD

ADD = 'mutation { addNote(text: "a") { __typename } }'
ADD_SEVERAL = 'mutation { addNotes(texts: ["a"]) { __typename } }'


class TokenServerTests:
    """Subclasses name the server, and are test cases of their own."""

    module = ""
    login = ""
    server: harness.Process

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = harness.Process(cls.module, "--access-seconds", "60")
        cls.addClassCleanup(cls.server.discard)

    def setUp(self: Any) -> None:
        self.http = httpx.Client(base_url=self.server.origin, timeout=20)
        self.addCleanup(self.http.close)

    def send(self, query: str, token: Optional[str] = None, /, **variables: Any) -> Any:
        """The whole response, which must have status 200."""
        headers = {} if token is None else {"Authorization": f"JWT {token}"}
        body = {"query": query, "variables": variables}
        response = self.http.post("/graphql", json=body, headers=headers)
        response.raise_for_status()
        return response.json()

    def data(self: Any, query: str, token: Optional[str] = None, /, **variables: Any) -> Any:
        body = self.send(query, token, **variables)
        self.assertNotIn("errors", body)
        return body["data"]

    def log_in(self, username: str = "alice", password: str = PASSWORD) -> Dict[str, Any]:
        return self.data(self.login, username=username, password=password)["tokenAuth"]

    def control(self, name: str, /, **body: Any) -> int:
        return self.http.post(f"/__test__/{name}", json=body).status_code

    def let_expire(self: Any) -> None:
        self.assertEqual(self.control("advance", seconds=61), 200)

    def assert_error(self: Any, body: Any, data: Any, message: str) -> None:
        self.assertEqual(body["data"], data)
        self.assertEqual([error["message"] for error in body["errors"]], [message])

    def test_schema_is_the_file(self: Any) -> None:
        command = [sys.executable, "-m", self.module, "--print-schema"]
        printed = subprocess.run(
            command, cwd=harness.SERVERS, capture_output=True, text=True, check=True, timeout=20
        )
        file = harness.SERVERS / self.module / "schema.graphql"
        self.assertEqual(printed.stdout, file.read_text(encoding="utf-8"))

    def test_calls_at_a_time_all_meet_the_expired_token(self: Any) -> None:
        token = self.access_token(self.log_in())
        self.let_expire()
        before = len(self.http.get("/__test__/requests").json())
        with ThreadPoolExecutor(8) as pool:
            bodies = list(pool.map(lambda _: self.send("{ me { id } }", token), range(50)))
        self.assertEqual([body for body in bodies if "errors" not in body], [])
        requests = self.http.get("/__test__/requests").json()[before:]
        sent = [json.loads(request["body"])["query"] for request in requests]
        self.assertEqual(sent, ["{ me { id } }"] * 50)

    def test_lifetime_is_an_argument(self: Any) -> None:
        token = self.access_token(self.log_in())
        self.control("advance", seconds=50)
        self.data("{ me { id } }", token)
        self.control("advance", seconds=11)
        self.assertIn("errors", self.send("{ me { id } }", token))

    def test_outage_ends_after_a_number_of_requests(self: Any) -> None:
        self.control("responses", path="/graphql", status=503, times=2)
        body = {"query": "{ server }"}
        statuses = [self.http.post("/graphql", json=body).status_code for _ in range(3)]
        self.assertEqual(statuses, [503, 503, 200])

    def test_controls_refuse_other_bodies(self: Any) -> None:
        for seconds in ("1", True, None):
            self.assertEqual(self.control("advance", seconds=seconds), 400)
        self.assertEqual(self.control("revoke", kind="other"), 400)

    def test_secrets_are_in_the_ledger_and_not_in_the_log(self: Any) -> None:
        granted = self.log_in()
        ledger = self.server.ledger.read_text().splitlines()
        for secret in (self.access_token(granted), self.refresh_token(granted), PASSWORD):
            self.assertIn(secret, ledger)
        log = self.server.log()
        self.assertIn("POST /graphql 200", log)
        self.assertEqual([secret for secret in ledger if secret in log], [])


def needs_python(*version: int) -> Any:
    """Skips tests of a server whose library needs a later Python."""
    text = ".".join(map(str, version))
    return unittest.skipUnless(sys.version_info >= version, f"Python {text} is needed.")
