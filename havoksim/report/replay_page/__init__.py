"""A battle to watch: one page of HTML made from a record, with nothing to load from anywhere.

The record is read by `reading` into steps of the battle, each with what changes on the table and what is said about it;
`page` puts them into the template. The page's script only draws what is in the steps: it knows no rules.
"""

from __future__ import annotations

from havoksim.report.replay_page.frames import Frame
from havoksim.report.replay_page.page import replay_page
from havoksim.report.replay_page.reading import frames_of

__all__ = ["Frame", "frames_of", "replay_page"]
