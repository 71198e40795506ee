"""TLS without a proxy."""

import ssl

from doorward.settings import PREFIX, Settings, SettingsError


def server_context(settings: Settings) -> ssl.SSLContext | None:
    """None without a certificate. Raises SettingsError for files that can't be used."""
    if settings.tls_cert is None or settings.tls_key is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    for name, path in (("TLS_CERT", settings.tls_cert), ("TLS_KEY", settings.tls_key)):
        try:
            path.open("rb").close()  # The errors of OpenSSL name no file.
        except OSError as error:
            raise SettingsError(f"{PREFIX}{name} can't be read: {error.strerror}: {path}") from None
    try:
        context.load_cert_chain(settings.tls_cert, settings.tls_key, password=_no_password)
    except ssl.SSLError as error:
        reason = (error.reason or "no certificate or no key in it").replace("_", " ").lower()
        raise SettingsError(f"{PREFIX}TLS_CERT and {PREFIX}TLS_KEY can't be used: {reason}") from None
    return context


def _no_password() -> str:
    """In place of OpenSSL's own question, for which a service would wait for ever."""
    raise SettingsError(
        f"{PREFIX}TLS_KEY is encrypted: name a key without a password, which only this account can read"
    )
