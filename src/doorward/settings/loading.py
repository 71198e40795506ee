"""Reads settings from the configuration file, the environment and the command line."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import Field
from pathlib import Path
from typing import Any, Final

from doorward.settings.declaration import PREFIX, SettingsError, fields_of
from doorward.settings.fields import Settings

CONFIG_FILE: Final = "doorward.toml"
_FROM_FILE: Final = "_file"
_Given = dict[str, tuple[str, Any]]  # Source and raw value by the name of the setting.


def load(
    environ: Mapping[str, str] | None = None,
    config: Path | None = None,
    sections: Sequence[type[Any]] = (),
    **overrides: Any,
) -> Settings:
    """Settings from the configuration file, the environment and the command line, in rising precedence.

    An unknown name or an invalid value raises SettingsError. `sections`: the settings of features.
    """
    known = fields_of(Settings, *sections)
    found = _given(known, environ, config, overrides)
    given = {name: _parse(known, name, *value) for name, value in found.items()}

    def values(kind: type[Any]) -> dict[str, Any]:
        return {name: given[name] for name in fields_of(kind) if name in given}

    made = tuple(kind(**values(kind)) for kind in sections)
    origins = {name: label for name, (label, _) in found.items()}
    return _consistent(Settings(**values(Settings), sections=made, sources=origins))


def _given(
    known: Mapping[str, Field[Any]],
    environ: Mapping[str, str] | None,
    config: Path | None,
    overrides: Mapping[str, Any],
) -> _Given:
    environ = os.environ if environ is None else environ
    in_file = {name: (f"{name} in {config or CONFIG_FILE}", value) for name, value in _read_file(config).items()}
    in_environ = {
        variable.removeprefix(PREFIX).lower(): (variable, text)
        for variable, text in environ.items()
        if variable.startswith(PREFIX) and not variable.startswith(PREFIX + "TEST_")
    }
    options = {name: (f"--{name.replace('_', '-')}", value) for name, value in overrides.items() if value is not None}
    return _with_secrets(known, in_file) | _with_secrets(known, in_environ) | options


def _with_secrets(known: Mapping[str, Field[Any]], given: _Given) -> _Given:
    """Replaces `secret_file` by `secret`, and so on for every secret setting, with what the file contains."""
    read: _Given = {}
    for name, (label, value) in given.items():
        secret = name.removesuffix(_FROM_FILE)
        if name in known or secret not in known or not known[secret].metadata["secret"]:
            read[name] = (label, value)
        elif value == "":
            continue  # As Compose passes a variable that is not set.
        elif secret in given:
            raise SettingsError(f"{label} and {given[secret][0]} are both set: remove one of them")
        else:
            read[secret] = (label, _read_secret(label, str(value)))
    return read


def _read_secret(label: str, path: str) -> str:
    try:
        text = Path(path).read_text("utf-8").rstrip("\r\n")
    except OSError as error:
        raise SettingsError(f"{label} can't be read: {error.strerror}: {path}") from None
    except ValueError:
        raise SettingsError(f"{label} is not UTF-8: {path}") from None
    if not text:
        raise SettingsError(f"{label} is empty: {path}")
    return text


def _read_file(config: Path | None) -> dict[str, Any]:
    path = config or Path(CONFIG_FILE)
    if config is None and not path.exists():
        return {}
    import tomllib  # Imported here: a start without a file does not pay for it.

    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path} can't be read: {error}") from None


def _parse(known: Mapping[str, Field[Any]], name: str, label: str, value: Any) -> Any:
    field = known.get(name)
    if field is None:
        raise SettingsError(f"Unknown setting: {label}{_suggestion(known, name)}")
    try:
        return field.metadata["parse"](value)
    except ValueError as error:
        raise SettingsError(f"{label} {error}") from None


def _suggestion(known: Mapping[str, Field[Any]], name: str) -> str:
    import difflib  # Imported here: needed for a misspelt setting only.

    close = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {close[0]} ({PREFIX}{close[0].upper()})?" if close else ""


def _consistent(settings: Settings) -> Settings:
    if settings.sqlite_path is None and not settings.secret:
        raise SettingsError(
            f"{PREFIX}SECRET is required with PostgreSQL, where all nodes share it. Make one: openssl rand -base64 48"
        )
    if settings.database_replica_url and settings.sqlite_path is not None:
        raise SettingsError(f"{PREFIX}DATABASE_REPLICA_URL needs PostgreSQL: SQLite has no replicas; remove it")
    if (settings.tls_cert is None) != (settings.tls_key is None):
        raise SettingsError(f"{PREFIX}TLS_CERT and {PREFIX}TLS_KEY go together")
    if settings.smtp_url and not settings.public_url:
        raise SettingsError(
            f"{PREFIX}PUBLIC_URL is required with {PREFIX}SMTP_URL: links in mails start with it, such as"
            " https://login.example.com"
        )
    if settings.password_memory > settings.password_pool_memory * 1024:
        raise SettingsError(
            f"{PREFIX}PASSWORD_MEMORY must not be more than {PREFIX}PASSWORD_POOL_MEMORY, which has room for"
            f" {settings.password_pool_memory * 1024} KiB"
        )
    if settings.refresh_idle_ttl > settings.refresh_max_ttl:
        raise SettingsError(f"{PREFIX}REFRESH_IDLE_TTL must not be longer than {PREFIX}REFRESH_MAX_TTL")
    return settings
