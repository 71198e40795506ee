"""Seeds the database of the fastapi-users API: `... seed USERS TOKENS`. Prints tokens, the administrator's first."""

import asyncio
import json
import sys

from fastapi_users.password import PasswordHelper

from bench.dataset import PASSWORD, sample_user
from bench.peers.fastapi_users_api.app import Base, User, engine, sessions, strategy


async def seed(count: int, tokens: int) -> list[str]:
    hashed = PasswordHelper().hash(PASSWORD)
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with sessions() as session:
        for number in range(1, count + 1):
            _, name, email = sample_user(number)
            session.add(User(id=number, name=name, email=email, hashed_password=hashed, is_superuser=number == 1))
        await session.commit()
        return [await strategy().write_token(await session.get(User, number)) for number in range(1, tokens + 1)]


if __name__ == "__main__":
    print(json.dumps(asyncio.run(seed(int(sys.argv[1]), int(sys.argv[2])))))
