"""Tests of the code that the servers share."""

from __future__ import annotations

import harness  # noqa: F401, I001
import json
import time
import unittest
from typing import Any, Dict

from joserfc.jwk import ECKey, OctKey
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from support import pkce
from support.clock import Clock, timestamp
from support.dpop import InvalidProof, ProofVerifier
from support.site import Site

URL = f"{harness.ORIGIN}/token"


class PKCETests(unittest.TestCase):
    def test_appendix_b_of_rfc_7636(self) -> None:
        challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        self.assertEqual(pkce.challenge_of(harness.VERIFIER), challenge)
        self.assertTrue(pkce.fits(harness.VERIFIER, challenge))
        self.assertFalse(pkce.fits(harness.VERIFIER[:-1] + "l", challenge))

    def test_verifiers_have_43_to_128_unreserved_characters(self) -> None:
        for verifier in ("a" * 42, "a" * 129, "a" * 42 + "/", "a" * 42 + "ä"):
            with self.subTest(verifier):
                self.assertFalse(pkce.fits(verifier, pkce.challenge_of("a" * 43)))
        for verifier in ("a" * 43, "~" * 128):
            self.assertTrue(pkce.fits(verifier, pkce.challenge_of(verifier)))

    def test_new_verifiers_fit_and_differ(self) -> None:
        one, other = pkce.new_verifier(), pkce.new_verifier()
        self.assertNotEqual(one, other)
        self.assertTrue(pkce.fits(one, pkce.challenge_of(one)))


