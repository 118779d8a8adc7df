"""A headless Chromium, driven over a pair of pipes by its own protocol: nothing to install but the browser.

`Browser` starts it, `Browser.page` opens a page of a certain size, `Page` runs scripts in it, presses keys, and keeps
everything that the page says on its console or fails at, and every address that it asks for.
"""

import base64
import contextlib
import fcntl
import json
import os
import select
import shutil
import subprocess
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MISSING = "there is no Chromium on this machine: apt-get install chromium"
#: Seconds that the browser may take for an answer; a busy machine is slow.
PATIENCE = 60


def found():
    """Return the browser's path, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """A running browser."""

    def __init__(self, profile):
        to_child, self._write = os.pipe()
        self._read, from_child = os.pipe()
        # The browser reads commands from descriptor 3 and answers on 4; ours must not lie there before they are moved.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (to_child, from_child)]
        for end in (to_child, from_child):
            os.close(end)

        def hand_over():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self._process = subprocess.Popen(
            [found(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
             f"--user-data-dir={profile}", "--remote-debugging-pipe"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=hand_over,
        )  # fmt: skip
        for end in ends:
            os.close(end)
        self._number = 0
        self._rest = b""
        self._pages = {}

    def close(self):
        """End the browser."""
        with contextlib.suppress(OSError, AssertionError):
            self.ask("Browser.close")
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for end in (self._write, self._read):
            os.close(end)

    def ask(self, method, session=None, **params):
        """Send a command and return its result; what else is said meanwhile goes to the pages."""
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            said = self._next(PATIENCE)
            assert said is not None, f"no answer to {method}"
            if said.get("id") == number:
                assert "error" not in said, f"{method}: {said}"
                return said["result"]

    def _next(self, seconds):
        """Return the next message, None if none comes in time; events go to their page at once."""
        end = time.monotonic() + seconds
        while b"\0" not in self._rest:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self._read], [], [], left)[0]:
                return None
            part = os.read(self._read, 1 << 20)
            assert part, "the browser has gone"
            self._rest += part
        one, _, self._rest = self._rest.partition(b"\0")
        said = json.loads(one)
        if "id" not in said and said.get("sessionId") in self._pages:
            self._pages[said["sessionId"]].hear(said)
        return said

    def page(self, address, width, height, *, phone=False):
        """Open a page and wait until it has loaded."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self._pages[session] = Page(self, session)
        for domain in ("Runtime", "Log", "Network", "Page"):
            page.ask(f"{domain}.enable")
        page.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if phone else 1,
                 mobile=phone)  # fmt: skip
        page.ask("Page.navigate", url=address)
        end = time.monotonic() + PATIENCE
        while not page.has_loaded:
            assert time.monotonic() < end, "the page does not load"
            self._next(1.0)
        return page


class Page:
    """An open page."""

    def __init__(self, browser, session):
        self._browser, self._session = browser, session
        #: What went wrong: uncaught errors, warnings and errors on the console, refusals of the page's policy.
        self.complaints = []
        #: Every address that was asked for.
        self.asked_for = []
        self.dialogs = []
        self.has_loaded = False

    def hear(self, said):
        """Note an event."""
        method, params = said["method"], said["params"]
        if method == "Runtime.exceptionThrown":
            self.complaints.append(params["exceptionDetails"].get("exception", {}).get("description", str(params)))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.complaints.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.asked_for.append(params["request"]["url"])
        elif method == "Page.javascriptDialogOpening":
            self.dialogs.append(params["message"])
        elif method == "Page.loadEventFired":
            self.has_loaded = True

    def ask(self, method, **params):
        """Send a command to this page."""
        return self._browser.ask(method, self._session, **params)

    def run(self, script):
        """Run an expression in the page and return its value; a promise is waited for."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key):
        """Press a key by its name in scripts, such as ``ArrowRight``."""
        codes = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, " ": 32, "PageDown": 34, "PageUp": 33}
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code="Space" if key == " " else key,
                     windowsVirtualKeyCode=codes[key])  # fmt: skip

    def screenshot(self, path):
        """Write what is to be seen as a PNG."""
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))
