"""Use cases of the branding. What is in force is in the kernel, because mails show it too: core/branding.py."""

import asyncio

from doorward.core import UseCases, rights
from doorward.core.branding import logo_of, shown
from doorward.database.protocol import Transaction
from doorward.database.transaction import transaction
from doorward.domain.access import Actor
from doorward.domain.audit import Target, differences
from doorward.domain.branding.brand import BrandChange
from doorward.domain.branding.logos import Logo
from doorward.errors import ValidationFailed
from doorward.store.customisation import branding as store


class BrandEditing(UseCases, frozen=True):
    async def update(self, actor: Actor, change: BrandChange) -> None:
        await self._write(actor, change)
        await self.core.branding.load()

    async def set_logo(self, actor: Actor, variant: str, body: bytes) -> None:
        actor.require("branding:update")
        try:
            # In a thread: the check of an SVG takes tens of milliseconds.
            logo = await asyncio.to_thread(logo_of, body)
        except ValueError as error:
            raise ValidationFailed(("body", str(error))) from None
        await self._write_logo(actor, variant, logo)
        await self.core.branding.load()

    async def remove_logo(self, actor: Actor, variant: str) -> None:
        await self._delete_logo(actor, variant)
        await self.core.branding.load()

    @transaction
    async def _write(self, tx: Transaction, actor: Actor, change: BrandChange) -> None:
        acting = await rights.lock(tx, actor, "branding:update", self.core.clock())
        before = await store.values(tx)
        after = change.applied_to(before)
        changes = differences(shown(before), shown(after))
        if changes:
            await store.put(tx, after, self.core.clock())
            await self.core.trail.record(tx, acting, "branding.updated", Target("branding", ""), changes=changes)

    @transaction
    async def _write_logo(self, tx: Transaction, actor: Actor, variant: str, logo: Logo) -> None:
        acting = await rights.lock(tx, actor, "branding:update", self.core.clock())
        if (await store.logo_digests(tx)).get(variant) == logo.digest:
            return
        await store.put_logo(tx, variant, logo, self.core.clock())
        details = {"mediaType": logo.media_type, "size": len(logo.body), "sha256": logo.digest}
        await self.core.trail.record(tx, acting, "branding.logo_updated", _logo_target(variant), **details)

    @transaction
    async def _delete_logo(self, tx: Transaction, actor: Actor, variant: str) -> None:
        acting = await rights.lock(tx, actor, "branding:update", self.core.clock())
        if variant in await store.logo_digests(tx):
            await store.delete_logo(tx, variant)
            await self.core.trail.record(tx, acting, "branding.logo_removed", _logo_target(variant))


def _logo_target(variant: str) -> Target:
    return Target(f"branding:logo.{variant}", variant)
