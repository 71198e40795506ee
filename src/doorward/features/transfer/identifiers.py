"""New users whose username is the e-mail address of another user, or the other way round."""

from collections.abc import Mapping

from doorward.database.protocol import Transaction
from doorward.errors import EmailTaken, Fault, UsernameTaken
from doorward.features.transfer import queries
from doorward.features.transfer.queries import EMAIL_KEY, Columns


async def ambiguous(tx: Transaction, arriving: Mapping[str, Columns]) -> dict[str, type[Fault]]:
    """Those of the new rows, by `username_key`, that must not be inserted, see `store.identifiers`. Of two new users
    the later one."""
    emails = {name: columns[EMAIL_KEY] for name, columns in arriving.items() if columns[EMAIL_KEY]}
    named = await queries.find_keys(tx, "username_key", list(emails.values()))
    addressed = await queries.find_keys(tx, "email_key", [name for name in arriving if "@" in name])
    refused = dict[str, type[Fault]]()
    for name in arriving:
        email = emails.get(name)
        # Of those who share a name with themselves, others who have it conflict with the unique indexes.
        if email != name and email in named:
            refused[name] = EmailTaken
        elif email != name and name in addressed:
            refused[name] = UsernameTaken
        else:
            named.add(name)
            addressed |= {email} if email else set()
    return refused
