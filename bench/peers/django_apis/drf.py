"""Django REST framework with simplejwt."""

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.urls import path
from rest_framework import filters, generics, permissions, serializers
from rest_framework_simplejwt.views import TokenObtainPairView, TokenRefreshView


class UserSerializer(serializers.ModelSerializer):
    class Meta:
        model = User
        fields = ("id", "username", "first_name", "last_name", "email", "is_active", "date_joined", "last_login")


class Me(generics.RetrieveAPIView):
    serializer_class = UserSerializer

    def get_object(self) -> User:
        return self.request.user


class Users(generics.ListAPIView):
    queryset = User.objects.order_by("id")
    serializer_class = UserSerializer
    permission_classes = (permissions.IsAdminUser,)
    filter_backends = (filters.SearchFilter,)
    search_fields = ("username", "first_name", "last_name", "email")


def health(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


urlpatterns = [
    path("health", health),
    path("token", TokenObtainPairView.as_view()),
    path("token/refresh", TokenRefreshView.as_view()),
    path("me", Me.as_view()),
    path("users", Users.as_view()),
]
