"""Settings: the only reader of the environment and of the configuration file."""

from doorward.settings.fields import FIELDS, PREFIX, Settings, SettingsError
from doorward.settings.loading import CONFIG_FILE, load, sources

__all__ = ["CONFIG_FILE", "FIELDS", "PREFIX", "Settings", "SettingsError", "load", "sources"]
