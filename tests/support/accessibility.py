"""What axe finds on a page that people with disabilities couldn't use."""

from typing import Any

from support.installed_browser import Axe, Page

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


def accessibility_faults(page: Page, *, colours_alone: bool = False) -> list[str]:
    """Return what axe finds on a page, of which only one element of each look is left: axe takes long over colours.

    Args:
        page: The page.
        colours_alone: Whether only its colours are checked.
    """
    faults = [] if colours_alone else found_by_axe(page, rules={rule: {"enabled": False} for rule in COLOURS})
    page.evaluate(KEEP_ONE_OF_EACH_LOOK)
    return faults + found_by_axe(page, runOnly=COLOURS)


def found_by_axe(page: Page, within: str | None = None, **options: Any) -> list[str]:
    """Return what axe finds on a page as it is, or within one of its elements, with some of its options."""
    answer = Axe().run(page, context=within, options={"resultTypes": ["violations"], **options}).response
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:300]}" for fault in answer["violations"]]
