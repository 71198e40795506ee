"""Name, colour and footer links of the organisation."""

from typing import Any

import pytest

from doorward.core.branding import BrandSettings
from doorward.domain.branding import brand, colours
from doorward.settings import SettingsError, load
from tests.api.test_roles import member
from tests.support.databases import settings_for
from tests.support.service import Client, Service, running

PATH = "/api/branding"
LINKS = [{"label": "Privacy", "address": "https://example.com/privacy"}, {"label": "Help", "address": "/help"}]


async def test_everyone_reads_the_branding_without_signing_in(service: Service) -> None:
    assert (await service.anonymous.get(PATH)).data == {
        "name": "Doorward",
        "colour": "#4f46e5",
        "colourDark": "#7f78ec",
        "logoLight": None,
        "logoDark": None,
        "footerLinks": [],
    }


async def test_the_fields_that_a_change_names_are_changed(service: Service, admin: Client) -> None:
    changed = await admin.put(PATH, {"name": " Acme ", "colour": "#A00000", "footerLinks": LINKS})
    assert (changed.data["name"], changed.data["colour"], changed.data["footerLinks"]) == ("Acme", "#a00000", LINKS)
    assert (await service.anonymous.get(PATH)).data == changed.data
    assert (await admin.put(PATH, {"name": "Other"})).data == changed.data | {"name": "Other"}
    assert (await admin.put(PATH, {"footerLinks": []})).data["footerLinks"] == []
    reset = await admin.put(PATH, {"name": None, "colour": None, "footerLinks": None})
    assert (reset.data["name"], reset.data["colour"]) == ("Doorward", "#4f46e5")


async def test_what_is_set_over_the_api_wins_over_the_settings(environ: dict[str, str], anyio_backend: str) -> None:
    settings = settings_for(
        environ, brand_name="From the file", brand_colour="#006000", brand_footer_links="Terms=/terms"
    )
    async with running(settings) as service:
        admin = await service.login()
        first = (await admin.get(PATH)).data
        assert (first["name"], first["colour"]) == ("From the file", "#006000")
        assert first["footerLinks"] == [{"label": "Terms", "address": "/terms"}]
        changed = (await admin.put(PATH, {"name": "Set", "footerLinks": []})).data
        assert (changed["name"], changed["colour"], changed["footerLinks"]) == ("Set", "#006000", [])
        assert (await admin.put(PATH, {"name": None, "footerLinks": None})).data == first


async def test_another_node_shows_a_change_without_a_restart(
    service: Service, admin: Client, environ: dict[str, str]
) -> None:
    """Mutant: no job that loads the branding again."""
    async with running(settings_for(environ)) as other:
        await admin.put(PATH, {"name": "Acme"})
        await admin.http.put(
            f"{PATH}/logo/light", content=b"GIF89a...", headers={"Authorization": f"Bearer {admin.token}"}
        )
        job = next(job for job in other.core.jobs._jobs if job.name == "load branding")
        assert job.every <= 10
        await job.work()
        assert (await other.anonymous.get(PATH)).data == (await admin.get(PATH)).data
        assert other.core.branding.logo("light") == service.core.branding.logo("light")


@pytest.mark.parametrize(
    ("body", "field", "message"),
    [
        ({"name": " "}, "name", "must not be empty"),
        ({"name": "x" * 61}, "name", "at most 60"),
        ({"name": "a\nb"}, "name", "control characters"),
        ({"name": "\u202eabc"}, "name", "control characters"),
        ({"colour": "red"}, "colour", "such as #4f46e5"),
        ({"colour": "#fff"}, "colour", "such as #4f46e5"),
        ({"colour": "#12345g"}, "colour", "such as #4f46e5"),
        ({"colour": "#ffffff"}, "colour", "has a contrast of 1.0:1"),
        ({"colour": "#ffff00"}, "colour", "needs 4.5:1; choose a darker colour"),
        ({"colour": "#777777"}, "colour", "has a contrast of 4.17:1"),
        ({"footerLinks": [LINKS[0]] * 6}, "footerLinks", "at most 5"),
        ({"footerLinks": [{"label": "", "address": "/"}]}, "footerLinks", "must not be empty"),
        ({"footerLinks": [{"label": "x" * 41, "address": "/"}]}, "footerLinks", "at most 40"),
        ({"footerLinks": [{"label": "x", "address": "/" + "x" * 500}]}, "footerLinks", "at most 500"),
        *(
            ({"footerLinks": [{"label": "x", "address": address}]}, "footerLinks", "does not start with https://")
            for address in (
                *(
                    "javascript:alert(1)",
                    "JavaScript:alert(1)",
                    " javascript:alert(1)",
                    "data:text/html,x",
                    "//evil.example",
                ),
                *(
                    "/\\evil.example",
                    "\\\\evil.example",
                    "https://",
                    "https://user@evil.example/",
                    "http://[",
                    "ftp://x",
                ),
                *(
                    'https://x/"onclick=',
                    "https://x/<b>",
                    "mailto:",
                    "mailto:x",
                    "vbscript:x",
                    "https://münchen.example",
                ),
            )
        ),
    ],
)
async def test_a_value_that_is_not_valid_is_refused_with_the_fix(
    service: Service, admin: Client, body: dict[str, Any], field: str, message: str
) -> None:
    answer = await admin.put(PATH, {"name": "Kept"} | body)
    assert (answer.code, answer.reason) == (400, "validation_failed")
    assert message in answer.fields[field]
    assert (await admin.get(PATH)).data["name"] == "Doorward"


