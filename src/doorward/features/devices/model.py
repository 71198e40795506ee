"""Values of devices."""

from doorward.errors import Fault


class DeviceNotFound(Fault):
    code, reason, message = 404, "device_not_found", "There is no such device"
