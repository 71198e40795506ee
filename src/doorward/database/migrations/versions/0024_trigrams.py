"""PostgreSQL: search indexes trigrams alone, as lexemes; shorter keywords are prefixes of these.

`doorward_trigrams` has three characters for each position of the text, and fewer at its end. The indexes on it are a
third of the keys of those on `doorward_grams`, which stay for nodes of the previous version. `search.filling` builds
the new ones after this migration, without blocking reads or writes. See docs/decisions/0059.
"""

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
works_from = "0018"


def _every_third(text: str) -> str:
    # No field may contain a control character, so that the separator occurs nowhere else.
    return rf"regexp_replace({text}, '...', '\&' || chr(30), 'g')"


_PIECES = " || chr(30) || ".join(map(_every_third, ("$1", "substr($1, 2)", "substr($1, 3)")))
_STATEMENTS = (
    # PL/pgSQL keeps the plan of the expression; a function in SQL that is STRICT starts the executor for each call.
    "CREATE FUNCTION doorward_trigrams(text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 200"
    f" AS $$ BEGIN RETURN array_to_tsvector(array_remove(string_to_array({_PIECES}, chr(30)), '')); END $$",
    "UPDATE list_index SET ready = 0",
)


def upgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        for statement in _STATEMENTS:
            op.get_bind().exec_driver_sql(statement)
