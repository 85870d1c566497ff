"""Tests of the servers' start, end and secrecy, in their own processes."""

from __future__ import annotations

import harness  # noqa: F401, I001
import subprocess
import sys
import time
import unittest
from pathlib import Path

import httpx

HORIZON = str(harness.SERVERS.parents[2] / "Schemas/Horizon/schema.graphql")
SERVERS = {
    "horizon_server": ("--schema", HORIZON),
    "django_server": (),
    "odd_server": (),
}


class ServingTests(unittest.TestCase):
    def start(self, module: str, *more: str) -> harness.Process:
        server = harness.Process(module, *SERVERS[module], *more)
        self.addCleanup(server.discard)
        return server

    def test_server_ends_with_its_input(self) -> None:
        for module in SERVERS:
            with self.subTest(module):
                server = self.start(module)
                self.assertEqual(httpx.get(f"{server.origin}/nothing").status_code, 404)
                self.assertEqual(server.stop(), 0)
                with self.assertRaises(httpx.ConnectError):
                    httpx.get(server.origin)

    def test_server_ends_after_its_time_limit(self) -> None:
        server = self.start("django_server", "--seconds", "0.5")
        began = time.monotonic()
        self.assertEqual(server.process.wait(timeout=20), 0)
        self.assertLess(time.monotonic() - began, 10)

    def test_server_ends_cleanly_when_terminated(self) -> None:
        server = self.start("django_server")
        server.process.terminate()
        self.assertEqual(server.process.wait(timeout=20), 0)

    def test_server_listens_on_the_requested_port(self) -> None:
        port = self.start("django_server").origin.rpartition(":")[2]
        command = [sys.executable, "-m", "django_server", "--port", port]
        taken = subprocess.run(
            command, cwd=harness.SERVERS, capture_output=True, timeout=20, stdin=subprocess.DEVNULL
        )
        self.assertNotEqual(taken.returncode, 0)
        self.assertEqual(taken.stdout, b"")

    def test_server_behind_a_proxy_has_the_origin_of_the_proxy(self) -> None:
        server = self.start("odd_server", "--origin", "http://127.0.0.1:1")
        self.assertNotEqual(server.origin, "http://127.0.0.1:1")
        metadata = httpx.get(f"{server.origin}/.well-known/openid-configuration").json()
        self.assertEqual(metadata["issuer"], "http://127.0.0.1:1")

    def test_secrets_are_in_the_ledger_and_not_in_the_log(self) -> None:
        server = self.start("django_server")
        body = {"grant_type": "refresh_token", "refresh_token": "secret-refresh-token"}
        httpx.post(f"{server.origin}/o/token/?code=secret-code", data=body)
        httpx.get(f"{server.origin}/secret-path/secret-code")
        secrets = server.ledger.read_text().splitlines()
        self.assertEqual(set(secrets), {"secret-refresh-token", "secret-code"})
        log = server.log().splitlines()
        self.assertEqual(log, ["POST /o/token/ 400 invalid_request", "GET - 404 -"])

    def test_schema_has_the_default_path(self) -> None:
        self.assertTrue(Path(HORIZON).exists())


if __name__ == "__main__":
    unittest.main()
