"""What an organisation shows on the pages: name, logo, colour and links."""

from typing import Final

from msgspec import Struct

from doorward.domain.branding.brand import DEFAULT_COLOUR, FooterLink
from doorward.markup import Markup, element

ICON: Final = "/console/icon.svg"


class PageBrand(Struct, frozen=True):
    name: str
    # Addresses of the logos for light and dark backgrounds; without them, a page shows the name.
    logo: str
    logo_dark: str
    links: tuple[FooterLink, ...]


def header(brand: PageBrand, home: str, *, built: bool) -> Markup:
    if not brand.logo and not brand.logo_dark:
        icon = element("img", src=ICON, alt="", width=26, height=26) if built else None
        return element("a", icon, element("span", brand.name), class_="brand", href=home)
    light, dark = brand.logo or brand.logo_dark, brand.logo_dark or brand.logo
    variants = [(light, "logo")] if light == dark else [(light, "logo on-light"), (dark, "logo on-dark")]
    logos = (element("img", src=source, alt=brand.name, class_=name) for source, name in variants)
    return element("a", *logos, class_="brand", href=home)


def footer(brand: PageBrand) -> list[Markup]:
    return [element("a", link.label, href=link.address) for link in brand.links]


def style(light: str, dark: str) -> str:
    """The colour as custom properties of the style sheet. White text is readable on the one, dark text on the other."""
    if light == DEFAULT_COLOUR:
        return ""  # The style sheet has it, with shades for dark backgrounds that were chosen by eye.
    return f""":root {{
  --accent: light-dark({light}, {dark});
  --accent-strong: light-dark(color-mix(in srgb, {light} 85%, black), color-mix(in srgb, {dark} 85%, white));
  --accent-fill: light-dark({light}, {dark});
  --accent-fill-hover: light-dark(color-mix(in srgb, {light} 88%, black), color-mix(in srgb, {dark} 88%, white));
  --accent-soft: light-dark(color-mix(in srgb, {light} 9%, white), color-mix(in srgb, {dark} 18%, black));
  --on-accent: light-dark(#ffffff, #0e1014);
}}
"""
