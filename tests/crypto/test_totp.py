"""One-time passwords against the vectors of their standard, and against another implementation where there is one."""

import shutil
import subprocess

import pytest

from doorward.crypto.sealing import DataBox
from doorward.crypto.totp import TotpSecret

# RFC 6238, Appendix B: the seconds, and the codes by SHA-1, SHA-256 and SHA-512. The keys are as long as the hashes.
VECTORS = [
    (59, "94287082", "46119246", "90693936"),
    (1111111109, "07081804", "68084774", "25091201"),
    (1111111111, "14050471", "67062674", "99943326"),
    (1234567890, "89005924", "91819424", "93441116"),
    (2000000000, "69279037", "90698825", "38618901"),
    (20000000000, "65353130", "77737706", "47863826"),
]
KEYS = {"SHA1": b"12345678901234567890", "SHA256": b"12345678901234567890123456789012", "SHA512": b"1234567890" * 6}


@pytest.mark.parametrize(("algorithm", "column"), [("SHA1", 1), ("SHA256", 2), ("SHA512", 3)])
def test_codes_are_those_of_the_standard(algorithm: str, column: int) -> None:
    key = KEYS[algorithm] + b"1234" * (algorithm == "SHA512")
    secret = TotpSecret(key, algorithm, digits=8)  # type: ignore[arg-type]
    codes = [secret.code(secret.step(row[0] * 1000)) for row in VECTORS]
    assert codes == [row[column] for row in VECTORS]


def test_six_digits_are_the_last_of_eight() -> None:
    secret = TotpSecret(KEYS["SHA1"])
    assert [secret.code(row[0] // 30) for row in VECTORS] == [row[1][2:] for row in VECTORS]


def codes_of_oathtool(secret: TotpSecret, seconds: int, count: int) -> list[str]:
    """From the OATH Toolkit of Debian where it is installed, otherwise from RFC 4226, Appendix D."""
    if not shutil.which("oathtool"):
        return ["287082", "359152", "969429", "338314", "254676"]
    command = ["oathtool", "--totp", "--base32", secret.base32, f"--now=@{seconds}", f"--window={count - 1}"]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.split()


def test_oathtool_agrees() -> None:
    secret = TotpSecret(KEYS["SHA1"])
    assert [secret.code(step) for step in range(1, 6)] == codes_of_oathtool(secret, 59, 5)


@pytest.mark.parametrize("now", [1_700_000_010_000, 1_700_000_025_000, 1_700_000_039_999])
def test_a_step_before_and_a_step_after_are_accepted_and_no_more(now: int) -> None:
    """At the first millisecond of a step, in its middle and at its last one."""
    secret = TotpSecret(KEYS["SHA1"])
    current = secret.step(now)
    accepted = [offset for offset in range(-5, 6) if secret.matching_steps(secret.code(current + offset), now)]
    assert accepted == [-1, 0, 1]
    assert secret.matching_steps("", now) == secret.matching_steps("\ud800", now) == []


def test_the_address_for_apps_names_service_and_user() -> None:
    secret = TotpSecret(KEYS["SHA1"])
    uri = secret.uri("Doors: & more", "ann lee")
    assert uri == (
        "otpauth://totp/Doors%20%20%26%20more:ann%20lee?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        "&issuer=Doors%20%20%26%20more&algorithm=SHA1&digits=6&period=30"
    )


def test_a_sealed_secret_opens_for_its_user_alone() -> None:
    from cryptography.exceptions import InvalidTag

    box, secret = DataBox(bytes(32), lambda size: bytes(size)), TotpSecret(KEYS["SHA1"], digits=8)
    sealed = secret.seal(box, 7)
    assert TotpSecret.open(box, sealed, 7) == secret
    with pytest.raises(InvalidTag):
        TotpSecret.open(box, sealed, 8)
