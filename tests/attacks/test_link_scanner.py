"""Scanners that open the links of mails by HTTP use no token up. Those with a browser: tests/browser."""

import asyncio

from attack.link_scanner import Scanner

from tests.support.mailed_links import SETTINGS, mailed_links
from tests.support.process import serving


async def test_no_link_of_a_mail_is_used_up_by_opening_it(environ: dict[str, str]) -> None:
    async with serving(environ | SETTINGS) as node:
        links = await mailed_links(node.http)
        for name, link in links.items():
            visits = await asyncio.to_thread(list, Scanner(link.url, None, 30).visits())
            assert {visit.outcome for visit in visits if visit.how.startswith(("GET as", "HEAD"))} == {"200"}, name
        for name, link in links.items():
            answer = await link.redeem(node.http)
            assert answer.status_code == 200, (name, answer.text)
            assert (await link.redeem(node.http)).json()["data"]["reason"] == "invalid_one_time_token", name
