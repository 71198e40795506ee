"""Seeds the database of the Django APIs: `... seed USERS TOKENS`. Prints tokens, the administrator's first."""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.peers.django_apis.settings")
django.setup()

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.management import call_command
from ninja_jwt.tokens import RefreshToken as NinjaRefreshToken
from rest_framework_simplejwt.tokens import RefreshToken

from bench.dataset import PASSWORD, sample_user


def seed(count: int, tokens: int) -> dict[str, list[str]]:
    call_command("migrate", verbosity=0)
    hashed = make_password(PASSWORD)
    User.objects.bulk_create(_user(number, hashed) for number in range(1, count + 1))
    issuer = RefreshToken if os.environ["BENCH_API"] == "drf" else NinjaRefreshToken
    issued = [issuer.for_user(user) for user in User.objects.order_by("id")[:tokens]]
    return {"access": [str(token.access_token) for token in issued], "refresh": [str(token) for token in issued]}


def _user(number: int, hashed: str) -> User:
    username, name, email = sample_user(number)
    first, last = name.split()
    administrator = number == 1
    return User(
        username=username, first_name=first, last_name=last, email=email, password=hashed, is_staff=administrator
    )


if __name__ == "__main__":
    print(json.dumps(seed(int(sys.argv[1]), int(sys.argv[2]))))
