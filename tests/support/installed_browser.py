"""What a browser is driven with; a test module that imports from here is skipped where there is none."""

import pytest

from support.browser import CHROMIUM

try:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, Route
except ImportError:
    pytest.skip("axe and playwright come with the extra browser", allow_module_level=True)
if not CHROMIUM:
    pytest.skip("no chromium on this machine", allow_module_level=True)

__all__ = ["Axe", "Browser", "BrowserContext", "FilePayload", "Page", "Route"]
