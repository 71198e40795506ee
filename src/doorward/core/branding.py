"""The branding in force: what was set over the API, over the settings, over ours. Each node reads it again soon."""

import asyncio
import hashlib
from pathlib import Path
from typing import Any, Final

from doorward.database.protocol import Database
from doorward.domain.branding import brand, colours, logos
from doorward.domain.branding.brand import Brand, BrandValues, FooterLink
from doorward.domain.branding.logos import Logo
from doorward.settings import Settings, SettingsError, section, setting
from doorward.settings.values import filled, items
from doorward.store.customisation import branding as store

_LOGO_PATH: Final = "/branding/logo/"


def _footer_links(value: Any) -> tuple[FooterLink, ...]:
    """`Label=address` each."""
    given = [FooterLink(*map(str.strip, each.partition("=")[::2])) for each in items(value)]
    return brand.footer_links(given)


@section
class BrandSettings:
    brand_name: str = setting(
        "", lambda v: brand.brand_name(filled(v)), "Name of the service on pages and in mails. Default: `Doorward`."
    )
    brand_colour: str = setting(
        "",
        lambda v: colours.readable(filled(v)),
        "Colour of buttons and links, such as `#4f46e5`; it needs a contrast of 4.5:1 on light backgrounds.",
    )
    brand_footer_links: tuple[FooterLink, ...] = setting(
        (),
        _footer_links,
        "Links below pages and mails, at most 5: `Privacy=https://example.com/privacy,Help=mailto:help@example.com`.",
    )
    brand_logo: str = setting("", filled, "File of the logo: PNG, JPEG, WebP, GIF or SVG, at most 128 KiB.")
    brand_logo_dark: str = setting("", filled, "File of the logo for dark backgrounds. Default: the same logo.")


class Branding:
    def __init__(self, database: Database, settings: Settings) -> None:
        self.database, self._settings = database, settings.section(BrandSettings)
        self._base, self._is_public = settings.base_url, bool(settings.public_url)
        self._current = Brand(base=self._base)
        self._files: dict[str, Logo] | None = None
        self._logos: dict[str, Logo] = {}
        # Otherwise a load that began before a change could end after the one that follows it.
        self._loading = asyncio.Lock()

    def current(self) -> Brand:
        return self._current

    def logo(self, variant: str) -> Logo | None:
        return self._logos.get(variant)

    def logo_path(self, variant: str) -> str | None:
        """Its address on this service; it changes with the picture, so that caches do not show the former one."""
        logo = self._logos.get(variant)
        return f"{_LOGO_PATH}{variant}?v={logo.digest[:12]}" if logo else None

    async def load(self) -> None:
        """Reads what is set, and the pictures that have changed."""
        async with self._loading:
            await self._load()

    async def _load(self) -> None:
        if self._files is None:
            self._files = _from_files(self._settings)
        values = await store.values(self.database)
        self._logos = {**self._files, **await self._stored_logos()}
        given = self._settings
        colour = values.colour or given.brand_colour or brand.DEFAULT_COLOUR
        links = values.footer_links if values.footer_links is not None else given.brand_footer_links
        known = self._current
        self._current = Brand(
            values.name or given.brand_name or brand.DEFAULT_NAME,
            colour,
            known.colour_dark if colour == known.colour else colours.for_dark(colour),
            links,
            self._logo_url("light"),
            self._logo_url("dark"),
            self._base,
        )

    async def _stored_logos(self) -> dict[str, Logo]:
        logos: dict[str, Logo] = {}
        for variant, digest in (await store.logo_digests(self.database)).items():
            known = self._logos.get(variant)
            logo = known if known and known.digest == digest else await store.find_logo(self.database, variant)
            if logo is not None:
                logos[variant] = logo
        return logos

    def _logo_url(self, variant: str) -> str:
        """Of the logo in mails: their readers reach a public address only."""
        logo = self._logos.get(variant)
        return f"{self._base}{self.logo_path(variant)}" if logo and logo.in_mails and self._is_public else ""


def logo_of(body: bytes) -> Logo:
    """ValueError unless the content is a picture that is safe to serve."""
    return Logo(logos.media_type(body), body, hashlib.sha256(body).hexdigest())


def _from_files(settings: BrandSettings) -> dict[str, Logo]:
    files = {"light": settings.brand_logo, "dark": settings.brand_logo_dark}
    return {variant: _from_file(Path(path)) for variant, path in files.items() if path}


def _from_file(path: Path) -> Logo:
    try:
        with path.open("rb") as file:
            # One byte more than allowed: enough to know that it is too large.
            return logo_of(file.read(logos.LOGO_MAX + 1))
    except OSError as error:
        raise SettingsError(f"The logo {path} can't be read: {error.strerror}") from None
    except ValueError as error:
        raise SettingsError(f"The logo {path} {error}") from None


def shown(values: BrandValues) -> dict[str, Any]:
    """What the audit trail records."""
    links = None if values.footer_links is None else [str(link) for link in values.footer_links]
    return {"name": values.name, "colour": values.colour, "footerLinks": links}
