"""The branding that was set over the API: one row of values, and a row for each logo."""

import msgspec

from doorward.database.protocol import Reader, Transaction
from doorward.domain.branding.brand import BrandValues, FooterLink
from doorward.domain.branding.logos import Logo


async def values(reader: Reader) -> BrandValues:
    row = await reader.fetchrow("SELECT name, colour, footer_links FROM branding WHERE id = 1")
    if row is None:
        return BrandValues()
    links = None if row[2] is None else msgspec.json.decode(row[2], type=tuple[FooterLink, ...])
    return BrandValues(row[0], row[1], links)


async def put(tx: Transaction, values: BrandValues, now: int) -> None:
    links = None if values.footer_links is None else msgspec.json.encode(values.footer_links).decode()
    sql = (
        "INSERT INTO branding (id, name, colour, footer_links, updated_at) VALUES (1, $1, $2, $3, $4)"
        " ON CONFLICT (id) DO UPDATE SET name = $1, colour = $2, footer_links = $3, updated_at = $4"
    )
    await tx.execute(sql, values.name, values.colour, links, now)


async def logo_digests(reader: Reader) -> dict[str, str]:
    """By variant. Read often; the pictures only when a digest has changed."""
    return {row[0]: row[1] for row in await reader.fetch("SELECT variant, digest FROM branding_logos")}


async def find_logo(reader: Reader, variant: str) -> Logo | None:
    row = await reader.fetchrow("SELECT media_type, body, digest FROM branding_logos WHERE variant = $1", variant)
    return Logo(row[0], bytes(row[1]), row[2]) if row else None


async def put_logo(tx: Transaction, variant: str, logo: Logo, now: int) -> None:
    sql = (
        "INSERT INTO branding_logos (variant, media_type, body, digest, updated_at) VALUES ($1, $2, $3, $4, $5)"
        " ON CONFLICT (variant) DO UPDATE SET media_type = $2, body = $3, digest = $4, updated_at = $5"
    )
    await tx.execute(sql, variant, logo.media_type, logo.body, logo.digest, now)


async def delete_logo(tx: Transaction, variant: str) -> None:
    await tx.execute("DELETE FROM branding_logos WHERE variant = $1", variant)
