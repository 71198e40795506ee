"""The page of the system: versions, jobs, keys, settings, mail queue, and verification of the audit trail."""

from doorward.feature import Feature
from doorward.features.system import endpoints, verification

FEATURE = Feature(name="system", routes=endpoints.ROUTES, operations=verification.kinds)
