"""Faults of texts of mails. Their rules are in the kernel, which also checks the built-in ones: core/mail/texts.py."""

from doorward.errors import Fault


class MailTextNotFound(Fault):
    code, reason, message = 404, "mail_text_not_found", "There is no such mail, or not in this language"