class DPoPTests(unittest.TestCase):
    def setUp(self) -> None:
        self.prover = harness.Prover()
        self.verifier = ProofVerifier(Clock())

    def check(self, proof: str, access_token: Any = None) -> str:
        return self.verifier.thumbprint([proof], "POST", f"{URL}?query=1", access_token)

    def assert_refused(self, code: str, *proofs: str, access_token: Any = None) -> None:
        with self.assertRaises(InvalidProof) as caught:
            self.verifier.thumbprint(list(proofs), "POST", URL, access_token)
        self.assertEqual(caught.exception.code, code)

    def test_thumbprint_is_the_keys(self) -> None:
        proof = self.prover.proof("POST", URL)
        self.assertEqual(self.check(proof), self.prover.key.thumbprint())

    def test_exactly_one_proof_is_required(self) -> None:
        self.assert_refused("missing_dpop_proof")
        proofs = [self.prover.proof("POST", URL) for _ in range(2)]
        self.assert_refused("invalid_dpop_proof", *proofs)

    def test_wrong_claims_are_rejected(self) -> None:
        now = int(time.time())
        for claims in (
            {"jti": None},
            {"jti": ""},
            {"htm": "GET"},
            {"htm": None},
            {"htu": f"{URL}?query=1"},
            {"htu": URL.replace("http", "HTTP", 1)},
            {"htu": f"{harness.ORIGIN}/other"},
            {"iat": now - 61},
            {"iat": now + 62},
            {"iat": str(now)},
            {"iat": True},
            {"iat": None},
            {"ath": "of no access token"},
        ):
            with self.subTest(claims):
                proof = self.prover.proof("POST", URL, **claims)  # type: ignore[arg-type]
                self.assert_refused("invalid_dpop_proof", proof)

    def test_wrong_headers_are_rejected(self) -> None:
        private = self.prover.key.as_dict(private=True)
        other_curve = ECKey.generate_key("P-384").as_dict(private=False)
        for header in ({"typ": "JWT"}, {"typ": None}, {"jwk": None}, {"jwk": private}):
            with self.subTest(header):
                proof = self.prover.proof("POST", URL, header=header)
                self.assert_refused("invalid_dpop_proof", proof)
        proof = self.prover.proof("POST", URL, header={"jwk": other_curve})
        self.assert_refused("invalid_dpop_proof", proof)

    def test_signature_by_another_key_is_rejected(self) -> None:
        proof = self.prover.proof("POST", URL, signer=ECKey.generate_key("P-256"))
        self.assert_refused("invalid_dpop_proof", proof)

    def test_other_algorithms_are_rejected(self) -> None:
        from joserfc import jws

        header = {"typ": "dpop+jwt", "alg": "HS256", "jwk": self.prover.key.as_dict(private=False)}
        claims = {"jti": "1", "htm": "POST", "htu": URL, "iat": int(time.time())}
        key = OctKey.generate_key(256)
        self.assert_refused(
            "invalid_dpop_proof", jws.serialize_compact(header, json.dumps(claims), key, ["HS256"])
        )
        for text in ("", "a.b.c", "ä.ö.ü", "e30.e30.e30"):
            with self.subTest(text):
                self.assert_refused("invalid_dpop_proof", text)

    def test_proof_is_accepted_once(self) -> None:
        proof = self.prover.proof("POST", URL)
        self.check(proof)
        self.assert_refused("invalid_dpop_proof", proof)

    def test_access_token_requires_its_hash(self) -> None:
        self.check(self.prover.proof("POST", URL, access_token="one"), "one")
        for claims in ({"access_token": "other"}, {}):
            proof = self.prover.proof("POST", URL, **claims)  # type: ignore[arg-type]
            self.assert_refused("invalid_dpop_proof", proof, access_token="one")

    def test_nonce_is_required_until_it_is_invalidated(self) -> None:
        self.verifier = ProofVerifier(Clock(), demands_nonce=True)
        self.assert_refused("use_dpop_nonce", self.prover.proof("POST", URL))
        self.assert_refused("use_dpop_nonce", self.prover.proof("POST", URL, nonce="made up"))
        nonce = self.verifier.new_nonce()
        self.check(self.prover.proof("POST", URL, nonce=nonce))
        self.check(self.prover.proof("POST", URL, nonce=nonce))
        self.verifier.forget_nonces()
        self.assert_refused("use_dpop_nonce", self.prover.proof("POST", URL, nonce=nonce))

    def test_proof_with_a_nonce_must_be_new(self) -> None:
        self.verifier = ProofVerifier(Clock(), demands_nonce=True)
        self.assert_refused("use_dpop_nonce", self.prover.proof("POST", URL, jti="one"))
        nonce = self.verifier.new_nonce()
        again = self.prover.proof("POST", URL, jti="one", nonce=nonce)
        self.assert_refused("invalid_dpop_proof", again)

    def test_time_window_follows_the_servers_clock(self) -> None:
        self.verifier = ProofVerifier(Clock(600))
        self.assert_refused("invalid_dpop_proof", self.prover.proof("POST", URL))
        self.check(self.prover.proof("POST", URL, iat=int(time.time()) + 600))


class ClockTests(unittest.TestCase):
    def test_clock_formats(self) -> None:
        self.assertEqual(timestamp(0.25), "1970-01-01T00:00:00.250000Z")
        self.assertEqual(timestamp(86400), "1970-01-02T00:00:00Z")
        self.assertAlmostEqual(Clock(100).now() - time.time(), 100, delta=1)
        self.assertRegex(Clock().http_date(), r"^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$")


