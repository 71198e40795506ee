"""The jobs of the kernel, and how often each runs."""

from functools import partial
from typing import Final

from doorward.core import Core, first_start
from doorward.core.audit.events import SEQUENCE_SECONDS
from doorward.core.jobs import Job
from doorward.domain.keys import RELOAD_SECONDS
from doorward.settings import Settings

_FILL_SECONDS: Final = 4
_DELETION_SECONDS: Final = 2
# How long a node may show the former texts and branding after a change on another.
_CUSTOMISATION_SECONDS: Final = 5
_OPERATIONS_SECONDS: Final = 1
_MINUTE: Final = 60
_HOUR: Final = 3600
# Jobs pause for at least half of this: the last use of a key is written once a minute at most.
_KEY_USES_SECONDS: Final = 120


def jobs(core: Core, settings: Settings) -> tuple[Job, ...]:
    """To be called when all kinds of operations are there."""
    return (
        Job("load keys", RELOAD_SECONDS, core.keys.load),
        Job("load mail texts", _CUSTOMISATION_SECONDS, core.mail_texts.load),
        Job("load branding", _CUSTOMISATION_SECONDS, core.branding.load),
        *([Job("number events", SEQUENCE_SECONDS, core.events.sequence)] if core.events.sequenced else []),
        Job("rotate keys", _HOUR, core.rotation.keep_fresh),
        Job("fill search indexes", _FILL_SECONDS, core.users.directory.fill),
        Job("finish deleting roles", _DELETION_SECONDS, core.roles.finish_deletions),
        # A job for each kind: a file may take minutes to read, and users are disabled meanwhile.
        *(
            Job(f"carry out operations: {kind}", _OPERATIONS_SECONDS, partial(core.operations.work, (kind,)))
            for kind in core.operations.kinds
        ),
        Job("purge operations", _HOUR, core.operations.purge),
        Job("find confusable usernames", _MINUTE, core.confusables.fill),
        Job("load stand-in hashes", _MINUTE, core.sign_in.stand_ins.load),
        Job("expire the generated password", 5 * _MINUTE, partial(first_start.expire_generated_password, core)),
        Job("purge sign-in attempts", _HOUR, core.sign_in.throttle.purge),
        Job("purge expired sessions", _MINUTE, core.cleanup.expired_sessions),
        Job("end excess sessions", 5 * _MINUTE, core.sessions.end_excess),
        Job("purge idempotency keys", _HOUR, core.cleanup.old_idempotency_keys),
        Job("purge one-time tokens", _MINUTE, core.cleanup.expired_one_time_tokens),
        Job("write last uses of API keys", _KEY_USES_SECONDS, core.key_uses.write),
        Job("warn of API keys that expire", 10 * _MINUTE, core.api_keys.warn_of_expiry),
        Job("purge devices", _HOUR, core.cleanup.old_devices),
        Job("purge events", _HOUR, core.events.purge_old),
        Job("purge audit entries", _HOUR, core.cleanup.old_audit_entries),
        # More often than the interval, so that a service that is restarted often writes them as well.
        Job("write audit checkpoints", min(_MINUTE, settings.audit_checkpoint_interval), core.checkpoints.write_due),
    )
