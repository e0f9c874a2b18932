import { Refusal } from '@kiosk/domain/errors'
import type { Selectable } from 'kysely'
import type { Accounts } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { isPassword } from '../session/passwords.ts'
import { loginLimits } from './login-limits.ts'
import { accountByEmail } from './queries.ts'

/**
 * The account of a mail address and its password. Unknown, without a password and wrong are one answer after the same time;
 * who guessed too often does not learn whether this one was right.
 */
export async function accountOfPassword(
  call: Asking,
  { username, password }: { username: string; password: string },
): Promise<Selectable<Accounts>> {
  const limits = loginLimits(call, username)
  await limits.demandFew()
  const account = await accountByEmail(call.house.db, username)
  const right = await isPassword(account?.password_hash ?? null, password)
  if (!account || !right) {
    await limits.countWrong()
    throw new Refusal('wrong_credentials')
  }
  await limits.demandFew()
  await limits.forgive()
  return account
}