class SiteTests(harness.InProcessTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.calls = 0
        self.http = self.client(self.site.asgi([("POST", "/call", self._call)]))

    async def _call(self, _: Request) -> Response:
        self.calls += 1
        return JSONResponse(
            {"access_token": "given-access-token", "code": "an_error_code"},
            headers={"X-Refresh-Token": "given-refresh-token", "X-Other": "other"},
        )

    def order(self, **members: Any) -> None:
        response = self.http.post("/__test__/responses", json={"path": "/call", **members})
        self.assertEqual(response.status_code, 200, response.text)

    def test_secrets_are_written_to_the_ledger(self) -> None:
        self.http.post(
            "/call?code=sent-code&state=sent-state&nonce=sent-nonce&scope=sent-scope",
            json={
                "nested": {"code_verifier": "sent-verifier"},
                "state": "state-of-a-flow",
                "token": "short",
            },
            headers={
                "Authorization": "DPoP sent-access-token",
                "DPoP": "sent-proof",
                "X-Session-Token": "sent-session",
            },
        )
        self.http.post("/call", data={"refresh_token": "sent-refresh", "grant_type": "sent-type"})
        expected = {
            "sent-code",
            "sent-state",
            "sent-nonce",
            "sent-verifier",
            "DPoP sent-access-token",
            "sent-access-token",
            "sent-proof",
            "sent-session",
            "sent-refresh",
            "given-access-token",
            "given-refresh-token",
        }
        self.assertEqual(set(self.secrets()), expected)

    def test_requests_are_listed(self) -> None:
        self.http.post("/call?a=1", json={"b": 2}, headers={"X-Device-Id": "device"})
        (request,) = self.http.get("/__test__/requests").json()
        self.assertEqual((request["method"], request["path"]), ("POST", "/call"))
        self.assertEqual((request["query"], json.loads(request["body"])), ("a=1", {"b": 2}))
        self.assertEqual(request["headers"]["x-device-id"], "device")

    def test_response_is_replaced_as_often_as_ordered(self) -> None:
        self.order(status=503, body={"a": 1}, times=2, headers={"Retry-After": "7"})
        for _ in range(2):
            response = self.http.post("/call")
            self.assertEqual((response.status_code, response.json()), (503, {"a": 1}))
            self.assertEqual(response.headers["retry-after"], "7")
            self.assertEqual(response.headers["content-type"], "application/json")
        self.assertEqual(self.calls, 0)
        self.assertEqual(self.http.post("/call").status_code, 200)
        self.assertEqual(self.calls, 1)

    def test_response_can_be_lost(self) -> None:
        self.order(status=502, body="<p>", contentType="text/html", processed=True)
        response = self.http.post("/call")
        self.assertEqual((response.status_code, response.text), (502, "<p>"))
        self.assertEqual(response.headers["content-type"], "text/html")
        self.assertEqual(self.calls, 1)

    def test_response_may_lack_headers_or_have_another_body(self) -> None:
        self.order(withoutHeaders=["X-Refresh-Token", "Date"])
        response = self.http.post("/call")
        self.assertNotIn("x-refresh-token", response.headers)
        self.assertNotIn("date", response.headers)
        self.assertEqual(response.json()["access_token"], "given-access-token")
        self.order(body="{", contentType="application/problem+json")
        response = self.http.post("/call")
        self.assertEqual((response.status_code, response.text), (200, "{"))
        self.assertEqual(response.headers["x-other"], "other")
        self.assertEqual(response.headers["content-type"], "application/problem+json")

    def test_order_applies_to_matching_requests_only(self) -> None:
        self.order(status=500, method="GET")
        self.order(status=501, where={"X-Device-Id": "mine"})
        self.assertEqual(self.http.post("/call").status_code, 200)
        other = self.http.post("/call", headers={"X-Device-Id": "other"})
        self.assertEqual(other.status_code, 200)
        mine = self.http.post("/call", headers={"X-Device-Id": "mine"})
        self.assertEqual((mine.status_code, mine.content), (501, b""))

    def test_invalid_orders_are_rejected(self) -> None:
        for order in ([], {"status": 500}, {"path": "/call", "unknown": 1}):
            self.assertEqual(self.http.post("/__test__/responses", json=order).status_code, 400)
        self.assertEqual(self.http.post("/__test__/responses", content=b"{").status_code, 400)

    def test_date_follows_the_sites_clock(self) -> None:
        site = Site(harness.ORIGIN, clock=Clock(86400 * 400))
        response = self.client(site.asgi([("POST", "/call", self._call)])).post("/call")
        self.assertIn(timestamp(time.time() + 86400 * 400)[:4], response.headers["date"])

    def test_unknown_paths_are_not_found(self) -> None:
        found: Dict[str, int] = {}
        for method, path in (("GET", "/call"), ("POST", "/other"), ("GET", "/__test__/other")):
            found[path] = self.http.request(method, path).status_code
        self.assertEqual(set(found.values()), {404})


if __name__ == "__main__":
    unittest.main()
