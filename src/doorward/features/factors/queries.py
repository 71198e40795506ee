"""SQL of recovery codes as a factor."""

from doorward.database.protocol import Transaction
from doorward.domain.sign_in.factors import RECOVERY_CODES


async def record_use(tx: Transaction, user_id: int, now: int) -> None:
    sql = f"UPDATE factors SET last_used_at = $2 WHERE user_id = $1 AND type = '{RECOVERY_CODES}'"
    await tx.execute(sql, user_id, now)