@pytest.mark.parametrize("address", ["https://a.example:8443/x?y=1#z", "http://localhost/", "mailto:a@b.example", "/x"])
async def test_addresses_of_these_kinds_are_allowed(service: Service, admin: Client, address: str) -> None:
    links = [{"label": "帮助", "address": address}]
    assert (await admin.put(PATH, {"footerLinks": links})).data["footerLinks"] == links


@pytest.mark.parametrize("colour", ["#4f46e5", "#000000", "#a00000", "#006000", "#0000ff", "#6b6b6b"])
def test_a_colour_is_readable_on_light_and_its_lighter_form_on_dark_backgrounds(colour: str) -> None:
    """By the formula of WCAG 2.2, level AA, for text of a usual size: links, and the text of buttons."""
    light, dark = colours.readable(colour), colours.for_dark(colour)
    for background in ("#ffffff", "#f6f7f9"):
        assert colours.contrast(light, background) >= 4.5
    for background in ("#0e1014", "#16191f", "#1c2028"):
        assert colours.contrast(dark, background) >= 4.5


def test_contrast_agrees_with_published_values() -> None:
    assert colours.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert colours.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert colours.contrast("#ffffff", "#0000ff") == pytest.approx(8.59, abs=0.005)
    assert colours.for_dark(brand.DEFAULT_COLOUR) == brand.DEFAULT_COLOUR_DARK


async def test_changing_the_branding_needs_its_permission(service: Service, admin: Client) -> None:
    editor = await member(service, admin, "editor", "branding:update")
    other = await member(service, admin, "other", "mail:update")
    assert (await editor.put(PATH, {"name": "Acme"})).code == 200
    for method, path in (("PUT", PATH), ("PUT", f"{PATH}/logo/light"), ("DELETE", f"{PATH}/logo/light")):
        assert (await other.call(method, path, {})).data["required"] == "branding:update"


async def test_changes_are_recorded(service: Service, admin: Client) -> None:
    for _ in range(2):  # The second one changes nothing.
        await admin.put(PATH, {"name": "Acme", "footerLinks": LINKS})
    (entry,) = (await admin.get("/api/audit", params={"action": "branding.*"})).data["list"]
    assert (entry["action"], entry["target"]) == ("branding.updated", "branding")
    assert entry["details"]["changes"] == {
        "name": [None, "Acme"],
        "footerLinks": [None, ["Privacy=https://example.com/privacy", "Help=/help"]],
    }


def test_the_settings_are_checked_by_the_same_rules() -> None:
    environ = {
        "DOORWARD_BRAND_NAME": "Acme",
        "DOORWARD_BRAND_COLOUR": "#A00000",
        "DOORWARD_BRAND_FOOTER_LINKS": "Privacy=https://example.com/?a=1, Help = mailto:help@example.com",
    }
    settings = load(environ, sections=[BrandSettings]).section(BrandSettings)
    assert (settings.brand_name, settings.brand_colour) == ("Acme", "#a00000")
    assert [str(link) for link in settings.brand_footer_links] == [
        "Privacy=https://example.com/?a=1",
        "Help=mailto:help@example.com",
    ]
    for name, value, message in (
        ("COLOUR", "#ffff00", "DOORWARD_BRAND_COLOUR has a contrast of 1.0"),
        ("NAME", "x" * 61, "DOORWARD_BRAND_NAME must have at most 60"),
        ("FOOTER_LINKS", "Home", "DOORWARD_BRAND_FOOTER_LINKS has an address"),
    ):
        with pytest.raises(SettingsError, match=message):
            load({f"DOORWARD_BRAND_{name}": value}, sections=[BrandSettings])
