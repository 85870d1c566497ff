"""Opens a page in a headless Chromium and logs in there: `python -m support.chromium URL`.

It does the steps of a user: it types the name, the password and the code of an authenticator app,
consents to the app's request or to a logout, and continues until the browser is back at the app, on
this machine. With `--stays`, it continues until the provider's page asks nothing more: for the page
of a device (RFC 8628).

Without a URL, it opens those from standard input, one per line, in one browser, which stays logged
in. It prints `done` after each. It requires Debian's packages `chromium` and `chromium-driver`.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple
from urllib.parse import urlsplit

import httpx

from . import one_time_codes
from .ending import end_orderly_when_terminated, end_with_parent
from .glewlwyd_setup import PASSWORD

_DRIVER = "chromedriver"
_SECONDS = 300
# How long a page without a form may be the one before a redirect.
_LOADING_SECONDS = 30
# The most pages where a user does something.
_STEPS = 10
# How often the driver is started until it finds a free port.
_STARTS = 5
# The key of an element in a driver's responses: https://www.w3.org/TR/webdriver2/#elements
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# The errors for an element that the page has replaced: https://www.w3.org/TR/webdriver2/#errors
_NOT_READY = {
    "stale element reference",
    "no such element",
    "element not interactable",
    "element click intercepted",
}
# The errors for an element of another page.
_GONE = {"stale element reference", "no such element"}
# The errors of commands that a navigation interrupts.
_CHANGING = {"unknown error", "javascript error"}
# What Glewlwyd's pages have.
_GLEWLWYD = "#root"
_PASSWORD_FIELD = "form input[type=password]"
# A field for a code of an authenticator app.
_CODE_FIELD = "form input[name=otp]"
_NAME_FIELD = "form input:is([type=text], [type=email], :not([type]))"
# The attributes of buttons that consent or log out, the most important first, and of those that
# decline. Pages that ask nothing have another button.
_CONSENTING = (
    "[value=grant]",
    "[value=accept]",
    "[value=confirm]",
    "[name=allow]",
    "[value=logout]",
)
_DECLINING = ("[value=cancel]", "[value=deny]", "[value=stay]", "[value=Cancel]")


class DriverError(Exception):
    """An error of the driver. The lines after the first of its message are the driver's stack."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {next(iter(message.splitlines()), '')}")
        self.code = code


