"""The replay page in a real browser: wide and narrow, by hand and by keyboard, with names that want to be markup."""

import json
import os
import subprocess
import sys

import pytest

from havoksim.report.replay_page import frames_of, replay_page
from tests.browser import chromium
from tests.reference import hand_battles

pytestmark = pytest.mark.skipif(chromium.found() is None, reason=chromium.MISSING)

SIZES = {"wide": (1400, 900, False), "phone": (400, 800, True)}
EVIL = "<script>alert(1)</script>"
LONG = "</script><img src=x onerror=alert(2)> & a name much longer than anybody would ever want to give to a force"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    running = chromium.Browser(tmp_path_factory.mktemp("profile"))
    yield running
    running.close()


@pytest.fixture(scope="module")
def whole_battle(tmp_path_factory):
    """A battle of two packaged forces by the command line: the page, and the record beside it."""
    folder = tmp_path_factory.mktemp("battle")
    page, record = folder / "r.html", folder / "r.jsonl"
    subprocess.run(
        [sys.executable, "-m", "havoksim", "replay", "karn_500", "pteravore_500", "--seed", "3", "--battle", "4",
         "--html", str(page), "--record", str(record)],
        check=True, capture_output=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    return page, [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module", params=SIZES)
def whole_page(request, browser, whole_battle):
    width, height, phone = SIZES[request.param]
    return browser.page(whole_battle[0].as_uri(), width, height, phone=phone)


def opened(browser, tmp_path, lines, size="wide"):
    path = tmp_path / "page.html"
    path.write_text(replay_page(lines), encoding="utf-8")
    width, height, phone = SIZES[size]
    return browser.page(path.as_uri(), width, height, phone=phone)


#: Steps through all events by the button, and returns at which of them the page is wider than the window.
WALK = """(() => {
  document.getElementById("first").click();
  const wide = [], next = document.getElementById("next");
  let n = 1;
  for (;; n += 1) {
    if (document.documentElement.scrollWidth > innerWidth) wide.push(n);
    if (next.disabled) break;
    next.click();
  }
  return {n, wide};
})()"""


def test_every_event_fits_the_window_and_none_complains(whole_page, whole_battle):
    events = len(frames_of(whole_battle[1])[1])
    assert whole_page.run(WALK) == {"n": events, "wide": []}
    assert whole_page.complaints == []


def test_the_slider_reaches_the_last_event_and_its_score_is_the_battles(whole_page, whole_battle):
    events, end = len(frames_of(whole_battle[1])[1]), whole_battle[1][-1]
    whole_page.run(
        'const s = document.getElementById("slider"); s.value = s.max; s.dispatchEvent(new Event("input")); undefined'
    )
    assert whole_page.run('document.getElementById("counter").textContent') == f"{events} of {events}"
    assert whole_page.run('document.getElementById("next").disabled') is True
    score = end["score"]
    assert whole_page.run('document.getElementById("points").textContent') == f"{score['a']} : {score['b']} BR"
    assert f"{max(score.values())} to {min(score.values())} BR" in whole_page.run(
        'document.getElementById("result").textContent'
    )


def test_the_last_event_shows_who_is_left(whole_page, whole_battle):
    whole_page.press("End")
    dead = {line["model"] for line in whole_battle[1] if line.get("event") == "death"}
    assert whole_page.run('document.querySelectorAll(".pip.dead").length') == len(dead)
    shown = whole_page.run('[...document.querySelectorAll(".base")].filter((b) => b.style.display !== "none").length')
    every = len(frames_of(whole_battle[1])[0].models)
    assert every - len(dead) <= shown <= every


def test_the_page_asks_for_nothing(whole_page):
    assert [url for url in whole_page.asked_for if not url.startswith(("file:", "data:"))] == []
    assert len([url for url in whole_page.asked_for if url.startswith("file:")]) == 1


def test_keys_step_jump_and_play(browser, tmp_path):
    page = opened(browser, tmp_path, hand_battles.melee())
    count = 'document.getElementById("counter").textContent.split(" ").map(Number).filter(Number.isFinite)'
    page.press("Home")
    first, events = page.run(count)
    assert first == 1
    page.press("ArrowRight")
    page.press("ArrowRight")
    page.press("ArrowLeft")
    assert page.run(count)[0] == 2
    page.press("End")
    assert page.run(count) == [events, events]
    page.press("Home")
    page.press(" ")
    assert page.run('document.getElementById("play").textContent') == "Pause"
    assert page.run(f"new Promise((done) => setInterval(() => {{ if ({count}[0] > 1) done(true); }}, 50))") is True
    page.press(" ")
    assert page.run('document.getElementById("play").textContent') == "Play"
    assert page.complaints == []


def test_page_down_goes_from_turn_to_turn(browser, tmp_path):
    page = opened(browser, tmp_path, hand_battles.turns())
    turns = 'document.querySelector("#event h2").textContent'
    page.press("Home")
    page.press("PageDown")
    assert page.run(turns) == "Battle turn 1"
    page.press("PageDown")
    assert page.run(turns) == "Battle turn 2"
    page.press("PageUp")
    assert page.run(turns) == "Battle turn 1"


@pytest.mark.parametrize("size", SIZES)
def test_names_are_text_whatever_they_look_like(browser, tmp_path, size):
    lines = hand_battles.shooting()
    lines[0]["forces"]["a"]["name"], lines[0]["forces"]["b"]["name"] = EVIL, LONG
    lines[0]["types"]["a"]["trooper"]["name"] = "<b>Bold</b> & \u2028@@DATA@@"
    lines[0]["types"]["b"]["trooper"]["name"] = "Unbreakable" * 9
    page = opened(browser, tmp_path, lines, size)
    assert page.run("document.title") == f"{EVIL} against {LONG}"
    assert EVIL in page.run('document.getElementById("versus").textContent')
    assert LONG in page.run('document.getElementById("versus").textContent')
    assert page.run(WALK)["wide"] == []
    assert "<b>Bold</b> & \u2028@@DATA@@ 1" in page.run('document.getElementById("roster").textContent')
    assert page.run('document.querySelectorAll("script").length') == 2
    assert page.run('document.querySelectorAll("img, b").length') == 0
    assert (page.dialogs, page.complaints) == ([], [])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("battle", hand_battles.ALL, ids=lambda one: one.__name__)
def test_every_battle_by_hand_can_be_watched(browser, tmp_path, battle, size):
    lines = battle()
    page = opened(browser, tmp_path, lines, size)
    assert page.run(WALK) == {"n": len(frames_of(lines)[1]), "wide": []}
    score = lines[-1]["score"]
    assert page.run('document.getElementById("points").textContent') == f"{score['a']} : {score['b']} BR"
    assert page.complaints == []


def test_dice_and_arithmetic_of_a_volley(browser, tmp_path):
    page = opened(browser, tmp_path, hand_battles.shooting())
    page.run('document.getElementById("last").click()')
    titles = page.run('[...document.querySelectorAll("#log li")].map((one) => one.textContent)')
    assert "a's Trooper 1 fires at b's Guard 1 and b's Trooper 1: split, declared before any die" in titles
    place = titles.index("a's Trooper 1 fires at b's Trooper 1")
    page.run(f'document.querySelectorAll("#log li")[{place}].click()')
    rows = page.run('[...document.querySelectorAll("#event .row")].map((one) => one.textContent)')
    assert any("2 dice, 2 or more hits:" in row and "2 hits" in row and "HVK-FIRE-05" in row for row in rows)
    assert any("armour 2: 3 or more wounds" in row and "2 wounds" in row and "HVK-ARM-01" in row for row in rows)
    dice = page.run('[...document.querySelectorAll("#event .die")].map((one) => one.getAttribute("aria-label"))')
    assert dice == ["5, counts", "3, counts", "4, counts", "3, counts"]
    page.run('document.querySelector("#event .row .clause").click()')
    rule = page.run('document.querySelector(".rule").textContent')
    assert rule.startswith("HVK-FIRE-05 Exploding sixes. Each 6 rolled to hit gives one extra die")


def test_an_address_may_name_an_event_or_a_line_of_the_record(browser, tmp_path):
    lines = hand_battles.melee()
    frames = frames_of(lines)[1]
    path = tmp_path / "page.html"
    path.write_text(replay_page(lines), encoding="utf-8")
    fight = next(place for place, frame in enumerate(frames, 1) if frame.what == "combat")
    for anchor in (f"event={fight}", f"line={frames[fight - 1].lines[1]}"):
        page = browser.page(f"{path.as_uri()}#{anchor}", 1400, 900)
        assert page.run('document.getElementById("counter").textContent') == f"{fight} of {len(frames)}"


def test_print_shows_every_event_and_fits_the_paper(browser, tmp_path):
    page = opened(browser, tmp_path, hand_battles.melee())
    page.ask("Emulation.setEmulatedMedia", media="print")
    page.ask("Emulation.setDeviceMetricsOverride", width=718, height=1000, deviceScaleFactor=1, mobile=False)
    page.run('dispatchEvent(new Event("beforeprint"))')
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
    assert page.run('getComputedStyle(document.getElementById("controls")).display') == "none"
    assert page.run('document.querySelector("#log li:last-child").getBoundingClientRect().height') > 0


def test_the_driver_hears_a_complaint(browser, tmp_path):
    path = tmp_path / "bad.html"
    path.write_text("<script>console.error('so'); nothing.there</script><div style='width:3000px'>x</div>")
    page = browser.page(path.as_uri(), 1400, 900)
    assert len(page.complaints) == 2
    assert page.run("document.documentElement.scrollWidth > innerWidth")
