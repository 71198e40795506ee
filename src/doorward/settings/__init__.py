"""Settings: the only reader of the environment and of the configuration file."""

from doorward.settings.declaration import PREFIX, SettingsError, fields_of, section, setting, shown
from doorward.settings.fields import Settings
from doorward.settings.loading import CONFIG_FILE, load

__all__ = ["CONFIG_FILE", "PREFIX", "Settings", "SettingsError", "fields_of", "load", "section", "setting", "shown"]
