"""Checks a page of `authgen report` in a headless Chromium: `python -m support.page FILE`.

It opens the page at three sizes, in light and dark colours, without scripts and for print, checks
it with axe's rules for accessibility, and uses it with the keyboard alone. With `--hostile`, it
checks that the schema's texts run nothing. Each check prints a line; the first that fails ends the
program.

With `--screenshots FOLDER`, it writes a picture for each size and scheme instead; with
`--picture FILE`, one at the largest size in light colours.
"""

from __future__ import annotations

import argparse
import base64
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Tuple

from .chromium import Browser, running

# Width and height in CSS pixels: a telephone, a tablet and a notebook.
_SIZES = ((390, 844), (820, 1180), (1440, 900))
_SCHEMES = ("light", "dark")
# The keys of https://www.w3.org/TR/webdriver2/#keyboard-actions.
_TAB = "\ue004"
_ENTER = "\ue007"
_BACKSPACE = "\ue003"
_SEARCH = "input[type=search]"
# The most elements before the one that the keyboard is to reach.
_MOST_STOPS = 60
# Counts what the page's policy blocks. It runs before the page's own scripts.
_WATCH = (
    "addEventListener('securitypolicyviolation',"
    " event => (window.blocked ??= []).push(event.blockedURI))"
)
# Whether an element has the focus.
_FOCUSED = "return document.activeElement.matches(arguments[0])"
_WIDTHS = "const root = document.documentElement; return [root.scrollWidth, root.clientWidth]"
# The violations of axe's rules, and the number of rules that pass.
_RUN_AXE = """
const found = await axe.run({rules: {'target-size': {enabled: true}}});
return {
  passes: found.passes.map(rule => rule.id),
  violations: found.violations.map(
    rule => [rule.id, rule.help, rule.nodes.slice(0, 3).map(node => node.html)]),
};
"""
# The weights of each module's operations, in the order of the rows.
_WEIGHTS = """
return [...document.querySelectorAll('.operations tbody')].map(
  body => [...body.querySelectorAll('.row')].map(row => parseInt(row.cells[4].textContent)));
"""
# Whether the details of each operation follow it.
_DETAILS_FOLLOW = """
return [...document.querySelectorAll('.row')].every(row => {
  const name = row.cells[0].firstChild.textContent.trim();
  return row.nextElementSibling.textContent.startsWith(`Details of ${name}:`);
});
"""
# Whether a link to a fragment leads to it.
_FOLLOW_LINK = """
const link = document.querySelector('.more a[href]');
location.hash = link.hash;
await new Promise(requestAnimationFrame);
const target = document.querySelector(link.getAttribute('href'));
return target !== null && target.getBoundingClientRect().top < innerHeight;
"""
# The texts of drawings that are wider than their box, or lie on a box or on another text.
_MISPLACED = """
const edges = element => element.getBoundingClientRect();
const meet = (a, b) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const found = [];
for (const svg of document.querySelectorAll('svg')) {
  const boxes = [...svg.querySelectorAll('rect')];
  const labels = [...svg.querySelectorAll('text.label')];
  for (const box of boxes) {
    const [text, around] = [edges(box.nextElementSibling), edges(box)];
    if (text.left < around.left || text.right > around.right) found.push(box.parentNode);
  }
  for (const [index, label] of labels.entries()) {
    const others = [...boxes, ...labels.slice(index + 1)];
    if (others.some(other => meet(edges(label), edges(other)))) found.push(label);
  }
}
return found.map(element => element.textContent.trim());
"""
_UNPRINTED = """
return [...document.querySelectorAll('main dl')].filter(list => !list.offsetHeight).length;
"""
# Adds markup that tries to run scripts.
_ATTACK = """
document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=attacked=1>');
const script = document.createElement('script');
script.textContent = 'attacked = 1';
document.body.append(script);
await new Promise(done => setTimeout(done, 200));
"""
_ATTACK_STATE = "return [typeof attacked, window.blocked ?? [], location.protocol]"


class Failure(Exception):
    """A check has failed. The message says what was expected and found."""


def expect(condition: Any, message: str) -> None:
    """Fails with a message unless a condition holds."""
    if not condition:
        raise Failure(message)


