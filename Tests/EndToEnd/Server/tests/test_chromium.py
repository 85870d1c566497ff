"""Tests of logins in a real Chromium."""

from __future__ import annotations

import harness  # noqa: F401, I001
import http.server
import os
import shutil
import subprocess
import sys
import threading
import unittest
from typing import Any, Dict, List
from urllib.parse import urlencode

import httpx
from browser import query_of

from allauth_server.clients import APP_CLIENT, DEVICE_GRANT


class _App(http.server.BaseHTTPRequestHandler):
    """The app's page, which records its redirects."""

    server: Any

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<p>You can close this page.</p>")
        if "?" in self.path:
            self.server.redirects.append(query_of(self.path))

    def log_message(self, *_: Any) -> None:
        pass


@unittest.skipUnless(
    shutil.which("chromedriver") or "CI" in os.environ,
    "chromedriver is not installed (Debian: chromium-driver).",
)
class ChromiumTests(unittest.TestCase):
    def setUp(self) -> None:
        app: Any = http.server.HTTPServer(("127.0.0.1", 0), _App)
        app.redirects = []
        threading.Thread(target=app.serve_forever, daemon=True).start()
        self.addCleanup(app.server_close)
        self.addCleanup(app.shutdown)
        self.redirects: List[Dict[str, str]] = app.redirects
        self.redirect_uri = f"http://127.0.0.1:{app.server_port}/callback"

    def serve(self, module: str, *arguments: str) -> Dict[str, Any]:
        """The metadata of a provider."""
        server = harness.Process(module, *arguments)
        self.addCleanup(server.discard)
        found = httpx.get(f"{server.origin}/.well-known/openid-configuration").json()
        return dict(found)

    def browse(self, *arguments: str, pages: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "support.chromium", *arguments],
            cwd=harness.SERVERS,
            input=pages,
            capture_output=True,
            text=True,
            timeout=120,
        )

    def authorization(self, metadata: Dict[str, Any], **more: str) -> str:
        query = {
            "response_type": "code",
            "client_id": APP_CLIENT,
            "redirect_uri": self.redirect_uri,
            "scope": "openid profile email",
            "nonce": "nonce-1",
            "code_challenge": harness.CHALLENGE,
            "code_challenge_method": "S256",
            **more,
        }
        return f"{metadata['authorization_endpoint']}?{urlencode(query)}"

    def exchange(self, metadata: Dict[str, Any], code: str) -> httpx.Response:
        form = {
            "grant_type": "authorization_code",
            "client_id": APP_CLIENT,
            "code": code,
            "code_verifier": harness.VERIFIER,
            "redirect_uri": self.redirect_uri,
        }
        return httpx.post(metadata["token_endpoint"], data=form)

    def check_login_and_logout(self, metadata: Dict[str, Any]) -> None:
        """Logs in, logs out at a page that asks, and finds the browser logged out."""
        query = {"client_id": APP_CLIENT, "post_logout_redirect_uri": self.redirect_uri}
        pages = [
            self.authorization(metadata),
            f"{metadata['end_session_endpoint']}?{urlencode({**query, 'state': 'bye'})}",
            self.authorization(metadata, prompt="none"),
        ]
        run = self.browse("--user", "bob", pages="".join(f"{page}\n" for page in pages))
        self.assertEqual(run.stdout, "done\n" * 3, run.stderr)
        login, logout, after = self.redirects
        self.assertEqual(self.exchange(metadata, login["code"]).status_code, 200)
        self.assertEqual(logout, {"state": "bye"})
        self.assertEqual(after["error"], "login_required")
        run = self.browse("--declines", self.authorization(metadata))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.redirects[-1]["error"], "access_denied")

    @harness.needs_packages("allauth")
    def test_allauth(self) -> None:
        metadata = self.serve("allauth_server")
        self.check_login_and_logout(metadata)

    @harness.needs_packages("allauth")
    def test_page_of_a_device(self) -> None:
        metadata = self.serve("allauth_server")
        client = {"client_id": APP_CLIENT}
        device = httpx.post(metadata["device_authorization_endpoint"], data=client).json()
        page = device["verification_uri_complete"]
        run = self.browse("--stays", page)
        self.assertEqual(run.returncode, 0, run.stderr)
        form = {**client, "grant_type": DEVICE_GRANT, "device_code": device["device_code"]}
        self.assertEqual(httpx.post(metadata["token_endpoint"], data=form).status_code, 200)

    @harness.needs_packages("canaille")
    def test_canaille(self) -> None:
        metadata = self.serve("canaille_server", "--redirect-uri", self.redirect_uri)
        self.check_login_and_logout(metadata)

    def test_login_at_another_page_fails(self) -> None:
        run = self.browse(self.redirect_uri)
        self.assertEqual(run.returncode, 1)
        self.assertIn("The browser stays at /callback.", run.stderr)

    @harness.needs_glewlwyd
    def test_glewlwyd(self) -> None:
        server = harness.Process("support.glewlwyd", "--redirect-uri", self.redirect_uri)
        self.addCleanup(server.discard)
        issuer = f"{server.origin}/api/oidc"
        metadata = httpx.get(f"{issuer}/.well-known/openid-configuration").json()
        run = self.browse(self.authorization(metadata))
        self.assertEqual(run.returncode, 0, run.stderr)
        (login,) = self.redirects
        self.assertEqual(self.exchange(metadata, login["code"]).status_code, 200)


if __name__ == "__main__":
    unittest.main()
