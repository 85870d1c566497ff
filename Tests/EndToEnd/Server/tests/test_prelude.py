"""Tests of Prelude's server against its contract."""

from __future__ import annotations

import harness  # noqa: F401, I001
import base64
import json
import time
import unittest
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any, Dict, List, Optional

from browser import Browser, query_of

from prelude_server.application import PROVIDERS, Application
from support.clock import Clock
from support.dpop import ProofVerifier

REDIRECT_URI = "myapp://oauth-callback"
BASE = f"{harness.ORIGIN}/v1/session"
DEVICE = {"X-Device-Id": "device-1"}


class PreludeTestCase(harness.InProcessTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.prover = harness.Prover()
        self.serve()

    def serve(
        self, checks_proofs: bool = True, demands_nonce: bool = False, **options: Any
    ) -> None:
        self.verifier = ProofVerifier(self.site.clock, demands_nonce) if checks_proofs else None
        uris = [REDIRECT_URI, "https://example.com/callback"]
        application = Application(self.site, None, uris, self.verifier, **options)
        self.http = self.client(application.asgi())

    def post(self, path: str, body: Any = None, **headers: Optional[str]) -> Any:
        """A request from the device. A header that is None is left out."""
        all_headers = {**DEVICE, **{name.replace("_", "-"): headers[name] for name in headers}}
        present = {name: value for name, value in all_headers.items() if value is not None}
        return self.http.post(f"/v1/session{path}", json=body, headers=present)

    def proven(self, path: str, body: Any = None, **headers: Optional[str]) -> Any:
        """A request with a proof of possession."""
        return self.post(path, body, DPoP=self.prover.proof("POST", BASE + path), **headers)

    def authorize(self, provider: str = "google", **more: Any) -> Any:
        body = {
            "redirect_uri": REDIRECT_URI,
            "code_challenge": harness.CHALLENGE,
            "code_challenge_method": "S256",
            **more,
        }
        return self.post(f"/login/oauth/{provider}/authorize", body)

    def come_back(self, hint: str = "ada@example.com", provider: str = "google") -> Dict[str, str]:
        """The parameters of the browser's redirect from the provider."""
        response = self.authorize(provider)
        self.assertEqual(response.status_code, 200, response.text)
        url = f"{response.json()['authorization_url']}&login_hint={hint}"
        back = Browser(self.http).open(url)
        self.assertTrue(back.startswith(f"{REDIRECT_URI}?"), back)
        return query_of(back)

    def finalize(self, token: Optional[str], verifier: Optional[str] = harness.VERIFIER) -> Any:
        return self.proven("/login/finalize", self.ending(token, verifier))

    def ending(self, token: Optional[str], verifier: Optional[str] = None) -> Dict[str, Any]:
        body = {"challenge_token": token, "code_verifier": verifier or harness.VERIFIER}
        return {name: value for name, value in body.items() if value is not None}

    def log_in(self, hint: str = "ada@example.com") -> Any:
        response = self.finalize(self.come_back(hint)["challenge_token"])
        self.assertEqual(response.status_code, 200, response.text)
        return response

    def assert_error(self, response: Any, code: str, status: int) -> None:
        body = response.json()
        self.assertEqual((body["code"], response.status_code), (code, status))
        self.assertEqual(set(body), {"code", "message", "type", "request_id"})
        self.assertTrue(all(isinstance(value, str) and value for value in body.values()))

    def assert_session(self, response: Any) -> None:
        self.assertEqual(response.status_code, 200, response.text)
        self.assertEqual(set(response.json()), {"access_token", "expires_at"})
        expires = datetime.fromisoformat(response.json()["expires_at"].replace("Z", "+00:00"))
        self.assertAlmostEqual(expires.timestamp(), time.time() + 3600, delta=5)
        self.assertTrue(response.headers["x-refresh-token"])
        expires = response.headers["x-refresh-token-expires-at"].replace("Z", "+00:00")
        seconds = datetime.fromisoformat(expires).timestamp() - time.time()
        self.assertAlmostEqual(seconds, 86400, delta=5)


def parts_of(token: str) -> List[Dict[str, Any]]:
    """The header and the claims of a JWT."""
    texts = (base64.urlsafe_b64decode(part + "==") for part in token.split(".")[:2])
    return [json.loads(text) for text in texts]


class AuthorizeTests(PreludeTestCase):
    def test_every_provider_is_supported(self) -> None:
        for provider in PROVIDERS:
            response = self.authorize(provider)
            self.assertEqual(response.status_code, 200)
            self.assertEqual(set(response.json()), {"authorization_url"})

    def test_other_providers_are_rejected(self) -> None:
        self.assert_error(self.authorize("myspace"), "oauth_provider_not_configured", 400)
        self.serve(disabled_providers=["okta"])
        self.assert_error(self.authorize("okta"), "oauth_provider_disabled", 403)
        self.assertEqual(self.authorize("google").status_code, 200)

    def test_redirect_uris_must_be_allowed_and_custom(self) -> None:
        for uri in (
            f"{REDIRECT_URI}/",
            "other://oauth-callback",
            "https://example.com/callback",
            "",
            None,
            7,
        ):
            with self.subTest(uri):
                self.assert_error(self.authorize(redirect_uri=uri), "invalid_redirect_uri", 400)

    def test_code_challenge_must_use_s256(self) -> None:
        for more in (
            {"code_challenge": None},
            {"code_challenge": harness.CHALLENGE[:-1]},
            {"code_challenge": harness.CHALLENGE[:-1] + "="},
            {"code_challenge_method": "plain"},
            {"code_challenge_method": None},
        ):
            with self.subTest(more):
                self.assert_error(self.authorize(**more), "bad_request", 400)

    def test_every_call_must_name_its_device(self) -> None:
        paths = ["/login/oauth/google/authorize", "/login/finalize", "/otp", "/otp/check"]
        for path in [*paths, "/otp/retry", "/refresh", "/revoke"]:
            with self.subTest(path):
                self.assert_error(self.post(path, {}, X_Device_Id=None), "bad_request", 400)

    def test_challenge_token_has_the_next_step(self) -> None:
        back = self.come_back("ada@example.com")
        self.assertEqual(set(back), {"challenge_token"})
        header, claims = parts_of(back["challenge_token"])
        self.assertEqual(header["alg"], "EdDSA")
        self.assertEqual(claims["grant_mode"], "session-start")
        self.assertEqual(claims["metadata"], {"oauth_email": "ada@example.com"})
        self.assertEqual(claims["exp"] - claims["iat"], 600)
        self.assertTrue(claims["jti"])

    def test_declining_user_is_redirected_with_an_error(self) -> None:
        back = self.come_back("denied@example.com")
        self.assertEqual(set(back), {"error", "error_description"})
        self.assertEqual(back["error"], "access_denied")

    def test_address_belongs_to_one_user(self) -> None:
        self.assertIn("challenge_token", self.come_back("eve@example.com", "google"))
        self.assertEqual(
            self.come_back("eve@example.com", "github")["error"], "email_already_in_use"
        )
        self.assertEqual(self.come_back("Taken@example.com")["error"], "email_already_in_use")
        self.assertIn("challenge_token", self.come_back("eve@example.com", "google"))

    def test_unknown_callback_is_rejected(self) -> None:
        path = "/v1/session/login/oauth/google/callback"
        self.assert_error(self.http.get(path, params={"state": "unknown"}), "bad_request", 400)
        url = self.authorize().json()["authorization_url"]
        back = self.http.get(url).headers["location"]
        self.assert_error(self.http.get(back.replace("google", "github")), "bad_request", 400)


class FinalizeTests(PreludeTestCase):
    def test_login_gives_a_session(self) -> None:
        response = self.log_in()
        self.assert_session(response)
        header, claims = parts_of(response.json()["access_token"])
        self.assertEqual(header["alg"], "EdDSA")
        self.assertEqual(claims["cnf"], {"jkt": self.prover.key.thumbprint()})
        self.assertEqual(claims["email"], "ada@example.com")

    def test_challenge_is_redeemed_once(self) -> None:
        token = self.come_back()["challenge_token"]
        self.assertEqual(self.finalize(token).status_code, 200)
        self.assert_error(self.finalize(token), "token_reused", 409)

    def test_verifier_must_be_the_logins(self) -> None:
        token = self.come_back()["challenge_token"]
        for wrong in (harness.VERIFIER[:-1] + "l", harness.CHALLENGE, "short"):
            self.assert_error(self.finalize(token, wrong), "unauthorized", 401)
        without = self.proven("/login/finalize", {"challenge_token": token})
        self.assert_error(without, "bad_request", 400)
        self.assertEqual(self.finalize(token).status_code, 200)

    def test_invalid_challenge_tokens_are_rejected(self) -> None:
        self.assert_error(self.finalize(None), "missing_challenge_token", 400)
        self.assert_error(self.proven("/login/finalize"), "missing_challenge_token", 400)
        token = self.come_back()["challenge_token"]
        head, payload, signature = token.split(".")
        access_token = self.log_in().json()["access_token"]
        for wrong in ("no.jwt.atall", f"{head}.{payload}.{signature[::-1]}", access_token):
            self.assert_error(self.finalize(wrong), "invalid_challenge_token", 400)

    def test_challenges_expire(self) -> None:
        token = self.come_back()["challenge_token"]
        order = {"challenge_token": token}
        self.assertEqual(self.http.post("/__test__/challenges", json=order).status_code, 200)
        self.assert_error(self.finalize(token), "expired_challenge_token", 400)
        self.serve(challenge_seconds=0)
        token = self.come_back()["challenge_token"]
        self.assert_error(self.finalize(token), "expired_challenge_token", 400)
        unknown = self.http.post("/__test__/challenges", json={"challenge_token": "unknown"})
        self.assert_error(unknown, "invalid_challenge_token", 400)

    def test_blocked_users_are_rejected(self) -> None:
        for hint, code in (("blocked", "auth_blocked"), ("suspended", "suspended_account")):
            token = self.come_back(f"{hint}@example.com")["challenge_token"]
            self.assert_error(self.finalize(token), code, 403)


class OTPTests(PreludeTestCase):
    def start(self, hint: str = "unverified@example.com") -> str:
        """Begins a login with an unverified address, and returns the verification token."""
        back = self.come_back(hint)
        self.assertEqual(back["status"], "otp_required")
        self.token = back["challenge_token"]
        response = self.post("/otp", {"challenge_token": self.token})
        self.assertEqual((response.status_code, response.content), (204, b""))
        return str(response.headers["x-verification-token"])

    def sent(self, to: str = "unverified@example.com") -> List[str]:
        emails = self.http.get("/__test__/emails").json()
        return [email["code"] for email in emails if email["to"] == to]

    def check(self, verification: Optional[str], code: Optional[str]) -> Any:
        return self.post("/otp/check", {"code": code}, X_Verification_Token=verification)

    def test_code_from_the_email_completes_the_login(self) -> None:
        verification = self.start()
        _, claims = parts_of(self.token)
        self.assertEqual(claims["grant_mode"], "oauth-email-link")
        self.assertEqual(claims["metadata"], {"oauth_email": "unverified@example.com"})
        (code,) = self.sent()
        self.assertIn(code, self.secrets())
        self.assertIn(verification, self.secrets())
        response = self.check(verification, code)
        self.assertEqual((response.status_code, set(response.json())), (200, {"challenge_token"}))
        token = response.json()["challenge_token"]
        self.assertEqual(parts_of(token)[1]["grant_mode"], "session-start")
        wrong = self.finalize(token, harness.VERIFIER[:-1] + "l")
        self.assert_error(wrong, "unauthorized", 401)
        self.assert_session(self.finalize(token))

    def test_first_token_does_not_complete_the_login(self) -> None:
        verification = self.start()
        self.assert_error(self.finalize(self.token), "step_not_completed", 400)
        self.check(verification, self.sent()[-1])
        self.assert_error(self.finalize(self.token), "token_reused", 409)
        again = self.post("/otp", {"challenge_token": self.token})
        self.assert_error(again, "token_reused", 409)

    def test_verified_address_needs_no_code(self) -> None:
        token = self.come_back("ada@example.com")["challenge_token"]
        response = self.post("/otp", {"challenge_token": token})
        self.assert_error(response, "step_not_completed", 400)
        self.serve(verifies_email=False)
        self.assertNotIn("status", self.come_back("unverified@example.com"))

    def test_wrong_code_leaves_the_challenge_valid(self) -> None:
        verification = self.start()
        (code,) = self.sent()
        wrong = f"{(int(code) + 1) % 10**8:08}"
        self.assert_error(self.check(verification, wrong), "bad_check_code", 400)
        self.assert_error(self.check(verification, None), "bad_request", 400)
        self.assertEqual(self.check(verification, code).status_code, 200)
        self.assert_error(self.check(verification, code), "invalid_verification_token", 401)

    def test_too_many_wrong_codes_end_the_verification(self) -> None:
        verification = self.start()
        (code,) = self.sent()
        for _ in range(5):
            self.assert_error(self.check(verification, "wrong"), "bad_check_code", 400)
        response = self.check(verification, code)
        self.assert_error(response, "rate_limited", 429)
        self.assertEqual(response.headers["retry-after"], "30")

    def test_new_code_replaces_the_previous_one(self) -> None:
        verification = self.start()
        response = self.post("/otp/retry", X_Verification_Token=verification)
        self.assertEqual((response.status_code, response.content), (204, b""))
        first, second = self.sent()
        if first != second:
            self.assert_error(self.check(verification, first), "bad_check_code", 400)
        for _ in range(2):
            self.post("/otp/retry", X_Verification_Token=verification)
        limited = self.post("/otp/retry", X_Verification_Token=verification)
        self.assert_error(limited, "rate_limited", 429)
        self.assertEqual(self.check(verification, self.sent()[-1]).status_code, 200)

    def test_new_verification_ends_the_previous_one(self) -> None:
        verification = self.start()
        response = self.post("/otp", {"challenge_token": self.token})
        code = self.sent()[-1]
        self.assert_error(self.check(verification, code), "invalid_verification_token", 401)
        again = response.headers["x-verification-token"]
        self.assertEqual(self.check(again, code).status_code, 200)

    def test_invalid_verification_tokens_are_rejected(self) -> None:
        for token in (None, "vt_unknown"):
            response = self.check(token, "12345678")
            self.assert_error(response, "invalid_verification_token", 401)
            response = self.post("/otp/retry", X_Verification_Token=token)
            self.assert_error(response, "invalid_verification_token", 401)
        self.assert_error(self.post("/otp", {}), "missing_challenge_token", 400)

    def test_expired_login_sends_no_code(self) -> None:
        verification = self.start()
        self.http.post("/__test__/challenges", json={"challenge_token": self.token})
        response = self.post("/otp", {"challenge_token": self.token})
        self.assert_error(response, "expired_challenge_token", 400)
        response = self.check(verification, self.sent()[-1])
        self.assert_error(response, "invalid_verification_token", 401)


class SessionTests(PreludeTestCase):
    def refresh(self, token: Optional[str]) -> Any:
        return self.proven("/refresh", X_Refresh_Token=token)

    def revoke(self, token: Optional[str]) -> Any:
        return self.proven("/revoke", X_Refresh_Token=token)

    def test_refresh_tokens_are_used_once(self) -> None:
        first = self.log_in().headers["x-refresh-token"]
        response = self.refresh(first)
        self.assert_session(response)
        second = response.headers["x-refresh-token"]
        self.assertNotEqual(first, second)
        self.assert_error(self.refresh(first), "token_reused", 409)
        self.assertEqual(self.refresh(second).status_code, 200)
        self.assertIn(second, self.secrets())

    def test_session_is_ended(self) -> None:
        token = self.log_in().headers["x-refresh-token"]
        response = self.revoke(token)
        self.assertEqual((response.status_code, response.content), (204, b""))
        self.assert_error(self.refresh(token), "unauthorized", 401)
        self.assert_error(self.revoke(token), "unauthorized", 401)

    def test_invalid_refresh_tokens_are_rejected(self) -> None:
        for token in (None, "rt_unknown"):
            self.assert_error(self.refresh(token), "unauthorized", 401)
            self.assert_error(self.revoke(token), "unauthorized", 401)

    def test_refresh_tokens_expire(self) -> None:
        self.serve(refresh_seconds=0)
        token = self.log_in().headers["x-refresh-token"]
        self.assert_error(self.refresh(token), "unauthorized", 401)

    def test_administrator_ends_the_sessions_of_a_user(self) -> None:
        ada = self.log_in().headers["x-refresh-token"]
        eve = self.log_in("eve@example.com").headers["x-refresh-token"]
        self.http.post("/__test__/sessions", json={"email": "ada@example.com"})
        self.assert_error(self.refresh(ada), "unauthorized", 401)
        self.assertEqual(self.refresh(eve).status_code, 200)

    def test_session_is_bound_to_a_key(self) -> None:
        token = self.log_in().headers["x-refresh-token"]
        own, self.prover = self.prover, harness.Prover()
        self.assert_error(self.refresh(token), "dpop_key_mismatch", 401)
        self.assert_error(self.revoke(token), "dpop_key_mismatch", 401)
        self.prover = own
        self.assertEqual(self.refresh(token).status_code, 200)


class ProofTests(PreludeTestCase):
    def calls(self) -> Dict[str, Dict[str, Any]]:
        """The calls that require a proof, with their other requirements."""
        session = self.log_in().headers["x-refresh-token"]
        token = self.come_back("eve@example.com")["challenge_token"]
        return {
            "/login/finalize": {"body": self.ending(token)},
            "/refresh": {"X_Refresh_Token": session},
            "/revoke": {"X_Refresh_Token": self.log_in().headers["x-refresh-token"]},
        }

    def test_proofs_are_checked(self) -> None:
        for path, call in self.calls().items():
            with self.subTest(path):
                url = BASE + path
                self.assert_error(self.post(path, **call), "missing_dpop_proof", 401)
                other = BASE + "/other"
                wrong = (
                    self.prover.proof("GET", url),
                    self.prover.proof("POST", other),
                    self.prover.proof("POST", url, iat=int(time.time()) - 300),
                    self.prover.proof("POST", url, signer=harness.Prover().key),
                    self.prover.proof("POST", url, header={"typ": "JWT"}),
                )
                for proof in wrong:
                    response = self.post(path, **call, DPoP=proof)
                    self.assert_error(response, "invalid_dpop_proof", 401)
                proof = self.prover.proof("POST", url)
                self.assertLess(self.post(path, **call, DPoP=proof).status_code, 300)
                response = self.post(path, **call, DPoP=proof)
                self.assert_error(response, "invalid_dpop_proof", 401)

    def test_nonce_is_required_once_and_sent_with_each_response(self) -> None:
        calls = self.calls()
        self.assertIsNotNone(self.verifier)
        self.verifier.demands_nonce = True  # type: ignore[union-attr]
        for path, call in calls.items():
            with self.subTest(path):
                url = BASE + path
                response = self.post(path, **call, DPoP=self.prover.proof("POST", url))
                self.assert_error(response, "use_dpop_nonce", 401)
                nonce = response.headers["dpop-nonce"]
                proof = self.prover.proof("POST", url, nonce=nonce)
                response = self.post(path, **call, DPoP=proof)
                self.assertLess(response.status_code, 300)
                self.assertNotEqual(response.headers["dpop-nonce"], nonce)

    def test_nonces_are_invalidated(self) -> None:
        self.serve(demands_nonce=True)
        url = f"{BASE}/refresh"
        response = self.post("/refresh", DPoP=self.prover.proof("POST", url))
        nonce = response.headers["dpop-nonce"]
        response = self.post("/refresh", DPoP=self.prover.proof("POST", url, nonce=nonce))
        self.assert_error(response, "unauthorized", 401)
        self.http.post("/__test__/dpop")
        response = self.post("/refresh", DPoP=self.prover.proof("POST", url, nonce=nonce))
        self.assert_error(response, "use_dpop_nonce", 401)

    def test_wrong_clock_is_corrected_from_the_date(self) -> None:
        self.site.clock = Clock(3600)
        self.serve()
        token = self.come_back()["challenge_token"]
        response = self.finalize(token)
        self.assert_error(response, "invalid_dpop_proof", 401)
        now = int(parsedate_to_datetime(response.headers["date"]).timestamp())
        self.assertAlmostEqual(now, time.time() + 3600, delta=5)
        path = "/login/finalize"
        proof = self.prover.proof("POST", BASE + path, iat=now)
        self.assertEqual(self.post(path, self.ending(token), DPoP=proof).status_code, 200)

    def test_server_without_proofs(self) -> None:
        self.serve(checks_proofs=False)
        token = self.come_back()["challenge_token"]
        response = self.post("/login/finalize", self.ending(token))
        self.assertEqual(response.status_code, 200)
        self.assertNotIn("cnf", parts_of(response.json()["access_token"])[1])
        session = {"X_Refresh_Token": response.headers["x-refresh-token"]}
        self.assertEqual(self.post("/revoke", **session).status_code, 204)


class UserInfoTests(PreludeTestCase):
    URL = f"{harness.ORIGIN}/userinfo"

    def ask(self, token: str, proof: Optional[str] = None, scheme: str = "DPoP") -> Any:
        headers = {"Authorization": f"{scheme} {token}", **({"DPoP": proof} if proof else {})}
        return self.http.get("/userinfo", headers=headers)

    def proof(self, token: Optional[str], **more: Any) -> str:
        return self.prover.proof("GET", self.URL, access_token=token, **more)

    def test_access_token_with_its_key_returns_its_user(self) -> None:
        token = self.log_in().json()["access_token"]
        response = self.ask(token, self.proof(token))
        claims = parts_of(token)[1]
        self.assertEqual(response.json(), {"sub": claims["sub"], "email": "ada@example.com"})

    def test_other_key_or_token_is_rejected(self) -> None:
        token = self.log_in().json()["access_token"]
        self.assert_error(self.ask(token), "missing_dpop_proof", 401)
        self.assert_error(self.ask(token, scheme="Bearer"), "unauthorized", 401)
        for proof in (self.proof(None), self.proof(f"{token}x")):
            self.assert_error(self.ask(token, proof), "invalid_dpop_proof", 401)
        other = harness.Prover().proof("GET", self.URL, access_token=token)
        self.assert_error(self.ask(token, other), "unauthorized", 401)
        challenge = self.come_back()["challenge_token"]
        for wrong in ("none", "", challenge):
            self.assert_error(self.ask(wrong, self.proof(wrong)), "unauthorized", 401)
        self.serve(access_seconds=0)
        old = self.log_in().json()["access_token"]
        self.assert_error(self.ask(old, self.proof(old)), "unauthorized", 401)

    def test_nonce_is_required_here_too(self) -> None:
        token = self.log_in().json()["access_token"]
        self.verifier.demands_nonce = True  # type: ignore[union-attr]
        response = self.ask(token, self.proof(token))
        self.assert_error(response, "use_dpop_nonce", 401)
        nonce = response.headers["dpop-nonce"]
        self.assertEqual(self.ask(token, self.proof(token, nonce=nonce)).status_code, 200)

    def test_unbound_token_needs_no_proof(self) -> None:
        self.serve(checks_proofs=False)
        token = self.http.post(
            "/v1/session/login/finalize",
            json=self.ending(self.come_back()["challenge_token"]),
            headers=DEVICE,
        ).json()["access_token"]
        self.assertEqual(self.ask(token, scheme="Bearer").status_code, 200)
        self.assert_error(self.ask(token), "unauthorized", 401)


if __name__ == "__main__":
    unittest.main()
