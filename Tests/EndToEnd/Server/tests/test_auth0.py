"""Tests of Auth0's server, with a running Glewlwyd."""

from __future__ import annotations

import harness  # noqa: F401, I001
import time
import unittest
from functools import lru_cache
from typing import Any, ClassVar, Dict, Optional, Tuple
from urllib.parse import urlencode

import httpx
from browser import Browser, query_of
from joserfc import jws
from joserfc.jwk import KeySet

from auth0_server import reserved
from support import glewlwyd
from support.glewlwyd_setup import APP_CLIENT, APP_REDIRECT_URIS
from support.refused import Refused
from support.secret_values import json_or_none

REDIRECT_URI = APP_REDIRECT_URIS[0]
SCOPE = "openid profile email offline_access"
WRONG_VERIFIER = harness.VERIFIER[:-1] + "l"


@lru_cache(maxsize=None)
def _server(options: Tuple[str, ...]) -> harness.Process:
    """The server with the options, which all tests of this file share."""
    server = harness.Process("auth0_server", *options)
    unittest.addModuleCleanup(server.discard)
    return server


@harness.needs_glewlwyd
class Auth0TestCase(unittest.TestCase):
    options: ClassVar[Tuple[str, ...]] = ()
    server: ClassVar[harness.Process]

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = _server(cls.options)

    def setUp(self) -> None:
        self.http = httpx.Client(base_url=self.server.origin, timeout=20)
        self.addCleanup(self.http.close)

    def authorize(self, browser: Optional[Browser] = None, **more: Optional[str]) -> Dict[str, str]:
        """The parameters of the browser's redirect."""
        browser = browser or Browser()
        query = {
            "response_type": "code",
            "client_id": APP_CLIENT,
            "redirect_uri": REDIRECT_URI,
            "scope": SCOPE,
            "state": "state-1",
            "nonce": "nonce-1",
            "code_challenge": harness.CHALLENGE,
            "code_challenge_method": "S256",
            **more,
        }
        present = {name: value for name, value in query.items() if value is not None}
        back = browser.open(f"{self.server.origin}/authorize?{urlencode(present)}")
        self.assertTrue(back.startswith(f"{REDIRECT_URI}?"), back)
        return query_of(back)

    def exchange(self, code: str, headers: Any = None, **more: Any) -> httpx.Response:
        return self.token(
            {
                "grant_type": "authorization_code",
                "code": code,
                "code_verifier": harness.VERIFIER,
                "redirect_uri": REDIRECT_URI,
                **more,
            },
            headers,
        )

    def refresh(self, token: str, headers: Any = None) -> httpx.Response:
        return self.token({"grant_type": "refresh_token", "refresh_token": token}, headers)

    def token(self, body: Dict[str, Any], headers: Any = None) -> httpx.Response:
        present = {
            name: value
            for name, value in {"client_id": APP_CLIENT, **body}.items()
            if value is not None
        }
        return self.http.post("/oauth/token", json=present, headers=headers)

    def log_in(self, **more: Optional[str]) -> Dict[str, Any]:
        response = self.exchange(self.authorize(**more)["code"])
        self.assertEqual(response.status_code, 200, response.text)
        return dict(response.json())

    def user_info(self, authorization: str, **headers: str) -> httpx.Response:
        return self.http.get("/userinfo", headers={"Authorization": authorization, **headers})

    def assert_error(self, response: httpx.Response, status: int, error: str) -> None:
        body = response.json()
        self.assertEqual((response.status_code, body["error"]), (status, error), body)
        self.assertEqual(set(body), {"error", "error_description"})


