import { createHmac, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@kiosk/domain/accounts/terms'
import type { Kysely, Transaction } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { decrypt, encrypt } from '../session/secret-box.ts'

const PURPOSE = 'totp secret'
const PERIOD_SECONDS = 30
/** Clocks may differ by so many periods. */
const WINDOW = 1
/** Letters and digits that nobody confuses; ten of them are 50 bits. */
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

export async function encryptedTotpSecret(house: House, accountId: number, secret: Secret): Promise<Buffer> {
  return encrypt(await house.secret(), PURPOSE, contextOf(accountId), Buffer.from(secret.bytes))
}

/** The generator of codes that the account's authenticator app holds, too. */
export async function totpOf(house: House, account: { id: number; email: string }, sealed: Buffer): Promise<TOTP> {
  const bytes = decrypt(await house.secret(), PURPOSE, contextOf(account.id), sealed)
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const issuer = house.operator.siteName
  return new TOTP({ issuer, label: account.email, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret })
}

/** The time step that a code belongs to; null = no code of now. */
export function stepOfCode(totp: TOTP, code: string, now: Date): number | null {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const delta = totp.validate({ token: digits, window: WINDOW, timestamp: now.getTime() })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

/** Whether a code of the app is right; each counts once, whoever sends it at the same moment. */
export async function acceptTotp(
  trx: Transaction<DB>,
  house: House,
  account: { id: number; email: string },
  code: string,
): Promise<boolean> {
  const factor = await trx
    .selectFrom('totp_factors')
    .select('secret')
    .where('account_id', '=', account.id)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  const step = factor && stepOfCode(await totpOf(house, account, factor.secret), code, house.now())
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

/** "7Q4fk 2mzpx" and "7q4fk-2mzpx" are one code; null = none at all. */
function plainCode(code: string): string | null {
  const plain = code.replace(/[\s-]/g, '').toLowerCase()
  return plain.length === CODE_LENGTH ? plain : null
}

export function looksLikeRecoveryCode(code: string): boolean {
  return plainCode(code) !== null
}

async function hashOfCode(house: House, accountId: number, plain: string): Promise<Buffer> {
  return createHmac('sha256', await house.secret())
    .update(`recovery code|${accountId}|${plain}`)
    .digest()
}

/** Spends a recovery code: of many at once exactly one gets it. */
export async function acceptRecoveryCode(trx: Transaction<DB>, house: House, accountId: number, code: string): Promise<boolean> {
  const plain = plainCode(code)
  if (plain === null) return false
  const spent = await trx
    .updateTable('recovery_codes')
    .set({ used_at: house.now() })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', await hashOfCode(house, accountId, plain))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

/** Ten new codes in place of the old ones, made in `session`; only their hashes are stored. */
export async function newRecoveryCodes(
  trx: Transaction<DB>,
  house: House,
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
      code_hash: await hashOfCode(house, accountId, plain),
      created_at: house.now(),
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
