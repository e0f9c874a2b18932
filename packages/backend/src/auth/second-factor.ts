import { RECOVERY_CODES } from '@kiosk/domain/accounts/limits'
import type { Kysely, Transaction } from 'kysely'
import type { Secret, TOTP } from 'otpauth'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { hashOfRecoveryCode, newRecoveryCode, plainRecoveryCode, printedRecoveryCode } from './recovery-codes.ts'
import { encryptTotpSecret, readTotp, stepOfCode } from './totp.ts'

const ownerOf = (accountId: number) => `account ${accountId}`

export async function hasSecondFactor(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const found = await db
    .selectFrom('totp_factors')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

export function encryptedTotpSecret(ctx: Pick<AppContext, 'secret'>, accountId: number, secret: Secret): Promise<Buffer> {
  return encryptTotpSecret(ctx, ownerOf(accountId), secret)
}

/** Creates the TOTP generator that the account's authenticator app has, too. */
export function totpOf(
  ctx: Pick<AppContext, 'operator' | 'secret'>,
  account: { id: number; email: string },
  encryptedSecret: Buffer,
): Promise<TOTP> {
  return readTotp(ctx, { owner: ownerOf(account.id), label: account.email }, encryptedSecret)
}

/** Returns whether a TOTP code is correct; accepts each code once, even with concurrent calls. */
export async function acceptTotp(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now' | 'secret'>,
  account: { id: number; email: string },
  code: string,
): Promise<boolean> {
  const factor = await trx
    .selectFrom('totp_factors')
    .select('secret')
    .where('account_id', '=', account.id)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  const step = factor && stepOfCode(await totpOf(ctx, account, factor.secret), code, ctx.now())
  if (!step) return false
  const accepted = await trx
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('account_id', '=', account.id)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst()
  return accepted !== undefined
}

/** Spends a recovery code and returns whether it was valid; only one of several concurrent calls succeeds. */
export async function acceptRecoveryCode(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now' | 'secret'>,
  accountId: number,
  code: string,
): Promise<boolean> {
  const plain = plainRecoveryCode(code)
  if (plain === null) return false
  const spent = await trx
    .updateTable('recovery_codes')
    .set({ used_at: ctx.now() })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', await hashOfRecoveryCode(ctx, String(accountId), plain))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

/** Replaces the recovery codes with ten new ones, created in `session`; only their hashes are stored. */
export async function newRecoveryCodes(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now' | 'secret'>,
  accountId: number,
  session: { created_at: Date },
): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES) codes.add(newRecoveryCode())
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  const rows = await Promise.all(
    [...codes].map(async (plain) => ({
      account_id: accountId,
      code_hash: await hashOfRecoveryCode(ctx, String(accountId), plain),
      created_at: ctx.now(),
      session_began_at: session.created_at,
    })),
  )
  await trx.insertInto('recovery_codes').values(rows).execute()
  return [...codes].map(printedRecoveryCode)
}

export async function countRecoveryCodes(db: Kysely<DB>, accountId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}