class LoginTests(Auth0TestCase):
    def test_redirect_has_code_state_and_issuer(self) -> None:
        back = self.authorize()
        self.assertEqual(set(back), {"code", "state", "iss"})
        self.assertEqual(back["state"], "state-1")
        self.assertEqual(back["iss"], f"{self.server.origin}/")

    def test_redirect_reports_errors(self) -> None:
        back = self.authorize(prompt="none")
        self.assertEqual((back["error"], back["state"]), ("interaction_required", "state-1"))
        back = self.authorize(code_challenge=None)
        self.assertEqual(back["error"], "invalid_request")

    def test_code_is_exchanged_for_tokens(self) -> None:
        tokens = self.log_in()
        names = {"access_token", "id_token", "refresh_token", "token_type", "expires_in", "scope"}
        self.assertEqual(set(tokens), names)
        self.assertEqual((tokens["token_type"], tokens["expires_in"]), ("Bearer", 3600))
        self.assertEqual(tokens["scope"], SCOPE)

    def test_id_token_is_for_the_app_and_from_this_issuer(self) -> None:
        keys = KeySet.import_key_set(self.http.get("/.well-known/jwks.json").json())
        token = jws.deserialize_compact(self.log_in()["id_token"], keys, ["RS256"])
        claims = json_or_none(token.payload)
        self.assertEqual(claims["iss"], f"{self.server.origin}/")
        self.assertEqual((claims["aud"], claims["nonce"]), (APP_CLIENT, "nonce-1"))
        self.assertEqual((claims["email"], claims["email_verified"]), ("alice@example.com", True))
        self.assertGreater(claims["exp"], time.time())

    def test_forms_are_accepted_too(self) -> None:
        form = {
            "grant_type": "authorization_code",
            "client_id": APP_CLIENT,
            "code": self.authorize()["code"],
            "code_verifier": harness.VERIFIER,
            "redirect_uri": REDIRECT_URI,
        }
        response = self.http.post("/oauth/token", data=form)
        self.assertEqual(response.status_code, 200, response.text)

    def sign_in_with_apple(self, code: str, **more: Any) -> httpx.Response:
        return self.token(
            {
                "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
                "subject_token": code,
                "subject_token_type": "http://auth0.com/oauth/token-type/apple-authz-code",
                "scope": "openid profile",
                **more,
            }
        )

    def apple_code(self, user: str, nonce: Optional[str] = None) -> str:
        order = {"user": user, "email": "ada@example.com", "nonce": nonce}
        return str(self.http.post("/__test__/apple-codes", json=order).json()["code"])

    def test_code_of_apples_sign_in_is_exchanged_once(self) -> None:
        code = self.apple_code("once")
        profile = '{"name": {"firstName": "Ada", "lastName": "Lovelace"}}'
        response = self.sign_in_with_apple(code, user_profile=profile)
        self.assertEqual(response.status_code, 200, response.text)
        keys = KeySet.import_key_set(self.http.get("/.well-known/jwks.json").json())
        token = jws.deserialize_compact(response.json()["id_token"], keys, ["ES256"])
        claims = json_or_none(token.payload)
        self.assertEqual((claims["sub"], claims["name"]), ("apple|once", "Ada Lovelace"))
        self.assertNotIn("nonce", claims)
        self.assert_error(self.sign_in_with_apple(code), 400, "invalid_grant")

    def test_other_exchanges_are_refused(self) -> None:
        self.assert_error(
            self.sign_in_with_apple(self.apple_code("bound", "n-123456")), 400, "invalid_grant"
        )
        self.assert_error(self.sign_in_with_apple("eyJhbGciOiJSUzI1NiJ9.e30.c2ln"), 400, "invalid_grant")
        id_token = "urn:ietf:params:oauth:token-type:id_token"
        self.assert_error(
            self.sign_in_with_apple(self.apple_code("type"), subject_token_type=id_token),
            400,
            "invalid_request",
        )
        for profile in ("{", "[]", '{"name": 1}'):
            with self.subTest(profile):
                self.assert_error(
                    self.sign_in_with_apple(self.apple_code("name"), user_profile=profile),
                    400,
                    "invalid_request",
                )

    def test_unknown_scopes_are_ignored(self) -> None:
        tokens = self.log_in(scope="openid read:messages")
        self.assertEqual(tokens["scope"], "openid")
        self.assertNotIn("refresh_token", tokens)

    def test_code_is_exchanged_once_and_only_with_its_verifier(self) -> None:
        code = self.authorize()["code"]
        wrong = self.exchange(code, code_verifier=WRONG_VERIFIER)
        self.assert_error(wrong, 403, "invalid_grant")
        elsewhere = self.exchange(code, redirect_uri=APP_REDIRECT_URIS[1])
        self.assert_error(elsewhere, 403, "invalid_grant")
        self.assertEqual(self.exchange(code).status_code, 200)
        self.assert_error(self.exchange(code), 403, "invalid_grant")
        self.assert_error(self.exchange("unknown-code"), 403, "invalid_grant")

    def test_invalid_token_requests_are_rejected(self) -> None:
        for body, status, error in (
            ({}, 400, "invalid_request"),
            ({"grant_type": "password"}, 400, "unsupported_grant_type"),
            ({"grant_type": "refresh_token"}, 400, "invalid_request"),
            ({"grant_type": "authorization_code", "code": "a"}, 400, "invalid_request"),
            (
                {"grant_type": "refresh_token", "refresh_token": "a", "client_id": "other"},
                401,
                "invalid_client",
            ),
            ({"grant_type": ["refresh_token"]}, 400, "invalid_request"),
        ):
            with self.subTest(body):
                self.assert_error(self.token(body), status, error)
        for kind, content in (("application/json", b"{"), ("application/json", b"[]")):
            headers = {"Content-Type": kind}
            response = self.http.post("/oauth/token", content=content, headers=headers)
            self.assert_error(response, 400, "invalid_request")
        doubled = {"Content-Type": "application/x-www-form-urlencoded"}
        response = self.http.post("/oauth/token", content=b"code=a&code=b", headers=doubled)
        self.assert_error(response, 400, "invalid_request")
        headers = {"Content-Type": "text/plain"}
        response = self.http.post("/oauth/token", content=b"a", headers=headers)
        self.assert_error(response, 415, "invalid_request")


