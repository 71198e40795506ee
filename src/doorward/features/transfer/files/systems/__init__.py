"""Rows of other systems: `read` converts them to the own format, and `write` back.

A row in the own format has the names of the user object, `passwordHash`, and times in milliseconds. A field that a
system lacks goes into the place that it has for custom data. Django and RuoYi have none, also not for `emailVerified`,
and Firebase's custom claims are too small for `metadata`.
"""
