"""Uses the client that openapi-python-client generated as `doorward_api`; docs/generate-a-client.md shows it.

python use_python.py http://127.0.0.1:8000 admin PASSWORD
"""

import sys
from datetime import datetime

from doorward_api import AuthenticatedClient, Client
from doorward_api.api.authentication import auth_login
from doorward_api.api.users import users_create, users_page
from doorward_api.models.create_user import CreateUser
from doorward_api.models.login import Login
from doorward_api.models.users_create_response_200 import UsersCreateResponse200
from doorward_api.models.users_create_response_400 import UsersCreateResponse400
from doorward_api.models.users_page_response_200 import UsersPageResponse200
from doorward_api.models.validation_failed import ValidationFailed


def signed_in(url: str, username: str, password: str) -> AuthenticatedClient:
    answer = auth_login.sync(client=Client(base_url=url), body=Login(username=username, password=password))
    if answer is None or answer.code != 200:
        raise SystemExit(answer and answer.message)
    return AuthenticatedClient(base_url=url, token=answer.data.token)


def main(url: str, username: str, password: str) -> None:
    with signed_in(url, username, password) as client:
        created = users_create.sync(client=client, body=CreateUser(username="ann", password="a long enough password"))
        assert isinstance(created, UsersCreateResponse200)
        since: datetime = created.data.created_at
        print("created", created.data.username, since.tzinfo)

        found = users_page.sync(client=client, keyword="AN", status=1, sort="-createdAt")
        assert isinstance(found, UsersPageResponse200)
        print("found", [user.username for user in found.data.list_])

        refused = users_create.sync(client=client, body=CreateUser(username="b b", password="short"))
        assert isinstance(refused, UsersCreateResponse400)
        if isinstance(refused.data, ValidationFailed):
            print("refused", {wrong.field: wrong.message for wrong in refused.data.fields})


if __name__ == "__main__":
    main(*sys.argv[1:])
