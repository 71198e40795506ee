"""Settings: the environment, the file, and what stops the start."""

from pathlib import Path
from typing import Any

import pytest

from doorward.app import load_settings
from doorward.core.mail.links import Links
from doorward.settings import SettingsError, load


def complaint(environ: dict[str, str] | None = None, **options: Any) -> str:
    with pytest.raises(SettingsError) as caught:
        load(environ or {}, **options)
    return str(caught.value)


def test_the_environment_wins_over_the_file_and_the_command_line_over_both(tmp_path: Path) -> None:
    file = tmp_path / "doorward.toml"
    file.write_text('issuer = "file"\naudience = "file"\naccess_ttl = "5m"\ncors_origins = ["https://a.example"]\n')
    settings = load({"DOORWARD_ISSUER": "environment", "DOORWARD_PORT": "1"}, config=file, port="9000")
    assert (settings.issuer, settings.audience, settings.access_ttl, settings.port) == (
        "environment",
        "file",
        300,
        9000,
    )
    assert settings.cors_origins == ("https://a.example",)


def test_the_text_form_of_settings_shows_no_secret_of_the_kernel_or_of_a_feature() -> None:
    """Mutant: `section` makes a dataclass with a repr."""
    canary = "a canary that only the tests know, 0123456789"
    secrets = {"DOORWARD_SECRET": canary, "DOORWARD_MOVE_TO": "postgresql://me:canary@db/doorward"}
    settings = load_settings(environ=secrets)
    assert any("canary" in str(value) for _, field, value in settings.values() if field.metadata["secret"])
    assert "canary" not in f"{settings} {settings.sections}"


def test_a_misspelt_setting_is_named_with_what_was_meant(tmp_path: Path) -> None:
    assert "Unknown setting: DOORWARD_ACESS_TTL; did you mean access_ttl" in complaint({"DOORWARD_ACESS_TTL": "5m"})
    file = tmp_path / "doorward.toml"
    file.write_text("colour = 1\n")
    assert f"Unknown setting: colour in {file}" in complaint(config=file)


def test_a_secret_may_be_in_a_file_that_the_setting_names(tmp_path: Path) -> None:
    """As Docker and Kubernetes secrets and systemd's credentials are."""
    secret, url, config = tmp_path / "secret", tmp_path / "url", tmp_path / "doorward.toml"
    secret.write_text("a secret that only the tests know, 0123456789\n")
    url.write_text("postgresql://doorward:p%40ss@127.0.0.1/doorward\n")
    config.write_text(f'secret = "another that only the tests know, 0123456789"\ndatabase_url_file = "{url}"\n')
    settings = load({"DOORWARD_SECRET_FILE": str(secret)}, config=config)
    assert settings.secret == "a secret that only the tests know, 0123456789"
    assert settings.database_url == "postgresql://doorward:p%40ss@127.0.0.1/doorward"
    assert settings.sources["secret"] == "DOORWARD_SECRET_FILE"


def test_a_secrets_file_that_is_missing_empty_or_one_too_many_is_named(tmp_path: Path) -> None:
    file = tmp_path / "password"
    assert complaint({"DOORWARD_ADMIN_PASSWORD_FILE": str(file)}) == (
        f"DOORWARD_ADMIN_PASSWORD_FILE can't be read: No such file or directory: {file}"
    )
    file.write_bytes(b"\xff")
    assert "DOORWARD_SECRET_FILE is not UTF-8" in complaint({"DOORWARD_SECRET_FILE": str(file)})
    file.write_text("\n")
    assert "DOORWARD_METRICS_TOKEN_FILE is empty" in complaint({"DOORWARD_METRICS_TOKEN_FILE": str(file)})
    both = {"DOORWARD_SMTP_URL_FILE": str(file), "DOORWARD_SMTP_URL": "smtp://127.0.0.1"}
    assert "DOORWARD_SMTP_URL_FILE and DOORWARD_SMTP_URL are both set" in complaint(both)
    assert "Unknown setting: DOORWARD_ISSUER_FILE" in complaint({"DOORWARD_ISSUER_FILE": str(file)})


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("15m", "access_ttl", 900),
        ("30", "access_ttl", 30),
        ("12h", "access_ttl", 43200),
        ("14d", "refresh_idle_ttl", 1209600),
    ],
)
def test_durations_have_units(name: str, value: str, expected: int) -> None:
    assert getattr(load({f"DOORWARD_{value.upper()}": name}), value) == expected


@pytest.mark.parametrize(
    "value",
    [
        "pictures.example.com",
        "https://a.example/",
        "https://a.example; script-src *",
        "https://a b",
        "https://*",
        "'self'",
    ],
)
def test_an_origin_of_pictures_is_an_origin_and_nothing_else(value: str) -> None:
    """It becomes a part of the console's Content-Security-Policy."""
    assert "DOORWARD_AVATAR_ORIGINS" in complaint({"DOORWARD_AVATAR_ORIGINS": value})


