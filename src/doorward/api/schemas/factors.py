"""Names of second factors in requests."""

from typing import Annotated, Protocol

from msgspec import Meta, Struct

from doorward.core import Core
from doorward.domain.sign_in.factors import FACTOR_NAME_MAX, factor_name
from doorward.domain.validation import checked

FactorName = Annotated[str, Meta(max_length=FACTOR_NAME_MAX, description="Empty for none", examples=["Telephone"])]


class RenameFactor(Struct):
    name: FactorName


class Named(Protocol):
    name: str


def name_of(core: Core, body: Named) -> str:
    """Also a rule of the routes: a name that the type refuses is unset then."""
    return str(checked({"name": body.name}, {"name": factor_name}).get("name", ""))
