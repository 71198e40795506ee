"""The part of clients/vectors that concerns the revocation feed: documents, and what follows for tokens."""

from typing import Any, Protocol

TTL = 900
Case = dict[str, Any]


class Signer(Protocol):
    def sign(self, claims: Any, typ: str | None = ..., **header: Any) -> str: ...


def revocations(key: Signer, claims: dict[str, Any], now: int) -> dict[str, Any]:
    empty = {
        "iss": claims["iss"],
        "iat": now,
        "seq": 10,
        "from": now - TTL,
        "until": now,
        "sessions": [],
        "users": [],
    }

    def document(typ: str = "revocations+jwt", header: dict[str, Any] | None = None, **changes: Any) -> str:
        full = {name: value for name, value in (empty | changes).items() if value is not ...}
        return key.sign(full, typ, **(header or {}))

    def token(**changes: Any) -> str:
        return key.sign(claims | changes)

    return {
        "documents": list(_documents(document, token())),
        "scenarios": list(_scenarios(document, token, claims["iat"])),
    }


def _documents(document: Any, token: str) -> list[Case]:
    good = document(sessions=["41"])
    head, claims, signature = good.split(".")

    def case(name: str, text: str, reason: str = "") -> Case:
        outcome: Case = {"valid": False, "reason": reason} if reason else {"valid": True}
        return {"name": name, "document": text, **outcome}

    return [
        case("nothing was revoked", document()),
        case("one session", good),
        case("a claim that this version does not know", document(colour="blue")),
        case("an access token as a document", token, "wrong_type"),
        case("typ JWT", document(typ="JWT"), "wrong_type"),
        case("a kid that is not in the key set", document(header={"kid": "vectors-unknown"}), "unknown_key"),
        case("a header jwk", document(header={"jwk": {"kty": "EC"}}), "forbidden_header"),
        case("alg none", document(header={"alg": "none"}), "wrong_algorithm"),
        case("a signature of another document", f"{head}.{document().split('.')[1]}.{signature}", "bad_signature"),
        case("another issuer", document(iss="https://auth.example.co"), "wrong_issuer"),
        *(
            case(f"no {claim}", document(**{claim: ...}), "missing_claim")
            for claim in ("iss", "seq", "from", "until", "sessions", "users")
        ),
        case("until is a text", document(until="now"), "invalid_claim"),
        case("sessions are numbers", document(sessions=[41]), "invalid_claim"),
        case("a user without a time", document(users=[{"sub": "7"}]), "invalid_claim"),
        case("cut off", f"{head}.{claims}", "malformed"),
    ]


def _scenarios(document: Any, token: Any, issued: int) -> list[Case]:
    def check(name: str, revoked: bool, **changes: Any) -> Case:
        return {"name": name, "token": token(**changes), "revoked": revoked}

    return [
        {
            "name": "a session ended",
            "documents": [document(sessions=["41", "99"])],
            "checks": [check("its token", True), check("a token of another session", False, sid="42")],
        },
        {
            "name": "the tokens of a user ended",
            "documents": [document(users=[{"sub": "7", "before": issued}])],
            "checks": [
                check("issued before that moment", True, iat=issued - 1),
                check("issued at that moment", False),
                check("issued after it", False, iat=issued + 1),
                check("of another user", False, sub="8", iat=issued - 1),
            ],
        },
        {
            "name": "the tokens of a user ended twice: the later moment counts",
            "documents": [document(users=[{"sub": "7", "before": issued - 10}, {"sub": "7", "before": issued}])],
            "checks": [check("issued between the two", True, iat=issued - 5), check("issued after both", False)],
        },
        {
            "name": "all tokens ended",
            "documents": [document(users=[{"sub": "*", "before": issued}])],
            "checks": [
                check("issued before that moment", True, sub="8", iat=issued - 1),
                check("issued at that moment", False),
            ],
        },
        {
            "name": "a user whose id is an asterisk does not exist: sub * in a token is no wildcard",
            "documents": [document(users=[{"sub": "7", "before": issued}])],
            "checks": [check("sub is *", False, sub="*", iat=issued - 1)],
        },
        {
            "name": "a moment within a second",
            "documents": [document(users=[{"sub": "7", "before": issued + 0.5}])],
            "checks": [check("issued in that second", True), check("issued in the next", False, iat=issued + 1)],
        },
    ]
