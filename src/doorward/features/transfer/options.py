"""What import and export can be told; apart, so that neither loads what it needs before it runs."""

import enum


class FormatName(enum.StrEnum):
    csv = "csv"
    jsonl = "jsonl"
    excel = "excel"
    keycloak = "keycloak"
    auth0 = "auth0"
    firebase = "firebase"
    django = "django"
    supabase = "supabase"
    pocketbase = "pocketbase"
    ruoyi = "ruoyi"


class ExistingUsers(enum.StrEnum):
    refuse = "refuse"
    skip = "skip"
    update = "update"
