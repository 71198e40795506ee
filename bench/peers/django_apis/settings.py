"""One Django project for both APIs; BENCH_API selects the one it serves."""

import os
from datetime import timedelta

SECRET_KEY = "bench-only 5aRt0wq9LxYv2mJd8KcZ7nHf"
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = f"bench.peers.django_apis.{os.environ['BENCH_API']}"
WSGI_APPLICATION = "bench.peers.django_apis.wsgi.application"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "rest_framework",
    "ninja_extra",
    "ninja_jwt",
]
# Django's defaults, without those that an API without cookies does not need.
MIDDLEWARE = ["django.middleware.security.SecurityMiddleware", "django.middleware.common.CommonMiddleware"]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ["BENCH_DATABASE"],
        "CONN_MAX_AGE": None,
        "OPTIONS": {"init_command": "PRAGMA journal_mode = WAL"},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework_simplejwt.authentication.JWTAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 20,
}
SIMPLE_JWT = {"ACCESS_TOKEN_LIFETIME": timedelta(days=1), "ROTATE_REFRESH_TOKENS": True}
NINJA_JWT = {"ACCESS_TOKEN_LIFETIME": timedelta(days=1), "ROTATE_REFRESH_TOKENS": True}
LOGGING_CONFIG = None
