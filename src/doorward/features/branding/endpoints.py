"""Branding."""

from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from doorward.core import Core
from doorward.domain.branding.brand import (
    ADDRESS_MAX,
    COLOUR_SIZE,
    LABEL_MAX,
    LINKS_MAX,
    NAME_MAX,
    BrandChange,
    FooterLink,
)
from doorward.domain.branding.logos import LOGO_MAX, VARIANTS
from doorward.errors import NotFound
from doorward.features.branding.service import BrandEditing
from doorward.web import documents
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route
from doorward.web.security_headers import page_headers

# A browser that opens an SVG as a page runs none of it, loads nothing, and gives it no origin.
_POLICY: Final = b"default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"
_CACHE: Final = b"public, max-age=300"


class FooterLinkData(Struct):
    label: Annotated[str, Meta(min_length=1, max_length=LABEL_MAX, examples=["Privacy"])]
    address: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=ADDRESS_MAX,
            description="Starts with `https://`, `http://`, `mailto:` or `/`",
            examples=["https://example.com/privacy"],
        ),
    ]


Colour = Annotated[str, Meta(max_length=COLOUR_SIZE, examples=["#4f46e5"])]
Name = Annotated[str, Meta(min_length=1, max_length=NAME_MAX, examples=["Example"])]
Links = Annotated[list[FooterLinkData], Meta(max_length=LINKS_MAX)]


class BrandData(Struct, rename="camel"):
    name: Annotated[str, Meta(examples=["Example"])]
    colour: Annotated[str, Meta(description="For light backgrounds; white text on it", examples=["#4f46e5"])]
    colour_dark: Annotated[
        str,
        Meta(description="The same for dark backgrounds, made lighter; dark text on it", examples=["#7f78ec"]),
    ]
    logo_light: Annotated[str | None, Meta(description="Path of the picture; null without one")]
    logo_dark: Annotated[
        str | None, Meta(description="Path of the picture for dark backgrounds; null: use the other one")
    ]
    footer_links: list[FooterLinkData]

    @classmethod
    def of(cls, core: Core) -> "BrandData":
        brand, logo_path = core.branding.current(), core.branding.logo_path
        links = [FooterLinkData(link.label, link.address) for link in brand.footer_links]
        return cls(brand.name, brand.colour, brand.colour_dark, logo_path("light"), logo_path("dark"), links)


class UpdateBrand(Struct, rename="camel"):
    """Null takes the value of the settings again."""

    name: Name | UnsetType | None = UNSET
    colour: Colour | UnsetType | None = UNSET
    footer_links: Links | UnsetType | None = UNSET


def change_of(core: Core, body: UpdateBrand) -> BrandChange:
    links = body.footer_links
    given = [FooterLink(link.label, link.address) for link in links] if isinstance(links, list) else links
    return BrandChange.parse(name=body.name, colour=body.colour, footerLinks=given)


def known_variant(core: Core, request: Request) -> None:
    if request.params["variant"] not in VARIANTS:
        raise NotFound


async def read(core: Core, request: Request) -> Response:
    """Returns what pages show: name, colours, paths of the logos, and footer links. Needs no sign-in."""
    return success(BrandData.of(core))


async def update(core: Core, request: Request) -> Response:
    """Changes the values that the body names. A value set here counts instead of that in the settings; null takes that
    of the settings again. A colour without a contrast of 4.5:1 on light backgrounds is refused with its contrast. All
    nodes show the change within seconds."""
    await BrandEditing(core).update(request.signed_in(), change_of(core, request.body))
    return success(BrandData.of(core))


async def upload_logo(core: Core, request: Request) -> Response:
    """Uploads a logo for light or dark backgrounds (`light`, `dark`): the file itself is the body, at most 128 KiB.
    PNG, JPEG, WebP, GIF and SVG are told by content. An SVG with scripts, handlers, a DOCTYPE or references to other
    hosts is refused."""
    await BrandEditing(core).set_logo(request.signed_in(), request.params["variant"], request.body)
    return success(BrandData.of(core))


async def delete_logo(core: Core, request: Request) -> Response:
    """Removes an uploaded logo. Pages show that of the settings again, or none."""
    await BrandEditing(core).remove_logo(request.signed_in(), request.params["variant"])
    return success(BrandData.of(core))


async def logo(core: Core, request: Request) -> Response:
    """The picture."""
    found = core.branding.logo(request.params["variant"])
    if found is None:
        raise NotFound
    tag = b'"%s"' % found.digest[:24].encode()
    media_type = found.media_type + ("; charset=utf-8" if "xml" in found.media_type else "")
    picture = documents.Document(media_type.encode(), {b"": found.body}, {b"": tag})
    return documents.serve(request, picture, _CACHE, page_headers(_POLICY))


ROUTES: Final = (
    Route("GET", "/api/branding", read, "Read the branding", data=BrandData, signed_in=False),
    Route(
        "PUT", "/api/branding", update, "Change the branding",
        data=BrandData, body=UpdateBrand, rules=change_of, permission="branding:update",
    ),
    Route(
        "PUT", "/api/branding/logo/{variant:text}", upload_logo, "Upload a logo",
        data=BrandData, upload=LOGO_MAX, permission="branding:update", guards=(known_variant,),
    ),
    Route(
        "DELETE", "/api/branding/logo/{variant:text}", delete_logo, "Remove an uploaded logo",
        data=BrandData, permission="branding:update", guards=(known_variant,),
    ),
    Route(
        "GET", "/branding/logo/{variant:text}", logo, "Logo",
        signed_in=False, guards=(known_variant,), documented=False,
    ),
)  # fmt: skip