class Page:
    """A page in a browser."""

    def __init__(self, browser: Browser, path: Path) -> None:
        self.browser = browser
        self._url = path.resolve().as_uri()
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=_WATCH)

    def show(self, size: Tuple[int, int] = _SIZES[-1], scheme: str = "light") -> None:
        """Opens the page at a size, in light or dark colours."""
        width, height = size
        self.browser.devtools(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        self.set_media("", scheme)
        self.browser.open("about:blank")
        self.browser.open(self._url)
        self.browser.wait_until_loaded()

    def set_media(self, media: str, scheme: str = "light") -> None:
        """Emulates a medium, such as print, and a scheme of colours."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.browser.devtools("Emulation.setEmulatedMedia", media=media, features=features)

    def set_scripts(self, enabled: bool) -> None:
        """Lets the page's scripts run, or not."""
        self.browser.devtools("Emulation.setScriptExecutionDisabled", value=not enabled)

    def tab_to(self, selector: str) -> None:
        """Presses Tab until an element that matches a selector has the focus."""
        for _ in range(_MOST_STOPS):
            self.browser.press(_TAB)
            if self.browser.run(_FOCUSED, selector):
                return
        raise Failure(f"the Tab key does not reach {selector}")

    def count(self, selector: str) -> int:
        """The number of elements that match a selector."""
        return len(self.browser.all(selector))

    def text(self, selector: str) -> str:
        """The text of the first element that matches a selector, hidden or not."""
        script = "return document.querySelector(arguments[0]).textContent"
        return str(self.browser.run(script, selector))

    def status(self) -> str:
        """What the page says about the search."""
        return self.text("[role=status]")

    def picture(self) -> bytes:
        """What the browser shows, without scroll bars, as PNG."""
        self.browser.run("document.documentElement.style.scrollbarWidth = 'none'")
        picture = self.browser.devtools("Page.captureScreenshot", format="png")
        return base64.b64decode(picture["data"])


def check_looks(page: Page) -> None:
    """Checks sizes and colours."""
    axe = _axe()
    for size in _SIZES:
        for scheme in _SCHEMES:
            page.show(size, scheme)
            page.browser.click(".bar button")
            closed = page.count("details:not([open])")
            expect(closed == 0, f"Open all leaves {closed} details closed")
            content, window = page.browser.run(_WIDTHS)
            expect(content <= window, f"the page is {content} wide in a window of {window}")
            misplaced = page.browser.run(_MISPLACED)
            expect(not misplaced, f"the drawings have misplaced texts: {misplaced}")
            page.browser.run(axe)
            found = page.browser.run(_RUN_AXE)
            expect(not found["violations"], f"{size[0]} {scheme}: {found['violations']}")
            passes = found["passes"]
            expect({"color-contrast", "target-size"} < set(passes), f"axe checks only {passes}")
            print(f"{size[0]} {scheme}: {len(passes)} rules of axe pass")


def check_keyboard(page: Page) -> None:
    """Searches, sorts and opens with the keyboard alone."""
    page.show()
    page.tab_to(_SEARCH)
    before = page.status()
    page.browser.press(*"isbn")
    narrowed = page.status()
    expect(" of " in narrowed, f"the search shows {before}, then {narrowed}")
    shown = page.count(".row:not([hidden])")
    expect(narrowed.startswith(f"{shown} of "), f"{shown} rows are shown, but {narrowed}")
    page.browser.press(*[_BACKSPACE] * len("isbn"))
    expect(page.status() == before, f"without a search, the page shows {page.status()}")
    print(f"search: {before}; with a word: {narrowed}")

    expect(len(page.browser.run(_WEIGHTS)) > 1, "the page needs two modules for this check")
    page.tab_to("th:nth-child(5) button")
    for order in ("descending", "ascending"):
        page.browser.press(_ENTER)
        state = page.browser.run("return document.activeElement.closest('th').ariaSort")
        expect(state == order, f"aria-sort is {state}, not {order}")
        found = page.browser.run(_WEIGHTS)
        wanted = [sorted(module, reverse=order == "descending") for module in found]
        expect(found == wanted, f"the weights are {found}, not {order}")
    expect(page.browser.run(_DETAILS_FOLLOW), "details do not follow their operation")
    print(f"sorting: {found}")

    page.tab_to(".more summary")
    page.browser.press(_ENTER)
    opened = page.browser.run(_FOCUSED, "[open] > summary")
    expect(opened, "Enter does not open the details of an operation")
    expect(page.browser.run(_FOLLOW_LINK), "a link to a fragment does not lead to it")
    print("details: opened")


def check_without_scripts(page: Page) -> None:
    """Checks that all content is there without scripts, and in print."""
    page.show()
    content = page.text("main")
    page.set_scripts(False)
    page.show()
    expect(page.text("main") == content, "without scripts, the content differs")
    bar = page.browser.run("return document.querySelector('.bar').checkVisibility()")
    expect(not bar, "without scripts, the toolbar is shown")
    buttons = page.count("main button")
    expect(buttons == 0, f"without scripts, there are {buttons} buttons")
    page.set_media("print")
    hidden = page.browser.run(_UNPRINTED)
    expect(hidden == 0, f"{hidden} lists are not printed")
    page.set_scripts(True)
    print(f"without scripts: {len(content)} characters of content")


def check_hostile(page: Page) -> None:
    """Checks that texts of the schema are shown, and run nothing."""
    page.show()
    content = page.text("main")
    for text in ("<script>attacked = 1</script>", '"><img src=x onerror=attacked=1>', "{{name}}"):
        expect(text in content, f"the page does not show {text}")
    for character in "\u202e\u2066":
        expect(character not in content, f"the page has an invisible {ord(character):#x}")
    for selector in ("img", "base", "textarea", "plaintext", "script + *", "[onload]"):
        expect(page.count(selector) == 0, f"a text of the schema makes {selector}")
    expect(page.count("script") == 1, f"the page has {page.count('script')} scripts")
    attacked, blocked, protocol = page.browser.run(_ATTACK_STATE)
    expect(attacked == "undefined", "a text of the schema ran")
    expect(blocked == [], f"the page's policy had to block {blocked}")
    expect(protocol == "file:", f"the page has led to {protocol}")
    # If a text did become markup, the policy would block it.
    page.browser.run(_ATTACK)
    attacked, blocked, protocol = page.browser.run(_ATTACK_STATE)
    expect(attacked == "undefined", "the page's policy lets another script run")
    expect(len(blocked) >= 2, f"the page's policy blocks only {blocked}")
    print(f"hostile texts: shown; the policy blocks {len(blocked)} additions")


def write_pictures(page: Page, folder: Path) -> None:
    """Writes a picture for each size and scheme."""
    folder.mkdir(parents=True, exist_ok=True)
    for size in _SIZES:
        for scheme in _SCHEMES:
            page.show(size, scheme)
            path = folder / f"report-{size[0]}-{scheme}.png"
            path.write_bytes(page.picture())
            print(path)


def _axe() -> str:
    """The script with axe's rules. The package's own code requires a browser framework."""
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        raise Failure("axe-playwright-python is not installed: see requirements.txt")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def main() -> None:
    """Parses the arguments and checks the page."""
    parser = argparse.ArgumentParser(prog="support.page", description=__doc__)
    parser.add_argument("file", type=Path, help="the page")
    parser.add_argument("--hostile", action="store_true", help="the schema's texts are an attack")
    parser.add_argument("--screenshots", type=Path, help="a folder for pictures")
    parser.add_argument("--picture", type=Path, help="a file for one picture")
    arguments = parser.parse_args()
    with running() as browser:
        page = Page(browser, arguments.file)
        try:
            if arguments.screenshots is not None:
                write_pictures(page, arguments.screenshots)
            elif arguments.picture is not None:
                page.show()
                arguments.picture.write_bytes(page.picture())
            else:
                if arguments.hostile:
                    check_hostile(page)
                else:
                    check_keyboard(page)
                    check_without_scripts(page)
                check_looks(page)
        except Failure as failure:
            sys.exit(str(failure))


if __name__ == "__main__":
    main()
