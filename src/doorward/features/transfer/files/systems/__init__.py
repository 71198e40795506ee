"""How other systems write a user: `read` turns their row into ours, and `write` turns it back.

Our row has the user object's own field names, with `passwordHash` and with times in milliseconds. A field that a system
has no place for goes into whatever place it offers for one's own; Django and RuoYi offer none.
"""
