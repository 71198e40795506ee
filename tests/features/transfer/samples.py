"""Files as other systems export them, each with the same person: Ann, whose password is PASSWORD."""

import base64
import hashlib
import json
from pathlib import Path

import bcrypt

PASSWORD = "a password of old"
BCRYPT = bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(4)).decode()
PBKDF2 = hashlib.pbkdf2_hmac("sha256", PASSWORD.encode(), b"0123456789abcdef", 1000, 64)


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


FIREBASE_CONFIG = {
    "algorithm": "SCRYPT",
    "base64_signer_key": "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
    "base64_salt_separator": "Bw==",
    "rounds": 8,
    "mem_cost": 14,
}


def keycloak() -> str:
    credential = {
        "type": "password",
        "secretData": json.dumps({"value": b64(PBKDF2), "salt": b64(b"0123456789abcdef"), "additionalParameters": {}}),
        "credentialData": json.dumps({"hashIterations": 1000, "algorithm": "pbkdf2-sha256"}),
    }
    user = {
        "id": "7b0f3c1e-9a0a-4f7e-8d5e-0c1d2e3f4a5b",
        "username": "ann",
        "firstName": "Ann",
        "lastName": "Lee",
        "email": "ann@example.com",
        "emailVerified": True,
        "createdTimestamp": 1700000000000,
        "enabled": True,
        "totp": False,
        "attributes": {"phoneNumber": ["+1 555 0100"]},
        "credentials": [credential],
        "requiredActions": [],
        "realmRoles": ["default-roles-shop", "clerk"],
        "groups": [],
    }
    return json.dumps({"id": "shop", "realm": "shop", "enabled": True, "roles": {}, "users": [user]}, indent=2)


def auth0() -> str:
    user = {
        "user_id": "auth0|5f7c8ec7c33c6c004bbafe82",
        "email": "ann@example.com",
        "email_verified": True,
        "username": "ann",
        "name": "Ann Lee",
        "nickname": "ann",
        "phone_number": "+1 555 0100",
        "picture": "https://example.com/ann.png",
        "blocked": False,
        "created_at": "2023-11-14T22:13:20.000Z",
        "passwordHash": BCRYPT,
        "app_metadata": {"roles": ["clerk"]},
    }
    return json.dumps(user) + "\n" + json.dumps(user | {"email": "bob@example.com", "username": "bob"}) + "\n"


def firebase() -> str:
    user = {
        "localId": "QpYk0Fz1",
        "email": "ann@example.com",
        "emailVerified": True,
        "passwordHash": "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
        "salt": "42xEC+ixf3L2lw==",
        "displayName": "Ann Lee",
        "createdAt": "1700000000000",
        "lastSignedInAt": "1700000001000",
        "phoneNumber": "+15550100",
        "disabled": False,
        "providerUserInfo": [],
    }
    return json.dumps({"users": [user]})


def django() -> str:
    encoded = f"pbkdf2_sha256$1000$salty${b64(hashlib.pbkdf2_hmac('sha256', PASSWORD.encode(), b'salty', 1000))}"
    fields: dict[str, object] = {
        "password": encoded,
        "last_login": None,
        "is_superuser": True,
        "username": "ann",
        "first_name": "Ann",
        "last_name": "Lee",
        "email": "ann@example.com",
        "is_staff": True,
        "is_active": True,
        "date_joined": "2023-11-14T22:13:20Z",
        "groups": [],
        "user_permissions": [],
    }
    group = {"model": "auth.group", "pk": 1, "fields": {"name": "clerks", "permissions": []}}
    return json.dumps([group, {"model": "auth.user", "pk": 1, "fields": fields}])


def supabase() -> str:
    meta = json.dumps({"full_name": "Ann Lee"}).replace('"', '""')
    header = (
        "instance_id,id,aud,role,email,encrypted_password,email_confirmed_at,raw_user_meta_data,phone,banned_until,"
        "created_at"
    )
    row = (
        f"0,7b0f3c1e-9a0a-4f7e-8d5e-0c1d2e3f4a5b,authenticated,authenticated,ann@example.com,{BCRYPT},"
        "2023-11-14 22:14:00+00,"
        f'"{meta}",,,2023-11-14 22:13:20+00'
    )
    return f"{header}\n{row}\n"


def pocketbase() -> str:
    user = {
        "avatar": "ann_x1.png",
        "collectionId": "_pb_users_auth_",
        "collectionName": "users",
        "created": "2023-11-14 22:13:20.000Z",
        "email": "ann@example.com",
        "emailVisibility": True,
        "id": "8h2jk4l5",
        "name": "Ann Lee",
        "password": BCRYPT,
        "tokenKey": "x",
        "verified": True,
    }
    return json.dumps([user])


def ruoyi() -> str:
    return (
        "-- users\n"
        "INSERT INTO sys_user VALUES(1, 103, 'ann', 'Ann Lee', '00', 'ann@example.com', '15550100', '1', '', "
        f"'{BCRYPT}', '0', '0', '127.0.0.1', sysdate(), sysdate(), 'admin', '2023-11-14 22:13:20', '', null, '''');\n"
        "INSERT INTO sys_user VALUES(2, 103, 'gone', 'Gone', '00', 'gone@example.com', '15550101', '1', '', "
        f"'{BCRYPT}', '0', '2', '127.0.0.1', null, null, 'admin', '2023-11-14 22:13:20', '', null, NULL);\n"
        "INSERT INTO sys_role VALUES(1, 'admin');\n"
    )


SAMPLES = {
    "keycloak": (keycloak, "realm.json"),
    "auth0": (auth0, "auth0.ndjson"),
    "firebase": (firebase, "users.json"),
    "django": (django, "auth.json"),
    "supabase": (supabase, "users.csv"),
    "pocketbase": (pocketbase, "users.json"),
    "ruoyi": (ruoyi, "ry.sql"),
}


def write(folder: Path, system: str) -> Path:
    make, name = SAMPLES[system]
    path = folder / name
    path.write_text(make(), "utf-8")
    return path
