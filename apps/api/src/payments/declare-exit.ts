import { emailFault } from '@kiosk/domain/accounts/rules'
import { Refusal } from '@kiosk/domain/errors'
import { isDay } from '@kiosk/domain/iso-time'
import * as declared from '@kiosk/domain/payments/exit-endpoints'
import { isSameEmail } from '../accounts/canonical-email.ts'
import { transact } from '../database/transaction.ts'
import { type Asking, serve } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { emailPace } from '../session/email-limits.ts'
import { networkAttempts } from '../session/network-attempts.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { accountOfAddress } from './account-of-address.ts'
import { applyExit, lockLiveContract } from './apply-exit.ts'
import { exitNumber } from './exit-number.ts'
import { holdAccounts } from './locks.ts'
import { presentExit } from './present-exit.ts'
import { addReceipt } from './receipt-time.ts'

const HOUR_MS = 3_600_000
/** A declaration that nobody confirmed is brought to mind once, after so long. */
const REMINDER_AFTER_HOURS = 24

type Declaration = {
  kind: 'cancel' | 'withdraw'
  name: string
  email: string
  contract: string
  manner?: 'ordinary' | 'extraordinary'
  reason?: string
  wishedEnd?: string
}

export const cancelContract = serve(declared.cancelContract, 'personal', (call) =>
  declare(call, { ...call.input, kind: 'cancel' }),
)

export const withdrawContract = serve(declared.withdrawContract, 'personal', (call) =>
  declare(call, { ...call.input, kind: 'withdraw' }),
)

/**
 * Receives a declaration: kept with its time and its account, applied as far as it may be, its receipt under way, all or
 * nothing. To a stranger the answer is the same whether there is such a contract or not; who is signed in to its account
 * confirms it thereby.
 */
async function declare(call: Asking, given: Declaration) {
  const { house, visitor, language, session } = call
  const fault = emailFault(given.email)
  if (fault) throw new Refusal('wrong_input', 'email', `VALIDATION.${fault}`)
  const wished = given.wishedEnd ?? ''
  if (wished && !isDay(wished)) throw new Refusal('wrong_input', 'wishedEnd')
  await networkAttempts(house.attempts, 'exit', visitor.address).admit()
  // Strangers fill the count of an address: it slows down e-mails, and rejects no declaration.
  const isSigned = session.account !== null && isSameEmail(session.account.email, given.email)
  const pace = isSigned ? 'now' : await emailPace(call, given.email)
  const now = house.now()
  const { row, isOwn } = await transact(house, async (trx) => {
    const found = await accountOfAddress(trx, given.email)
    // One that is erased at this moment is nobody's.
    const owner = found && (await holdAccounts(trx, [found.id])).length > 0 ? found : null
    const isOwn = owner !== null && owner.id === session.account?.id
    // Of an account that only had this address before, nothing is touched: its mailbox may be another person's now.
    const contract = owner && (isOwn || owner.isCurrent) ? await lockLiveContract(trx, owner.id) : undefined
    const kept = await trx
      .insertInto('exit_declarations')
      .values({
        kind: given.kind,
        manner: given.manner ?? 'ordinary',
        name: given.name,
        email: given.email,
        contract: given.contract,
        reason: given.reason ?? '',
        wished_end: wished || null,
        language,
        received_at: now,
        account_id: owner?.id ?? null,
        ...(isOwn && { confirmed_at: now, confirmed_by: 'session' }),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const row = await applyExit(trx, house, kept, contract)
    await addReceipt(trx, row, pace)
    if (row.outcome === 'unconfirmed') {
      const at = new Date(now.getTime() + REMINDER_AFTER_HOURS * HOUR_MS)
      const key = pace === 'later' ? { key: `exit-reminder later ${row.account_id}`, keepTime: true } : {}
      await addJob(trx, 'letter', { letter: 'exit-reminder', declarationId: row.id }, { at, ...key })
    }
    const details = { kind: row.kind, outcome: row.outcome ?? '', number: exitNumber(row), signedIn: isOwn }
    await recordSecurityEvent(trx, call, { kind: 'exit.declared', accountId: row.account_id, details })
    return { row, isOwn }
  })
  const { number, receivedAt, outcome, endsAt } = presentExit(row)
  return { receivedAt, number, ...(isOwn && { outcome, endsAt }) }
}
