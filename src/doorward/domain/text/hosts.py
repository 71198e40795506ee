"""Names of hosts as DNS writes them."""

from typing import Final

from doorward.domain.text.bounds import composed

_LONGEST: Final = 254


def dns_name(host: str) -> str:
    """The ASCII form of a host, in lower case; ValueError for a text that is too long to be one.

    By `lower` and not by case folding, nor by Python's codec `idna`, which folds: both make straße.example and
    strasse.example equal, two domains of two owners (IDNA 2008). What may receive mail and what does must be the same.
    """
    labels = composed(host, _LONGEST).lower().split(".")
    return ".".join(label if label.isascii() else "xn--" + label.encode("punycode").decode() for label in labels)
