"""Tests of Ory's server with a real OpenID provider."""

from __future__ import annotations

import harness  # noqa: F401, I001
import unittest
from typing import ClassVar
from urllib.parse import urlencode

import httpx
from browser import Browser, query_of

from support.glewlwyd_setup import APP_CLIENT, APP_REDIRECT_URIS

REDIRECT_URI = "com.example.app://callback"
HEADERS = {"Accept": "application/json"}


@harness.needs_glewlwyd
class GlewlwydProviderTests(unittest.TestCase):
    issuer: ClassVar[str]

    @classmethod
    def setUpClass(cls) -> None:
        provider = harness.Process("support.glewlwyd")
        cls.addClassCleanup(provider.discard)
        cls.issuer = f"{provider.origin}/api/oidc"

    def serve(self, module: str, *arguments: str) -> httpx.Client:
        server = harness.Process(module, "--provider", self.issuer, *arguments)
        self.addCleanup(server.discard)
        client = httpx.Client(base_url=server.origin, headers=HEADERS, timeout=20)
        self.addCleanup(client.close)
        return client

    def sign_in_to_ory(self, http: httpx.Client, decline: bool = False) -> httpx.Response:
        query = {"return_session_token_exchange_code": "true", "return_to": REDIRECT_URI}
        flow = http.get("/self-service/login/api", params=query).json()
        submission = {"method": "oidc", "provider": "google"}
        response = http.post(flow["ui"]["action"], json=submission)
        self.assertEqual(response.status_code, 422, response.text)
        url = response.json()["redirect_browser_to"]
        # Without a login page, the provider must reject the login.
        back = Browser().open(f"{url}&prompt=none" if decline else url)
        self.assertTrue(back.startswith(f"{REDIRECT_URI}?code="), back)
        codes = {
            "init_code": flow["session_token_exchange_code"],
            "return_to_code": query_of(back)["code"],
        }
        return http.get("/sessions/token-exchange", params=codes)

    def test_ory(self) -> None:
        http = self.serve("ory_server", "--return-to", REDIRECT_URI)
        for _ in range(2):
            response = self.sign_in_to_ory(http)
            self.assertEqual(response.status_code, 200, response.text)
            granted = response.json()
            self.assertEqual(granted["session"]["identity"]["traits"]["email"], "alice@example.com")
            self.assertTrue(granted["session"]["identity"]["verifiable_addresses"][0]["verified"])
        who = http.get("/sessions/whoami", headers={"X-Session-Token": granted["session_token"]})
        self.assertEqual(who.json()["id"], granted["session"]["id"])

    def test_ory_with_a_rejected_login(self) -> None:
        http = self.serve("ory_server", "--return-to", REDIRECT_URI)
        response = self.sign_in_to_ory(http, decline=True)
        self.assertEqual(response.status_code, 422, response.text)
        self.assertIn("interaction_required", response.json()["ui"]["messages"][0]["text"])

    def test_ory_with_an_id_token_of_the_app(self) -> None:
        options = ("--return-to", REDIRECT_URI, "--id-token-audience", APP_CLIENT)
        id_token = self.log_in_natively("nonce-123")
        for arguments, nonce, status in (
            (options, "nonce-123", 200),
            (options, "nonce-124", 400),
            (options[:2], "nonce-123", 400),
            (("--id-token-audience", "other"), "nonce-123", 400),
        ):
            with self.subTest(arguments=arguments, nonce=nonce):
                http = self.serve("ory_server", *arguments)
                flow = http.get("/self-service/login/api").json()
                submission = {
                    "method": "oidc",
                    "provider": "google",
                    "id_token": id_token,
                    "id_token_nonce": nonce,
                }
                response = http.post(flow["ui"]["action"], json=submission)
                self.assertEqual(response.status_code, status, response.text)

    def log_in_natively(self, nonce: str) -> str:
        """An ID token that the app receives from the provider itself."""
        query = {
            "response_type": "code",
            "client_id": APP_CLIENT,
            "redirect_uri": APP_REDIRECT_URIS[0],
            "scope": "openid email",
            "nonce": nonce,
            "code_challenge": harness.CHALLENGE,
            "code_challenge_method": "S256",
        }
        back = Browser().open(f"{self.issuer}/auth?{urlencode(query)}")
        form = {
            "grant_type": "authorization_code",
            "client_id": APP_CLIENT,
            "code": query_of(back)["code"],
            "redirect_uri": APP_REDIRECT_URIS[0],
            "code_verifier": harness.VERIFIER,
        }
        return str(httpx.post(f"{self.issuer}/token", data=form).json()["id_token"])


if __name__ == "__main__":
    unittest.main()
