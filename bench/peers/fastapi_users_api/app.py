"""fastapi-users as its documentation shows it (SQLAlchemy, aiosqlite, JWT), with a list endpoint, which it lacks."""

import os
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Depends, FastAPI
from fastapi_users import BaseUserManager, FastAPIUsers, IntegerIDMixin, schemas
from fastapi_users.authentication import AuthenticationBackend, BearerTransport, JWTStrategy
from fastapi_users.db import SQLAlchemyBaseUserTable, SQLAlchemyUserDatabase
from sqlalchemy import String, event, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

SECRET = "bench-only 5aRt0wq9LxYv2mJd8KcZ7nHf"
PAGE = 20

engine = create_async_engine(f"sqlite+aiosqlite:///{os.environ['BENCH_DATABASE']}")
sessions = async_sessionmaker(engine, expire_on_commit=False)


@event.listens_for(engine.sync_engine, "connect")
def _write_ahead(connection: Any, _: Any) -> None:
    connection.execute("PRAGMA journal_mode = WAL")


class Base(DeclarativeBase):
    pass


class User(SQLAlchemyBaseUserTable[int], Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(100))


class UserRead(schemas.BaseUser[int]):
    name: str


class UserCreate(schemas.BaseUserCreate):
    name: str


class UserUpdate(schemas.BaseUserUpdate):
    name: str | None = None


class UserManager(IntegerIDMixin, BaseUserManager[User, int]):
    reset_password_token_secret = SECRET
    verification_token_secret = SECRET


async def session() -> AsyncIterator[AsyncSession]:
    async with sessions() as opened:
        yield opened


async def manager(opened: Annotated[AsyncSession, Depends(session)]) -> AsyncIterator[UserManager]:
    yield UserManager(SQLAlchemyUserDatabase(opened, User))


def strategy() -> JWTStrategy:
    return JWTStrategy(secret=SECRET, lifetime_seconds=86400)


backend = AuthenticationBackend("jwt", BearerTransport("auth/login"), strategy)
fastapi_users = FastAPIUsers[User, int](manager, [backend])
active = fastapi_users.current_user(active=True)
administrator = fastapi_users.current_user(active=True, superuser=True)

app = FastAPI()
app.include_router(fastapi_users.get_auth_router(backend), prefix="/auth")


@app.get("/health")
async def health() -> dict[str, str]:
    return {"status": "ok"}


@app.get("/users/me", response_model=UserRead)
async def me(user: Annotated[User, Depends(active)]) -> User:
    return user


@app.get("/users", dependencies=[Depends(administrator)])
async def listed(
    opened: Annotated[AsyncSession, Depends(session)], page: int = 1, keyword: str = ""
) -> dict[str, int | list[UserRead]]:
    query = select(User)
    if keyword:
        query = query.where(or_(User.name.icontains(keyword), User.email.icontains(keyword)))
    total = await opened.scalar(select(func.count()).select_from(query.subquery()))
    found = await opened.scalars(query.order_by(User.id).limit(PAGE).offset((page - 1) * PAGE))
    return {"total": total or 0, "list": [UserRead.model_validate(user, from_attributes=True) for user in found]}


# After the routes above, which it would replace.
app.include_router(fastapi_users.get_register_router(UserRead, UserCreate), prefix="/auth")
app.include_router(fastapi_users.get_users_router(UserRead, UserUpdate), prefix="/users")