class TokenTests(Auth0TestCase):
    def test_refresh_tokens_change_with_each_use(self) -> None:
        first = self.log_in()
        response = self.refresh(first["refresh_token"])
        self.assertEqual(response.status_code, 200, response.text)
        second = response.json()
        self.assertNotEqual(second["refresh_token"], first["refresh_token"])
        self.assertEqual(second["token_type"], "Bearer")
        self.assertEqual(self.user_info(f"Bearer {second['access_token']}").status_code, 200)

    def test_refresh_with_fewer_scopes_keeps_all_scopes(self) -> None:
        body = {
            "grant_type": "refresh_token",
            "refresh_token": self.log_in()["refresh_token"],
            "scope": "openid email",
            "audience": "https://example.com/api",
        }
        response = self.token(body)
        self.assertEqual(response.status_code, 200, response.text)
        self.assertEqual(response.json()["scope"], SCOPE)
        self.assertNotIn("id_token", response.json())
        self.assertEqual(self.refresh(response.json()["refresh_token"]).status_code, 200)

    def test_reused_refresh_token_ends_the_session(self) -> None:
        first = self.log_in()["refresh_token"]
        second = self.refresh(first).json()["refresh_token"]
        self.assert_error(self.refresh(first), 403, "invalid_grant")
        self.assert_error(self.refresh(second), 403, "invalid_grant")

    def test_revoked_token_is_invalid(self) -> None:
        tokens = self.log_in()
        body = {"client_id": APP_CLIENT, "token": tokens["refresh_token"]}
        for options in ({"json": body}, {"data": body}):
            response = self.http.post("/oauth/revoke", **options)  # type: ignore[arg-type]
            self.assertEqual((response.status_code, response.content), (200, b""))
        self.assert_error(self.refresh(tokens["refresh_token"]), 403, "invalid_grant")

    def test_revocation_errors(self) -> None:
        unknown = self.http.post("/oauth/revoke", json={"client_id": APP_CLIENT, "token": "none"})
        self.assertEqual(unknown.status_code, 200)
        response = self.http.post("/oauth/revoke", json={"client_id": APP_CLIENT})
        self.assert_error(response, 400, "invalid_request")
        response = self.http.post("/oauth/revoke", json={"client_id": "other", "token": "none"})
        self.assert_error(response, 401, "invalid_client")

    def test_user_info_has_the_users_claims(self) -> None:
        response = self.user_info(f"Bearer {self.log_in()['access_token']}")
        self.assertEqual(response.status_code, 200)
        claims = response.json()
        self.assertEqual(set(claims), {"sub", "name", "picture", "email", "email_verified"})
        self.assertEqual((claims["name"], claims["email_verified"]), ("Alice", True))
        bob = self.exchange(self.authorize(Browser(user="bob"))["code"]).json()
        claims = self.user_info(f"Bearer {bob['access_token']}").json()
        self.assertEqual((claims["name"], claims["email_verified"]), ("Bob", False))

    def test_invalid_access_tokens_are_rejected(self) -> None:
        for authorization in ("Bearer unknown", "Bearer", "Basic YTpi", "DPoP unknown"):
            response = self.user_info(authorization)
            self.assert_error(response, 401, "invalid_token")
            self.assertIn("www-authenticate", response.headers)

    def test_metadata_has_the_servers_endpoints(self) -> None:
        found = self.http.get("/.well-known/openid-configuration").json()
        self.assertEqual(found["issuer"], f"{self.server.origin}/")
        for name, path in (
            ("authorization_endpoint", "/authorize"),
            ("token_endpoint", "/oauth/token"),
            ("userinfo_endpoint", "/userinfo"),
            ("revocation_endpoint", "/oauth/revoke"),
            ("end_session_endpoint", "/v2/logout"),
            ("jwks_uri", "/.well-known/jwks.json"),
        ):
            self.assertEqual(found[name], self.server.origin + path)
        self.assertEqual(found["code_challenge_methods_supported"], ["S256"])
        self.assertIs(found["authorization_response_iss_parameter_supported"], True)
        keys = self.http.get("/.well-known/jwks.json").json()["keys"]
        self.assertEqual([key["kty"] for key in keys], ["RSA", "EC", "EC"])
        self.assertFalse(any("d" in key for key in keys))

    def test_logout_ends_the_browsers_session(self) -> None:
        browser = Browser()
        tokens = self.exchange(self.authorize(browser)["code"]).json()
        silently: Dict[str, Optional[str]] = {
            "prompt": "none",
            "id_token_hint": tokens["id_token"],
        }
        self.assertIn("code", self.authorize(browser, **silently))
        url = f"{self.server.origin}/v2/logout?client_id={APP_CLIENT}"
        back = browser.open(f"{url}&{urlencode({'returnTo': REDIRECT_URI})}")
        self.assertEqual(back, REDIRECT_URI)
        self.assertIn("error", self.authorize(browser, **silently))
        self.assertEqual(httpx.get(url).status_code, 200)
        response = httpx.get(url, params={"returnTo": "https://example.com/evil"})
        self.assert_error(response, 400, "invalid_request")


