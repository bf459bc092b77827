"""Fingers on the glass: each moves as a hand does, step by step, through the browser's own touch events."""

from playwright.sync_api import Page

type Point = tuple[float, float]
STEPS = 12
PAUSE = 16  # ms: a frame


class Fingers:
    """The fingers of one hand on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wire = page.context.new_cdp_session(page)

    def move(self, *ways: tuple[Point, Point]) -> None:
        """Each finger goes down at the first point of its way, and up at the second."""
        self._send("touchStart", [start for start, _ in ways])
        for step in range(1, STEPS + 1):
            self._send("touchMove", [_between(start, end, step / STEPS) for start, end in ways])
            self.page.wait_for_timeout(PAUSE)
        self._send("touchEnd", [])

    def tap(self, at: Point, times: int = 1) -> None:
        """Down and up, once or twice."""
        for _ in range(times):
            self._send("touchStart", [at])
            self._send("touchEnd", [])

    def _send(self, kind: str, points: list[Point]) -> None:
        touched = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def middle(page: Page, selector: str) -> Point:
    """The middle of what is drawn there."""
    box = page.locator(selector).first.bounding_box()
    assert box, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
