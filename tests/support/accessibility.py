"""What axe finds on a page that people with disabilities couldn't use."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that look at colours: all that a dark page may break where the light one is sound."""

KEEP_ONE_OF_EACH_LOOK = """() => {
    const looks = new Map([[document.body, "body"]]);
    const seen = new Set();
    const again = [];
    for (const each of document.body.querySelectorAll("*")) {
        const style = getComputedStyle(each);
        const behind = `${style.backgroundColor} ${style.backgroundImage} ${style.opacity}`;
        const look = `${looks.get(each.parentElement)}/${each.tagName}.${each.className} ${behind}`;
        looks.set(each, look);
        const whole = `${look} ${style.color} ${style.font} ${style.display} ${style.visibility}`;
        if (!each.childElementCount && seen.has(whole)) again.push(each);
        seen.add(whole);
    }
    for (const each of again) each.remove();
}"""
"""Removes each innermost element that looks like an earlier one: itself, and all that it is in."""


def accessibility_faults(page: "Page", *, colours_alone: bool = False) -> list[str]:
    """Return what axe finds on a page, of which only one element of each look is left: axe takes long over colours.

    Args:
        page: The page.
        colours_alone: Whether only its colours are checked.
    """
    from axe_playwright_python.sync_playwright import Axe

    def found(options: dict[str, Any]) -> list[str]:
        answer = Axe().run(page, options={"resultTypes": ["violations"], **options}).response
        return [f"{fault['id']}: {fault['nodes'][0]['html'][:300]}" for fault in answer["violations"]]

    faults = [] if colours_alone else found({"rules": {rule: {"enabled": False} for rule in COLOURS}})
    page.evaluate(KEEP_ONE_OF_EACH_LOOK)
    return faults + found({"runOnly": COLOURS})