class Browser:
    """A browser, controlled by WebDriver."""

    def __init__(self, driver: httpx.Client, profile: str) -> None:
        self._driver = driver
        options = {
            "args": [
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                # The browser ends when the driver does.
                "--remote-debugging-pipe",
                f"--user-data-dir={profile}",
            ]
        }
        # Without it, a script that takes 30 seconds on a busy machine fails.
        timeouts = {"script": _SECONDS * 1000, "pageLoad": _SECONDS * 1000}
        capabilities = {"alwaysMatch": {"goog:chromeOptions": options, "timeouts": timeouts}}
        session = self._send("POST", "/session", {"capabilities": capabilities})
        self._base = f"/session/{session['sessionId']}"

    def open(self, url: str) -> None:
        """Opens a page."""
        self._send("POST", f"{self._base}/url", {"url": url})

    def wait_until_loaded(self) -> None:
        """Waits until the page is complete."""
        body = {"script": "return document.readyState", "args": []}
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline:
            if self._read("POST", f"{self._base}/execute/sync", body) == "complete":
                return
            time.sleep(0.05)
        raise RuntimeError("The page is not complete.")

    def wait_for(self, selector: str) -> str:
        """The first element that matches a CSS selector. Waits until there is one."""
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline:
            element = self.find(selector)
            if element is not None:
                return element
            time.sleep(0.05)
        raise RuntimeError(f"The page has no {selector}.")

    def find(self, selector: str) -> Optional[str]:
        """The first element that matches a CSS selector, if any."""
        return next(iter(self.all(selector)), None)

    def all(self, selector: str) -> List[str]:
        """The elements that match a CSS selector."""
        body = {"using": "css selector", "value": selector}
        found: List[Dict[str, str]] = self._read("POST", f"{self._base}/elements", body)
        return [element[_ELEMENT] for element in found]

    def url(self) -> str:
        """The URL of the page."""
        return str(self._read("GET", f"{self._base}/url"))

    def is_empty(self, field: str) -> bool:
        """Whether a user sees a field, can type into it, and finds it empty."""
        base = f"{self._base}/element/{field}"
        usable = (self._read("GET", f"{base}/{state}") for state in ("displayed", "enabled"))
        return all(usable) and not self._read("GET", f"{base}/property/value")

    def clear(self, field: str) -> None:
        """Removes the text of a field."""
        self._send("POST", f"{self._base}/element/{field}/clear", {})

    def fill(self, field: str, text: str) -> None:
        """Types into a field."""
        self._send("POST", f"{self._base}/element/{field}/value", {"text": text})

    def submit(self, button: str) -> None:
        """Clicks a button, and waits until its page is gone."""
        base = f"{self._base}/element/{button}"
        self._send("POST", f"{base}/click", {})
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline:
            try:
                self._read("GET", f"{base}/name")
            except DriverError as error:
                if error.code not in _GONE:
                    raise
                return
            time.sleep(0.05)
        raise RuntimeError("The page stays after a click.")

    def type(self, selector: str, text: str) -> None:
        """Types into the first element that matches a selector, once it accepts text."""
        self._act(selector, "value", {"text": text})

    def click(self, selector: str) -> None:
        """Clicks the first element that a selector matches, once it can be clicked."""
        self._act(selector, "click", {})

    def _act(self, selector: str, action: str, body: Dict[str, Any]) -> None:
        deadline = time.monotonic() + _SECONDS
        while True:
            element = self.wait_for(selector)
            try:
                self._send("POST", f"{self._base}/element/{element}/{action}", body)
                return
            except DriverError as error:
                # The page was drawn again after the element was found.
                if error.code not in _NOT_READY or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def press(self, *keys: str) -> None:
        """Presses keys, one after the other: characters, or those of
        https://www.w3.org/TR/webdriver2/#keyboard-actions."""
        actions = [
            {"type": action, "value": key} for key in keys for action in ("keyDown", "keyUp")
        ]
        body = {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]}
        self._send("POST", f"{self._base}/actions", body)

    def run(self, script: str, *arguments: Any) -> Any:
        """The result of a script, which the page's policy does not affect. The script may `await`."""
        body = {"script": f"return (async () => {{{script}}})()", "args": list(arguments)}
        return self._send("POST", f"{self._base}/execute/sync", body)

    def devtools(self, command: str, **parameters: Any) -> Any:
        """The result of a command of https://chromedevtools.github.io/devtools-protocol."""
        body = {"cmd": command, "params": parameters}
        return self._send("POST", f"{self._base}/goog/cdp/execute", body)

    def close(self) -> None:
        """Ends the browser."""
        self._send("DELETE", self._base)

    def _read(self, method: str, path: str, body: Optional[Dict[str, Any]] = None) -> Any:
        """Sends a command without effects, again if the page changes while it runs."""
        deadline = time.monotonic() + _LOADING_SECONDS
        while True:
            try:
                return self._send(method, path, body)
            except DriverError as error:
                if error.code not in _CHANGING or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def _send(self, method: str, path: str, body: Optional[Dict[str, Any]] = None) -> Any:
        response = self._driver.request(method, path, json=body)
        value = response.json()["value"]
        if response.is_error:
            raise DriverError(value["error"], value["message"])
        return value


@contextmanager
def running() -> Iterator[Browser]:
    """Starts a browser with its own profile, and ends it."""
    process, port = _started()
    try:
        with tempfile.TemporaryDirectory(prefix="authgen-chromium-") as profile:
            origin = f"http://127.0.0.1:{port}"
            with httpx.Client(base_url=origin, timeout=_SECONDS) as driver:
                browser = _browser(driver, profile)
                try:
                    yield browser
                finally:
                    browser.close()
    finally:
        process.terminate()
        process.wait()


def _browser(driver: httpx.Client, profile: str) -> Browser:
    """Starts the browser. On a busy machine, the driver sometimes gives up too early."""
    for number in range(_STARTS - 1):
        try:
            return Browser(driver, f"{profile}/{number}")
        except DriverError as error:
            if error.code != "session not created":
                raise
    return Browser(driver, f"{profile}/last")


def _started() -> Tuple[subprocess.Popen[str], int]:
    """Starts the driver on a free port.

    The driver binds the port that IPv4 has chosen for IPv6 too, and ends if another program has it
    there. So it is started again.
    """
    for _ in range(_STARTS):
        process = subprocess.Popen(
            [_DRIVER, "--port=0"],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=end_with_parent,
        )
        for line in process.stdout or ():
            words = line.rstrip(".\n").split()
            if "started" in words and words[-1].isdigit():
                return process, int(words[-1])
        process.wait()
    raise RuntimeError(f"{_DRIVER} did not start.")


