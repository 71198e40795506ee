"""Settings: the only reader of the environment and of the configuration file."""

from doorward.settings.fields import PREFIX, Settings, SettingsError, fields_of, setting
from doorward.settings.loading import CONFIG_FILE, load, sources

__all__ = ["CONFIG_FILE", "PREFIX", "Settings", "SettingsError", "fields_of", "load", "setting", "sources"]