class ConnectionTests(Auth0TestCase):
    def test_connection_leads_directly_to_its_provider(self) -> None:
        back = self.authorize(connection="github", login_hint="ada@example.com")
        self.assertEqual(back["iss"], f"{self.server.origin}/")
        tokens = self.exchange(back["code"]).json()
        keys = KeySet.import_key_set(self.http.get("/.well-known/jwks.json").json())
        token = jws.deserialize_compact(tokens["id_token"], keys, ["ES256"])
        claims = json_or_none(token.payload)
        self.assertEqual(claims["sub"], "github|ada@example.com")
        self.assertEqual((claims["aud"], claims["nonce"]), (APP_CLIENT, "nonce-1"))
        self.assertNotIn("refresh_token", tokens)
        user = self.user_info(f"Bearer {tokens['access_token']}").json()
        self.assertEqual(user["picture"], "https://avatars.example.com/ada")
        self.assert_error(self.exchange(back["code"]), 403, "invalid_grant")

    def test_declining_user_is_redirected(self) -> None:
        back = self.authorize(connection="github", login_hint="denied@example.com")
        self.assertEqual((back["error"], back["state"]), ("access_denied", "state-1"))

    def test_codes_of_connections_need_their_verifier(self) -> None:
        code = self.authorize(connection="github")["code"]
        wrong = self.exchange(code, code_verifier=WRONG_VERIFIER)
        self.assert_error(wrong, 403, "invalid_grant")

    def test_invalid_requests_with_a_connection_are_rejected(self) -> None:
        good = {
            "connection": "github",
            "client_id": APP_CLIENT,
            "redirect_uri": REDIRECT_URI,
            "response_type": "code",
            "code_challenge": harness.CHALLENGE,
            "code_challenge_method": "S256",
        }
        self.assertEqual(self.http.get("/authorize", params=good).status_code, 302)
        for name, value, status in (
            ("connection", "myspace", 400),
            ("client_id", "other", 403),
            ("redirect_uri", "com.example.thief:/callback", 403),
            ("response_type", "token", 400),
            ("code_challenge_method", "plain", 400),
            ("code_challenge", "", 400),
        ):
            with self.subTest(name):
                response = self.http.get("/authorize", params={**good, name: value})
                self.assert_error(response, status, "invalid_request")
        response = self.http.get("/login/callback", params={"state": "unknown", "code": "a"})
        self.assert_error(response, 400, "invalid_request")


