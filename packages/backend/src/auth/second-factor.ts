import { createHmac, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@kiosk/domain/accounts/limits'
import type { Kysely, Transaction } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { decrypt, encrypt } from './encryption.ts'

const PURPOSE = 'totp secret'
const PERIOD_SECONDS = 30
/** Accepted clock difference. Periods. */
const WINDOW = 1
/** Letters and digits that cannot be confused; ten of them are 50 bits. */
const CODE_ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz'
const CODE_LENGTH = 10

const contextOf = (accountId: number) => `account ${accountId}`

export async function hasSecondFactor(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const found = await db
    .selectFrom('totp_factors')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

export async function encryptedTotpSecret(ctx: Pick<AppContext, 'secret'>, accountId: number, secret: Secret): Promise<Buffer> {
  return encrypt(await ctx.secret(), PURPOSE, contextOf(accountId), Buffer.from(secret.bytes))
}

/** Creates the TOTP generator that the account's authenticator app has, too. */
export async function totpOf(
  ctx: Pick<AppContext, 'operator' | 'secret'>,
  account: { id: number; email: string },
  encryptedSecret: Buffer,
): Promise<TOTP> {
  const bytes = decrypt(await ctx.secret(), PURPOSE, contextOf(account.id), encryptedSecret)
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const issuer = ctx.operator.siteName
  return new TOTP({ issuer, label: account.email, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret })
}

/** Returns the time step of a code; null = not a current code. */
export function stepOfCode(totp: TOTP, code: string, now: Date): number | null {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const delta = totp.validate({ token: digits, window: WINDOW, timestamp: now.getTime() })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

/** Returns whether a TOTP code is correct; accepts each once, also with concurrent calls. */
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

/** Normalises a recovery code: "7Q4fk 2mzpx" and "7q4fk-2mzpx" are the same. Null = malformed. */
function plainCode(code: string): string | null {
  const plain = code.replace(/[\s-]/g, '').toLowerCase()
  return plain.length === CODE_LENGTH ? plain : null
}

export function looksLikeRecoveryCode(code: string): boolean {
  return plainCode(code) !== null
}

async function hashOfCode(ctx: Pick<AppContext, 'secret'>, accountId: number, plain: string): Promise<Buffer> {
  return createHmac('sha256', await ctx.secret())
    .update(`recovery code|${accountId}|${plain}`)
    .digest()
}

/** Spends a recovery code and returns whether it was valid; only one of several concurrent calls succeeds. */
export async function acceptRecoveryCode(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now' | 'secret'>,
  accountId: number,
  code: string,
): Promise<boolean> {
  const plain = plainCode(code)
  if (plain === null) return false
  const spent = await trx
    .updateTable('recovery_codes')
    .set({ used_at: ctx.now() })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', await hashOfCode(ctx, accountId, plain))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

/** Replaces the recovery codes by ten new ones, created in `session`; only their hashes are stored. */
export async function newRecoveryCodes(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now' | 'secret'>,
  accountId: number,
  session: { created_at: Date },
): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES)
    codes.add(Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join(''))
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  const rows = await Promise.all(
    [...codes].map(async (plain) => ({
      account_id: accountId,
      code_hash: await hashOfCode(ctx, accountId, plain),
      created_at: ctx.now(),
      session_began_at: session.created_at,
    })),
  )
  await trx.insertInto('recovery_codes').values(rows).execute()
  return [...codes].map((plain) => `${plain.slice(0, CODE_LENGTH / 2)}-${plain.slice(CODE_LENGTH / 2)}`)
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
