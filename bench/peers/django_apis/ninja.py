"""django-ninja with ninja-jwt."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import path
from ninja import Schema
from ninja.errors import HttpError
from ninja.pagination import PageNumberPagination, paginate
from ninja_extra import NinjaExtraAPI
from ninja_jwt.authentication import JWTAuth
from ninja_jwt.controller import NinjaJWTDefaultController


class UserOut(Schema):
    id: int
    username: str
    first_name: str
    last_name: str
    email: str
    is_active: bool
    date_joined: datetime
    last_login: datetime | None


api = NinjaExtraAPI(docs_url=None)
api.register_controllers(NinjaJWTDefaultController)


@api.get("/me", response=UserOut, auth=JWTAuth())
def me(request: HttpRequest) -> User:
    return request.user


@api.get("/users", response=list[UserOut], auth=JWTAuth())
@paginate(PageNumberPagination, page_size=20)
def users(request: HttpRequest, search: str = "") -> QuerySet[User]:
    if not request.user.is_staff:
        raise HttpError(403, "not allowed")
    found = User.objects.order_by("id")
    if not search:
        return found
    fields = ("username", "first_name", "last_name", "email")
    wanted = Q()
    for field in fields:
        wanted |= Q(**{f"{field}__icontains": search})
    return found.filter(wanted)


def health(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


urlpatterns = [path("health", health), path("", api.urls)]