class ResourceTests(Auth0TestCase):
    def test_api_verifies_access_tokens_itself(self) -> None:
        tokens = self.log_in()
        headers = {"Authorization": f"Bearer {tokens['access_token']}"}
        response = self.http.get("/api/userinfo", headers=headers)
        self.assertEqual((response.status_code, set(response.json())), (200, {"sub"}))
        headers["Authorization"] += "x"
        response = self.http.get("/api/userinfo", headers=headers)
        self.assert_error(response, 401, "invalid_token")


class ReservedTests(Auth0TestCase):
    def test_second_factor_is_required(self) -> None:
        response = self.exchange("mfa_required-1")
        body = response.json()
        self.assertEqual((response.status_code, body["error"]), (403, "mfa_required"))
        self.assertTrue(body["mfa_token"].startswith("mfa-"))
        self.assertEqual(body["mfa_requirements"]["challenge"][0], {"type": "otp"})
        self.assertIn(body["mfa_token"], self.server.ledger.read_text().splitlines())

    def test_too_many_attempts_are_limited(self) -> None:
        response = self.refresh("too_many_attempts-1")
        self.assert_error(response, 429, "too_many_attempts")
        self.assertEqual(response.headers["retry-after"], "1")

    def test_errors_have_the_older_form(self) -> None:
        for word, status, text in (
            ("unauthorized", 401, "description"),
            ("password_leaked", 400, "message"),
        ):
            response = self.token({"grant_type": "refresh_token", "client_id": f"{word}-1"})
            body = response.json()
            self.assertEqual((response.status_code, body["statusCode"]), (status, status))
            self.assertEqual(set(body), {"code", text, "name", "statusCode"})
            self.assertEqual(body["code"], word)

    def test_blocked_users_and_server_errors(self) -> None:
        self.assert_error(self.exchange("blocked_user-1"), 403, "blocked_user")
        body = {"client_id": "a", "token": "server_error-1"}
        response = self.http.post("/oauth/revoke", json=body)
        self.assertEqual((response.status_code, response.text[:1]), (500, "<"))

    def test_words_without_a_hyphen_are_not_reserved(self) -> None:
        reserved.refuse_reserved(["mfa_required", "", "other-1"])
        with self.assertRaises(Refused):
            reserved.refuse_reserved(["", "mfa_required-1"])


