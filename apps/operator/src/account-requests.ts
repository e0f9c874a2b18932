import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { eraseOnRequest, personalDataOf, recordExport } from '@kiosk/backend/accounts/requests-by-letter'
import { resetSecondFactor } from '@kiosk/backend/auth/reset-second-factor'
import type { AppContext } from '@kiosk/backend/context'
import { count } from '@kiosk/backend/format-count'
import { dayInUtc } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'

// Requests that arrive by letter (Art. 12, 15 and 17 GDPR), with receipts of what was done. Receipts outlive the account, so
// they contain only its number.

type Account = { id: number; email: string }
/** Only the user who runs the command may read the file; an existing file is not overwritten. */
const PRIVATE = { mode: 0o600, flag: 'wx' } as const

/** Records that are kept after an erasure, and why; see also ADR-0013 and ADR-0020. */
const STAYS = [
  'Invoices and credit notes, without the e-mail address: kept as long as tax law requires (Art. 17(3)(b) GDPR).',
  'Contracts, payments and their postings, without the account: records that belong to these invoices.',
  'Declarations (cancellation, withdrawal) that a person still has to settle, until they are settled (Art. 17(3)(e) GDPR).',
  'Security events, without the account: no address and no name is in them.',
]

type RequestOptions = {
  to?: string | undefined
  now?: boolean | undefined
  passkeys?: boolean | undefined
  why?: string | undefined
}

/** Writes all data of an account to a file, and a receipt next to it. @returns exit code */
export async function exportAccount(ctx: AppContext, account: Account, { to }: RequestOptions): Promise<number> {
  const at = ctx.now()
  const file = to ?? `account-${account.id}-${dayInUtc(at)}.json`
  const everything = await personalDataOf(ctx, account.id)
  const text = `${JSON.stringify(everything, null, 2)}\n`
  const parts = Object.entries(everything).flatMap(([name, part]) => (Array.isArray(part) ? [`  ${name}: ${part.length}`] : []))
  const receipt = [
    'Copy of personal data (Art. 15 GDPR)',
    `made: ${at.toISOString()}`,
    `account: ${account.id}`,
    `sha256: ${createHash('sha256').update(text).digest('hex')}`,
    'the account itself, and:',
    ...parts,
  ]
  if (!written(file, text) || !written(`${file}.receipt.txt`, `${receipt.join('\n')}\n`)) return 1
  await recordExport(ctx, account.id)
  console.log(`${file}: everything that is held about account ${account.id}. Receipt: ${file}.receipt.txt`)
  return 0
}

/** Closes an account, to be erased after the days of grace, or erases it now. Writes a receipt. @returns exit code */
export async function eraseByLetter(ctx: AppContext, account: Account, { now = false, why }: RequestOptions): Promise<number> {
  const at = ctx.now()
  const file = `account-${account.id}-erasure-${dayInUtc(at)}.txt`
  let until: Date
  try {
    until = await eraseOnRequest(ctx, account.id, { now, reason: why })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    console.error(
      error.code === 'contract_active'
        ? 'A subscription is still running. Cancel it first and wait for its end, or end it with a withdrawal.'
        : 'There is no account with this address any more.',
    )
    return 1
  }
  const receipt = [
    'Erasure of personal data (Art. 17 GDPR)',
    `requested: ${at.toISOString()}`,
    `account: ${account.id}`,
    now
      ? `erased: ${until.toISOString()}`
      : `closed: ${at.toISOString()}; will be erased: ${until.toISOString()}, unless its owner comes back`,
    'what stays, and why:',
    ...STAYS.map((line) => `  ${line}`),
  ]
  if (!written(file, `${receipt.join('\n')}\n`)) console.log(receipt.join('\n'))
  console.log(
    now
      ? `Account ${account.id} is erased. Its owner gets an e-mail that confirms it.`
      : `Account ${account.id} is closed and will be erased on ${dayInUtc(until)}. Its owner gets an e-mail with a link to come back.`,
  )
  console.log(`Receipt: ${file}`)
  return 0
}

/** Removes the second factor of a reader who lost the app and the recovery codes. @returns exit code */
export async function resetByLetter(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'actor'>,
  account: Account,
  { passkeys = false, why: reason }: RequestOptions,
): Promise<number> {
  const reset = await ctx.db.transaction().execute((trx) => resetSecondFactor(trx, account.id, ctx, { passkeys, reason }))
  if (!reset) {
    console.error(`There is no second factor${passkeys ? ' and no passkey' : ''} to remove: nothing has changed.`)
    return 1
  }
  const removed = [
    ...(reset.hadSecondFactor ? ['the second factor', 'the recovery codes'] : []),
    ...(reset.passkeysRemoved > 0 ? [count(reset.passkeysRemoved, 'passkey')] : []),
  ]
  console.log(`Removed: ${removed.join(', ')}. Every sign-in has ended. The owner of account ${account.id} gets an e-mail.`)
  if (reset.passkeysLeft > 0)
    console.log(`Passkeys that still open the account: ${reset.passkeysLeft}; --passkeys removes them, too.`)
  return 0
}

/** Writes a new file; an existing one is another receipt and stays. @returns whether it was written */
function written(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, PRIVATE)
    return true
  } catch (error) {
    console.error(`${file} could not be written: ${(error as Error).message}`)
    return false
  }
}
