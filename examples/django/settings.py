"""The settings that matter here are DOORWARD and MIDDLEWARE."""

import os

DOORWARD = {"url": os.environ.get("DOORWARD_URL", "http://127.0.0.1:8000"), "audience": "doorward"}
MIDDLEWARE = ["doorward_client.django.DoorwardMiddleware"]

ROOT_URLCONF = "urls"
ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
DEBUG = False
SECRET_KEY = os.environ.get("DJANGO_SECRET_KEY", "not used: this application has no sessions of its own")
USE_TZ = True
