"""Code shared by the tests. Import it first: it makes the servers importable."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
import uuid
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional

SERVERS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SERVERS))

from joserfc import jws  # noqa: E402
from joserfc.jwk import ECKey  # noqa: E402
from starlette.applications import Starlette  # noqa: E402
from starlette.testclient import TestClient  # noqa: E402

from support import glewlwyd, pkce  # noqa: E402
from support.clock import Clock  # noqa: E402
from support.ledger import Ledger  # noqa: E402
from support.site import Site  # noqa: E402

ORIGIN = "http://127.0.0.1:8000"
# RFC 7636, appendix B.
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
CHALLENGE = pkce.challenge_of(VERIFIER)

needs_glewlwyd = unittest.skipUnless(
    glewlwyd.is_installed() or "CI" in os.environ,
    "Glewlwyd is not installed, which plays the OpenID provider here (Debian: glewlwyd).",
)


def needs_packages(folder: str) -> Callable[[Any], Any]:
    """Skips tests of a server whose own packages are not in the folder of the environment."""
    return unittest.skipUnless(
        Path(sys.prefix, folder, folder).is_dir() or "CI" in os.environ,
        f"{sys.prefix} does not have the packages of {folder}_server (see its requirements.txt).",
    )


class InProcessTestCase(unittest.TestCase):
    """Tests of a server in this process. The log must not contain any secret in the ledger."""

    def setUp(self) -> None:
        self.ledger = io.StringIO()
        self.clock = Clock()
        self.site = Site(ORIGIN, Ledger(self.ledger), self.clock)
        log = io.StringIO()
        redirection = contextlib.redirect_stderr(log)
        redirection.__enter__()
        self.addCleanup(self._check_log, log)
        self.addCleanup(redirection.__exit__, None, None, None)

    def client(self, application: Starlette) -> TestClient:
        """A client that does not follow redirects and does not catch the server's exceptions."""
        return TestClient(application, base_url=ORIGIN, follow_redirects=False)

    def secrets(self) -> List[str]:
        """The secrets in the server's ledger."""
        return self.ledger.getvalue().splitlines()

    def _check_log(self, log: io.StringIO) -> None:
        leaked = [secret for secret in self.secrets() if secret in log.getvalue()]
        self.assertEqual(leaked, [], "The log has secrets.")


class Process:
    """A server in its own process, on loopback."""

    def __init__(self, module: str, *arguments: str) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.ledger = Path(self._folder.name, "ledger")
        self._log = Path(self._folder.name, "log").open("w+", encoding="utf-8")
        options = [] if module == "support.glewlwyd" else ["--ledger", str(self.ledger)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *options, *arguments],
            cwd=SERVERS,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.startswith("listening on http://127.0.0.1:"):
            self.stop()
            raise AssertionError(f"{module} did not start. {line}{self.log()}")
        self.origin = line.split()[-1]

    def log(self) -> str:
        """The server's standard error."""
        self._log.seek(0)
        return self._log.read()

    def stop(self) -> int:
        """Closes standard input, and returns the exit status."""
        assert self.process.stdin is not None and self.process.stdout is not None
        if not self.process.stdin.closed:
            self.process.stdin.close()
        status = self.process.wait(timeout=20)
        self.process.stdout.close()
        return status

    def discard(self) -> None:
        """Ends the server and removes its files."""
        self.stop()
        self._log.close()
        self._folder.cleanup()


class Prover:
    """An app's key, and its proofs of possession (RFC 9449)."""

    def __init__(self) -> None:
        self.key = ECKey.generate_key("P-256")

    def proof(
        self,
        method: str,
        url: str,
        *,
        access_token: Optional[str] = None,
        header: Optional[Dict[str, Any]] = None,
        signer: Optional[ECKey] = None,
        **claims: Any,
    ) -> str:
        """A proof. The arguments replace its members; None leaves a member out."""
        members: Dict[str, Any] = {
            "jti": str(uuid.uuid4()),
            "htm": method,
            "htu": url,
            "iat": int(time.time()),
        }
        if access_token is not None:
            digest = hashlib.sha256(access_token.encode()).digest()
            members["ath"] = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        public = self.key.as_dict(private=False)
        head = {"typ": "dpop+jwt", "alg": "ES256", "jwk": public, **(header or {})}
        present = _without_none({**members, **claims})
        return jws.serialize_compact(
            _without_none(head), json.dumps(present), signer or self.key, ["ES256"]
        )


def _without_none(members: Dict[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}