class ProofTests(Auth0TestCase):
    options = ("--dpop-nonce",)

    def setUp(self) -> None:
        super().setUp()
        self.prover = harness.Prover()
        self.nonce: Optional[str] = None

    def proof(self, method: str, path: str, **more: Any) -> Dict[str, str]:
        url = self.server.origin + path
        return {"DPoP": self.prover.proof(method, url, nonce=self.nonce, **more)}

    def get_nonce(self) -> None:
        response = self.exchange("unknown-code", self.proof("POST", "/oauth/token"))
        self.assert_error(response, 400, "use_dpop_nonce")
        self.assertEqual(response.headers["www-authenticate"], 'DPoP error="use_dpop_nonce"')
        self.nonce = response.headers["dpop-nonce"]

    def log_in_with_key(self) -> Dict[str, Any]:
        self.get_nonce()
        response = self.exchange(self.authorize()["code"], self.proof("POST", "/oauth/token"))
        self.assertEqual(response.status_code, 200, response.text)
        self.assertNotEqual(response.headers["dpop-nonce"], self.nonce)
        self.assertEqual(response.json()["token_type"], "DPoP")
        return dict(response.json())

    def test_access_tokens_require_their_key(self) -> None:
        token = self.log_in_with_key()["access_token"]
        proof = self.proof("GET", "/userinfo", access_token=token)
        response = self.user_info(f"DPoP {token}", **proof)
        self.assertEqual(response.status_code, 200, response.text)
        self.assert_error(self.user_info(f"Bearer {token}"), 401, "invalid_token")
        response = self.user_info(f"DPoP {token}")
        self.assert_error(response, 401, "invalid_dpop_proof")
        response = self.user_info(f"DPoP {token}", **self.proof("GET", "/userinfo"))
        self.assert_error(response, 401, "invalid_dpop_proof")
        self.prover = harness.Prover()
        proof = self.proof("GET", "/userinfo", access_token=token)
        self.assert_error(self.user_info(f"DPoP {token}", **proof), 401, "invalid_token")

    def test_refresh_tokens_require_their_key(self) -> None:
        token = self.log_in_with_key()["refresh_token"]
        own, self.prover = self.prover, harness.Prover()
        for headers in ({}, self.proof("POST", "/oauth/token")):
            self.assert_error(self.refresh(token, headers), 400, "invalid_dpop_proof")
        self.prover = own
        response = self.refresh(token, self.proof("POST", "/oauth/token"))
        self.assertEqual(response.status_code, 200, response.text)
        again = response.json()["refresh_token"]
        self.assert_error(self.refresh(again), 400, "invalid_dpop_proof")

    def test_login_can_be_bound_to_one_key(self) -> None:
        self.get_nonce()
        code = self.authorize(dpop_jkt=self.prover.key.thumbprint())["code"]
        own, self.prover = self.prover, harness.Prover()
        for headers in ({}, self.proof("POST", "/oauth/token")):
            self.assert_error(self.exchange(code, headers), 400, "invalid_dpop_proof")
        self.prover = own
        response = self.exchange(code, self.proof("POST", "/oauth/token"))
        self.assertEqual(response.status_code, 200, response.text)

    def test_nonces_are_invalidated(self) -> None:
        token = self.log_in_with_key()["access_token"]
        self.http.post("/__test__/dpop")
        proof = self.proof("GET", "/userinfo", access_token=token)
        response = self.user_info(f"DPoP {token}", **proof)
        self.assert_error(response, 401, "use_dpop_nonce")


class SecrecyTests(Auth0TestCase):
    def test_secrets_are_in_the_ledger_and_not_in_the_log(self) -> None:
        back = self.authorize()
        tokens = self.exchange(back["code"]).json()
        self.refresh(tokens["refresh_token"])
        self.user_info(f"Bearer {tokens['access_token']}")
        secrets = self.server.ledger.read_text().splitlines()
        for name in ("access_token", "id_token", "refresh_token"):
            self.assertIn(tokens[name], secrets)
        self.assertIn(back["code"], secrets)
        self.assertIn(harness.VERIFIER, secrets)
        log = self.server.log()
        self.assertIn("POST /oauth/token 200", log)
        self.assertEqual([secret for secret in secrets if secret in log], [])


@harness.needs_glewlwyd
class GlewlwydTests(unittest.TestCase):
    def test_glewlwyd_ends_with_the_server(self) -> None:
        server = harness.Process("auth0_server")
        self.addCleanup(server.discard)
        response = httpx.get(f"{server.origin}/authorize", follow_redirects=False)
        location = httpx.URL(response.headers["location"])
        upstream = str(location.copy_with(query=None, path="/config"))
        self.assertEqual(httpx.get(upstream).status_code, 200)
        self.assertEqual(server.stop(), 0)
        with self.assertRaises(httpx.ConnectError):
            httpx.get(upstream)

    def test_glewlwyd_ends_with_a_killed_server(self) -> None:
        for end in ("terminate", "kill"):
            with self.subTest(end):
                server = harness.Process("support.glewlwyd")
                self.addCleanup(server.discard)
                self.assertEqual(httpx.get(f"{server.origin}/config").status_code, 200)
                getattr(server.process, end)()
                server.process.wait(timeout=20)
                deadline = time.monotonic() + 10
                with self.assertRaises(httpx.TransportError):
                    while time.monotonic() < deadline:
                        httpx.get(f"{server.origin}/config")

    def test_port_in_use_is_an_error(self) -> None:
        with glewlwyd.running() as origin:
            port = int(origin.rpartition(":")[2])
            with self.assertRaises(glewlwyd.Unavailable), glewlwyd.running(port=port):
                pass


if __name__ == "__main__":
    unittest.main()
