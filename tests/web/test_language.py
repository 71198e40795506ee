"""The language of pages and mails: what the browser prefers, of those that the service speaks."""

import pytest

from doorward.core import Core
from doorward.web.language import preferred_language
from doorward.web.messages import Request, Response, success
from doorward.web.routing import Route
from tests.support.service import Service
from tests.web.support import application, get


async def show_language(core: Core, request: Request) -> Response:
    return success(preferred_language(request))


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"), ("", "en"), ("zh", "zh"), ("ZH-Hant-TW", "zh"), ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("en;q=0.8, zh;q=0.9", "zh"), ("zh;q=0.8, en;q=0.8", "zh"), ("de, fr;q=0.9, zh;q=0.1", "zh"),
        ("zh;q=0", "en"), ("zh;q=0.0", "en"), ("zh;q=0.000, *", "en"), ("en;q=0, zh;q=0.5", "zh"), ("*", "en"),
        ("zh ; q=0.7 , en ; q=0.6", "zh"), ("mazh, x-zh, zhzh", "en"), ("zh;q=2, zh;q=1.1, zh;q=-1", "en"),
        ("zh;q=nan", "en"), (";;;,,,", "en"), ("," * 5000 + "zh", "en"), ("zh" * 5000, "en"),
        ("a-" * 5000, "en"), ("zh" + " " * 5000, "zh"), ("<script>, zh", "zh"),
    ],
)  # fmt: skip
async def test_the_most_wanted_language_that_the_service_speaks(
    service: Service, header: str | None, language: str
) -> None:
    app = application(service, Route("GET", "/language", show_language, "Show the language", signed_in=False))
    given = {} if header is None else {"Accept-Language": header}
    assert (await get(app, "/language", **given)).data == language
