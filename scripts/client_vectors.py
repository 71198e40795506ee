"""Writes clients/vectors: tokens, keys and documents with their expected outcome, for the tests of client libraries.

    python -m scripts.client_vectors

The keys are fixed and every signature is deterministic, so that the files change only with this script.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from scripts.revocation_vectors import revocations

FOLDER: Final = Path(__file__).parents[1] / "clients" / "vectors"
NOW: Final = 1_800_000_000
ISSUER: Final = "https://auth.example.com"
AUDIENCE: Final = "orders"
CLAIMS: Final[dict[str, Any]] = {
    "iss": ISSUER,
    "aud": AUDIENCE,
    "client_id": AUDIENCE,
    "sub": "7",
    "sid": "41",
    "jti": "t1",
    "iat": NOW - 60,
    "exp": NOW + 840,
    "auth_time": NOW - 60,
    "amr": ["pwd"],
    "acr": "1",
    "roles": ["clerk"],
    "permissions": ["invoices:read", "orders:*"],
}
Case = dict[str, Any]


def _b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _number(number: int, size: int) -> str:
    return _b64(number.to_bytes(size, "big"))


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


class Key:
    def __init__(self, kid: str, algorithm: str, private: Any, jwk: dict[str, str]) -> None:
        self.kid, self.algorithm, self.private = kid, algorithm, private
        self.jwk = {"kid": kid, "alg": algorithm, "use": "sig", **jwk}

    def signature(self, message: bytes) -> bytes:
        if self.algorithm == "ES256":
            der = self.private.sign(message, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))
            r, s = decode_dss_signature(der)
            return r.to_bytes(32, "big") + s.to_bytes(32, "big")
        if self.algorithm == "RS256":
            return bytes(self.private.sign(message, PKCS1v15(), hashes.SHA256()))
        return bytes(self.private.sign(message))

    def sign(self, claims: Any, typ: str | None = "at+jwt", body: bytes | None = None, **header: Any) -> str:
        """A compact JWS. `header` adds parameters, and replaces those of the same name; None removes one."""
        full = {"alg": self.algorithm, "kid": self.kid, "typ": typ} | header
        named = {name: value for name, value in full.items() if value is not None}
        signed = f"{_b64(_json(named))}.{_b64(_json(claims) if body is None else body)}"
        return f"{signed}.{_b64(self.signature(signed.encode()))}"


def _p256(kid: str) -> Key:
    private = ec.derive_private_key(int.from_bytes(hashlib.sha256(kid.encode()).digest(), "big"), ec.SECP256R1())
    point = private.public_key().public_numbers()
    return Key(
        kid, "ES256", private, {"kty": "EC", "crv": "P-256", "x": _number(point.x, 32), "y": _number(point.y, 32)}
    )


def _ed25519(kid: str) -> Key:
    private = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(kid.encode()).digest())
    public = _b64(private.public_key().public_bytes_raw())
    return Key(kid, "EdDSA", private, {"kty": "OKP", "crv": "Ed25519", "x": public})


def _rsa(kid: str) -> Key:
    """From the committed primes, since finding new ones takes seconds."""
    p, q = (int(prime, 16) for prime in json.loads((FOLDER / "rsa-primes.json").read_text("utf-8")))
    d = pow(65537, -1, (p - 1) * (q - 1))
    public = rsa.RSAPublicNumbers(65537, p * q)
    private = rsa.RSAPrivateNumbers(p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p), public).private_key()
    return Key(kid, "RS256", private, {"kty": "RSA", "n": _number(p * q, 256), "e": "AQAB"})


def _mac(header: dict[str, Any], secret: bytes) -> str:
    """A token signed by HS256 with a secret that is no secret: the public key."""
    signed = f"{_b64(_json(header))}.{_b64(_json(CLAIMS))}"
    return f"{signed}.{_b64(hmac.digest(secret, signed.encode(), 'sha256'))}"


def _valid(name: str, token: str, claims: dict[str, Any]) -> Case:
    principal = {name: claims.get(name) for name in ("sub", "sid", "permissions")}
    return {"name": name, "token": token, "valid": True, "principal": principal}


def _invalid(name: str, reason: str, token: str) -> Case:
    return {"name": name, "token": token, "valid": False, "reason": reason}


def _without(claim: str) -> dict[str, Any]:
    return {name: value for name, value in CLAIMS.items() if name != claim}


def _good(es: Key, new: Key, ed: Key, rs: Key) -> Iterator[Case]:
    for key in (es, new, ed, rs):
        yield _valid(f"{key.algorithm} with the key {key.kid}", key.sign(CLAIMS), CLAIMS)
    changes: dict[str, dict[str, Any]] = {
        "the audience is one of a list": {"aud": ["billing", AUDIENCE]},
        "one second before it expires": {"exp": NOW + 1},
        "an administrator": {"permissions": ["*"]},
        "impersonated by an administrator": {"act": {"sub": "1"}},
        "claims that this version does not know": {"colour": "blue"},
    }
    for name, change in changes.items():
        yield _valid(name, es.sign(CLAIMS | change), CLAIMS | change)
    short = _without("permissions")
    yield _valid("too many permissions for a token: none are in it", es.sign(short), short)


def _bad_headers(es: Key, ed: Key, rs: Key) -> Iterator[Case]:
    claims = _b64(_json(CLAIMS))
    none = {"alg": "none", "kid": es.kid, "typ": "at+jwt"}
    yield _invalid("alg none, without a signature", "wrong_algorithm", f"{_b64(_json(none))}.{claims}.")
    yield _invalid("alg None, in another case", "wrong_algorithm", f"{_b64(_json(none | {'alg': 'None'}))}.{claims}.")
    hs256 = {"alg": "HS256", "kid": rs.kid, "typ": "at+jwt"}
    public = rs.private.public_key()
    pem = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    der = public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    yield _invalid("HS256 with the public key (PEM) as the secret", "wrong_algorithm", _mac(hs256, pem))
    yield _invalid("HS256 with the public key (DER) as the secret", "wrong_algorithm", _mac(hs256, der))
    yield _invalid("the algorithm of another key", "wrong_algorithm", ed.sign(CLAIMS, kid=es.kid))
    yield _invalid("RS256 claimed for a P-256 key", "wrong_algorithm", rs.sign(CLAIMS, kid=es.kid))
    yield _invalid("no typ", "wrong_type", es.sign(CLAIMS, typ=None))
    yield _invalid("typ JWT", "wrong_type", es.sign(CLAIMS, typ="JWT"))
    yield _invalid("a revocation document as a token", "wrong_type", es.sign(CLAIMS, typ="revocations+jwt"))
    yield _invalid("a kid that is not in the key set", "unknown_key", _p256("vectors-unknown").sign(CLAIMS))
    yield _invalid("no kid", "unknown_key", es.sign(CLAIMS, kid=None))
    yield _invalid("a kid that is no string", "unknown_key", es.sign(CLAIMS, kid=7))
    other = _p256("vectors-unknown")
    forbidden: dict[str, Any] = {
        "jwk": other.jwk,
        "jku": "https://attacker.example/jwks.json",
        "x5u": "https://attacker.example/cert.pem",
        "x5c": ["MIIB"],
        "crit": ["exp"],
        "b64": True,
        "zip": "DEF",
    }
    for name, value in forbidden.items():
        yield _invalid(f"a header {name}", "forbidden_header", es.sign(CLAIMS, **{name: value}))


def _bad_claims(es: Key) -> Iterator[Case]:
    for claim in ("iss", "aud", "exp", "sub", "sid", "iat"):
        yield _invalid(f"no {claim}", "missing_claim", es.sign(_without(claim)))
    wrong: dict[str, list[dict[str, Any]]] = {
        "wrong_issuer": [{"iss": "https://auth.example.co"}, {"iss": ISSUER + "/"}, {"iss": [ISSUER]}],
        "wrong_audience": [{"aud": "order"}, {"aud": ["billing"]}, {"aud": []}, {"aud": {AUDIENCE: True}}],
        "expired": [{"exp": NOW}, {"exp": NOW - 1}, {"exp": 0}],
        "not_yet_valid": [{"nbf": NOW + 3600}],
        "invalid_claim": [
            *({"exp": value} for value in (str(NOW + 840), True)),
            *({"sub": value} for value in (7, "")),
            *({"sid": value} for value in (41, "")),
            {"iat": "yesterday"},
            {"permissions": "orders:read"},
            {"permissions": ["orders:read", 7]},
        ],
    }
    for reason, changes in wrong.items():
        for change in changes:
            (claim, value), *_ = change.items()
            yield _invalid(f"{claim} is {json.dumps(value)}", reason, es.sign(CLAIMS | change))


def _malformed(es: Key) -> Iterator[Case]:
    good = es.sign(CLAIMS)
    head, claims, signature = good.split(".")
    yield _invalid("no text", "malformed", "")
    yield _invalid("no token", "malformed", "not-a-token")
    yield _invalid("an API key, which only the service can check", "malformed", f"dwk_{'a' * 40}")
    yield _invalid("two parts", "malformed", f"{head}.{claims}")
    yield _invalid("four parts", "malformed", f"{good}.{signature}")
    yield _invalid("five parts, as an encrypted token has", "malformed", f"{good}.{claims}.{signature}")
    yield _invalid("a header that is no JSON", "malformed", f"{_b64(b'{')}.{claims}.{signature}")
    yield _invalid("a header that is a list", "malformed", f"{_b64(b'[]')}.{claims}.{signature}")
    yield _invalid("a header that is not base64url", "malformed", f"!{head}.{claims}.{signature}")
    yield _invalid("claims that are no JSON", "malformed", es.sign(None, body=b"{"))
    yield _invalid("claims that are a list", "malformed", es.sign([CLAIMS]))
    yield _invalid("longer than 16384 characters", "malformed", es.sign(CLAIMS | {"pad": "x" * 16384}))
    changed = _b64(_json(CLAIMS | {"sub": "1"}))
    yield _invalid("claims changed after signing", "bad_signature", f"{head}.{changed}.{signature}")
    yield _invalid("no signature", "bad_signature", f"{head}.{claims}.")
    yield _invalid("half a signature", "bad_signature", f"{head}.{claims}.{signature[:40]}")
    yield _invalid("a signature of zeros", "bad_signature", f"{head}.{claims}.{_b64(bytes(64))}")
    yield _invalid(
        "signed with another key under a known kid", "bad_signature", _p256("other").sign(CLAIMS, kid=es.kid)
    )


def _permissions() -> list[Case]:
    """As `doorward.domain.access.covers` decides; a test compares them."""
    cases = {
        "orders:read": [["orders:read"], ["orders:*"], ["*"], ["invoices:read", "orders:*"], ["orders:write"], []],
        "orders:*": [["orders:*"], ["*"], ["orders:read", "orders:write"]],
        "orders": [["orders"], ["orders:*"], ["orders:read"]],
        "orders:read:all": [["orders:*"], ["orders:read"], ["orders:read:*"]],
        "*": [["*"], ["orders:*"]],
        "ordersx:read": [["orders:*"]],
        "Orders:read": [["orders:*"]],
    }
    return [
        {"held": held, "wanted": wanted, "granted": _granted(held, wanted)}
        for wanted, several in cases.items()
        for held in several
    ]


def _granted(held: list[str], wanted: str) -> bool:
    return wanted in held or "*" in held or f"{wanted.partition(':')[0]}:*" in held


def files() -> dict[str, str]:
    """The text of every file, by its name."""
    es, new, ed, rs = (
        _p256("vectors-es256"),
        _p256("vectors-es256-new"),
        _ed25519("vectors-eddsa"),
        _rsa("vectors-rs256"),
    )
    common = {"issuer": ISSUER, "audience": AUDIENCE, "now": NOW}
    cases = [*_good(es, new, ed, rs), *_bad_headers(es, ed, rs), *_bad_claims(es), *_malformed(es)]
    contents: dict[str, Any] = {
        "keys.json": {"keys": [key.jwk for key in (es, new, ed, rs)]},
        "tokens.json": common | {"cases": cases},
        "permissions.json": {"cases": _permissions()},
        "revocations.json": common | revocations(es, CLAIMS, NOW),
    }
    return {name: json.dumps(content, indent=1) + "\n" for name, content in contents.items()}


def main() -> None:
    for name, text in files().items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