def test_without_any_setting_the_promised_defaults_hold() -> None:
    settings = load({})
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert (settings.data_dir, settings.sqlite_path) == (Path("doorward-data"), Path("doorward-data/doorward.db"))
    assert (settings.access_ttl, settings.refresh_grace, settings.refresh_rotation) == (900, 30, True)
    assert (settings.refresh_idle_ttl, settings.refresh_max_ttl) == (14 * 86400, 90 * 86400)
    assert (settings.password_min_length, settings.password_max_length) == (8, 256)
    assert (settings.password_memory, settings.password_time) == (19 * 1024, 2)
    assert (settings.body_limit, settings.cors_origins, settings.trusted_proxies) == (64 * 1024, ("loopback",), ())


PUBLIC_URLS = (
    "login.example.com", "//login.example.com", "javascript:alert(1)", "https://", "https:///path", "ftp://a.example",
    "https://a.example/?x=1", "https://a.example/#x", "https://user@a.example", "https://a.example\\@evil.example",
    "https://a.example\r\nBcc: x", "https://a.example/ x", "https://a.example:http", "https://a.example:99999",
    "https://a.example:0", "https://[::1", 'https://a.example/"onclick=', "https://a.example/<b>", "https://bücher.example",
)  # fmt: skip
SMTP_URLS = (
    "mail.example.com", "mail.example.com:587", "http://mail.example.com", "smtp://", "smtp://:25", "smtp://a.example:x",
    "smtp://a.example:0", "smtp://a.example:70000", "smtp://a.example/path", "smtp://a.example?x", "smtp://u@a.example",
    "smtp://u:canary/x@a.example", "smtp://u:12#canary@a.example:587", "smtp://u:12?canary@a.example:587",
    "smtp://a.example\r\nRCPT TO:<x>", "smtp://u:canary pass@a.example", "smtp://[::1:canary", "smtp://u:canary@ａ⁄.example",
)  # fmt: skip
SENDERS = (
    "login", "login@", "@example.com", "a@b@c", "a b@example.com", "Login login@example.com", "Login <login>",
    "Login <a@example.com> <b@example.com>", "a@example.com\r\nBcc: b@example.com", "Login\n <a@example.com>",
    "a@example.com, b@example.com", "a,b@example.com", "group: a@example.com;", '"x" <a@example.com>',
    "a\u2028@example.com", "Login <a@exam\u202eple.com>", "(comment)a@example.com",
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ACCESS_TTL", "soon"), ("ACCESS_TTL", "-5"), ("ACCESS_TTL", "0"), ("ACCESS_TTL", "1w"),
        ("PORT", "http"), ("PORT", "70000"), ("WORKERS", "0"), ("REFRESH_ROTATION", "maybe"), ("CORS_ORIGINS", "*"),
        ("CORS_ORIGINS", "https://a.example/path"), ("CORS_ORIGINS", "example.com"), ("TRUSTED_PROXIES", "proxy"),
        ("TRUSTED_PROXIES", "10.0.0.1/8"), ("DATABASE_URL", "mysql://x"), ("ISSUER", " "), ("BODY_LIMIT", "1.5"),
        ("PASSWORD_MEMORY", "8192"), ("PASSWORD_TIME", "1"), ("PASSWORD_MIN_LENGTH", "6"),
        ("PASSWORD_MIN_LENGTH", "16"), ("SECRET", "0123456789"),
        ("ISSUER", "a\udcff"), ("ADMIN_PASSWORD", "canary\udcff"),
        *(("PUBLIC_URL", value) for value in PUBLIC_URLS), *(("SMTP_URL", value) for value in SMTP_URLS),
        *(("MAIL_FROM", value) for value in SENDERS),
    ],
)  # fmt: skip
def test_a_bad_value_stops_the_start_and_is_named(name: str, value: str) -> None:
    message = complaint({f"DOORWARD_{name}": value})
    assert message.startswith(f"DOORWARD_{name} ")
    assert "canary" not in message  # A password.


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("PUBLIC_URL", "https://login.example.com/", "https://login.example.com"),
        ("PUBLIC_URL", "http://127.0.0.1:8787/auth//", "http://127.0.0.1:8787/auth"),
        ("PUBLIC_URL", "https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
        ("PUBLIC_URL", "", ""),
        ("SMTP_URL", "", ""),
        ("SMTP_URL", "smtps://u%40a.example:p%23s@mail.example:465", "smtps://u%40a.example:p%23s@mail.example:465"),
        ("MAIL_FROM", "", ""),
        ("MAIL_FROM", " login@example.com ", "login@example.com"),
        ("MAIL_FROM", "Example, Inc. <login@example.com>", "Example, Inc. <login@example.com>"),
        ("MAIL_FROM", "登录 <login@example.com>", "登录 <login@example.com>"),
    ],
)
def test_addresses_of_mails_and_links_are_kept(name: str, value: str, kept: str) -> None:
    environ = {"DOORWARD_PUBLIC_URL": "https://login.example.com", f"DOORWARD_{name}": value}
    assert getattr(load(environ), name.lower()) == kept