def log_in(
    browser: Browser, url: str, user: str, stays: bool = False, declines: bool = False
) -> None:
    """Opens a page and does a user's steps until the app has the redirect.

    With `stays`, the steps end at a page of the provider. A user who declines does so at a page
    that asks for consent.
    """
    browser.open(url)
    provider = _origin(url)
    deadline = time.monotonic() + _LOADING_SECONDS
    for _ in range(_STEPS):
        browser.wait_until_loaded()
        if browser.find(_GLEWLWYD) is not None:
            _log_in_at_glewlwyd(browser, user)
            return
        button = _button(browser, _DECLINING if declines else _CONSENTING)
        while button is None:
            if stays or _origin(browser.url()) != provider:
                return
            # The page before may still be there, without its content.
            if time.monotonic() > deadline:
                break
            time.sleep(0.05)
            button = _button(browser, _DECLINING if declines else _CONSENTING)
        if button is None:
            break
        deadline = time.monotonic() + _LOADING_SECONDS
        provider = _origin(browser.url())
        try:
            _fill_in(browser, user)
            browser.submit(button)
        except DriverError as error:
            # The page before was still there, and is gone now.
            if error.code not in _NOT_READY | _CHANGING:
                raise
    raise RuntimeError(f"The browser stays at {urlsplit(browser.url()).path}.")


def _button(browser: Browser, kinds: Sequence[str]) -> Optional[str]:
    found = (browser.find(f"form [type=submit]{kind}") for kind in (*kinds, ""))
    return next((button for button in found if button is not None), None)


def _fill_in(browser: Browser, user: str) -> None:
    for field in browser.all(_CODE_FIELD):
        # The provider shows the last code again, if it has expired meanwhile.
        browser.clear(field)
        browser.fill(field, one_time_codes.code())
    for selector, text in ((_NAME_FIELD, user), (_PASSWORD_FIELD, PASSWORD)):
        for field in browser.all(selector):
            if browser.is_empty(field):
                browser.fill(field, text)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _log_in_at_glewlwyd(browser: Browser, user: str) -> None:
    # A script draws one form after the other on the same page.
    while True:
        browser.wait_for(", ".join((*_GLEWLWYD_STEPS, f"body:not(:has({_GLEWLWYD}))")))
        step = next((step for step in _GLEWLWYD_STEPS if browser.find(step) is not None), None)
        if step is None:
            # The app's own page.
            return
        _GLEWLWYD_STEPS[step](browser, user)
        browser.wait_for(f"body:not(:has({step}))")


def _enter_password(browser: Browser, user: str) -> None:
    browser.type("#username", user)
    browser.type("#password", PASSWORD)
    browser.click("#loginbut")


def _enter_code(browser: Browser, user: str) -> None:
    browser.type("#value", one_time_codes.code())
    browser.click("#but")


def _consent(browser: Browser, user: str) -> None:
    while browser.find("input[id^=grant-]:not(:checked)") is not None:
        browser.click("input[id^=grant-]:not(:checked)")
    browser.click(".btn-primary")


def _continue(browser: Browser, user: str) -> None:
    browser.click(".btn-success")


# What a user does at Glewlwyd, by an element of the form.
_GLEWLWYD_STEPS: Dict[str, Callable[[Browser, str], None]] = {
    "#loginbut": _enter_password,
    "#otpSchemeForm": _enter_code,
    "input[id^=grant-]": _consent,
    ".btn-success": _continue,
}


def main() -> None:
    """Parses the arguments and logs in."""
    parser = argparse.ArgumentParser(prog="support.chromium", description=__doc__)
    parser.add_argument("url", nargs="?", help="where the login begins")
    parser.add_argument("--user", default="alice", help="who logs in (default: alice)")
    parser.add_argument(
        "--stays", action="store_true", help="the last page is one of the provider's own"
    )
    parser.add_argument("--declines", action="store_true", help="the user does not consent")
    arguments = parser.parse_args()
    if shutil.which(_DRIVER) is None:
        sys.exit(f"{_DRIVER} is not installed: it is Debian's package chromium-driver.")
    options = (arguments.user, arguments.stays, arguments.declines)
    end_orderly_when_terminated()
    with running() as browser:
        if arguments.url is not None:
            log_in(browser, arguments.url, *options)
            return
        for line in sys.stdin:
            log_in(browser, line.strip(), *options)
            print("done", flush=True)


if __name__ == "__main__":
    main()