def test_a_mail_server_needs_the_address_that_links_start_with() -> None:
    assert complaint({"DOORWARD_SMTP_URL": "smtp://mail.example.com"}).startswith("DOORWARD_PUBLIC_URL is required")


@pytest.mark.parametrize(
    ("environ", "base", "host"),
    [
        ({}, "http://127.0.0.1:8000", "127.0.0.1"),
        ({"DOORWARD_HOST": "0.0.0.0", "DOORWARD_PORT": "80"}, "http://localhost:80", "localhost"),
        ({"DOORWARD_HOST": "::1", "DOORWARD_PORT": "80"}, "http://[::1]:80", "::1"),
        ({"DOORWARD_PUBLIC_URL": "https://A.example:8443/auth/"}, "https://A.example:8443/auth", "a.example"),
    ],
)
def test_links_start_with_the_public_address_or_with_the_one_listened_on(
    environ: dict[str, str], base: str, host: str
) -> None:
    links = Links(load(environ).base_url)
    assert (links.base, links.host) == (base, host)
    assert links.page("reset", "dwl_x") == f"{base}/account/reset#token=dwl_x"


@pytest.mark.parametrize(
    "secret",
    ["qmPlus", "secret", "short but secret", "a" * 64, "abcabcabcabcabcabcabcabcabcabcabcabc", "your-256-bit-secret",
     "super-secret-jwt-token-with-at-least-32-characters-long", "abcdefghijklmnopqrstuvwxyz",
     "3488a63e1765035d386f05409663f55c83bfae3b3c61a932744b20ad14244dcf"],
)  # fmt: skip
def test_trivial_and_published_secrets_are_refused(secret: str) -> None:
    message = complaint({"DOORWARD_SECRET": secret})
    assert message.startswith("DOORWARD_SECRET ")
    assert secret not in message


def test_postgresql_needs_a_secret_of_its_own() -> None:
    assert "DOORWARD_SECRET is required" in complaint({"DOORWARD_DATABASE_URL": "postgresql://localhost/x"})


def test_a_session_can_not_be_idle_for_longer_than_it_may_live() -> None:
    assert "REFRESH_IDLE_TTL" in complaint({"DOORWARD_REFRESH_IDLE_TTL": "91d"})


def test_one_hash_fits_into_the_memory_for_hashes() -> None:
    """Mutant: a worker that takes 4 GiB, whatever DOORWARD_PASSWORD_POOL_MEMORY allows."""
    assert "PASSWORD_POOL_MEMORY" in complaint({"DOORWARD_PASSWORD_MEMORY": "524289"})
    assert load({"DOORWARD_PASSWORD_MEMORY": "524288"}).password_memory == 512 * 1024


@pytest.mark.parametrize(
    "value",
    ["https://*.example.com", "https://u:canary@a.example", "https://a.example:99999", "https://[::1", "https://a b",
     "https://a.example/", "https://b\xfccher.example", "null"],
)  # fmt: skip
def test_an_origin_that_no_browser_sends_is_refused(value: str) -> None:
    """Mutant: a wildcard that is taken, and matches nothing."""
    assert "DOORWARD_CORS_ORIGINS has" in complaint({"DOORWARD_CORS_ORIGINS": value})


def test_origins_of_all_kinds_are_taken() -> None:
    given = "https://a.example,http://localhost:5173,http://[::1]:8080,https://A.example:8443,loopback"
    assert load({"DOORWARD_CORS_ORIGINS": given}).cors_origins == tuple(given.lower().split(","))


def test_the_documentation_lists_every_secret_that_may_be_in_a_file() -> None:
    documented = (Path(__file__).parents[2] / "docs" / "settings.md").read_text()
    for name, field, _ in load_settings(environ={}).values():
        assert not field.metadata["secret"] or f"DOORWARD_{name.upper()}_FILE" in documented, name


def test_a_secrets_file_without_a_name_counts_as_not_set() -> None:
    """As Compose passes a variable that is not set. Mutant: the working directory, read as a file."""
    settings = load({"DOORWARD_METRICS_TOKEN_FILE": "", "DOORWARD_SMTP_URL_FILE": "", "DOORWARD_SMTP_URL": ""})
    assert (settings.metrics_token, settings.smtp_url) == ("", "")


def test_a_file_that_is_not_there_or_not_toml_is_named(tmp_path: Path) -> None:
    assert "absent.toml can't be read" in complaint(config=tmp_path / "absent.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("= what")
    assert "broken.toml can't be read" in complaint(config=broken)
