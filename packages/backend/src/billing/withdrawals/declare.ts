import { emailError } from '@kiosk/domain/accounts/rules'
import { ApiError } from '@kiosk/domain/errors'
import { isDay } from '@kiosk/domain/iso-time'
import * as declared from '@kiosk/domain/payments/termination-endpoints'
import { HOUR_MS } from '@kiosk/domain/time'
import { isSameEmail } from '../../accounts/canonical-email.ts'
import { alwaysInEvenTime } from '../../auth/constant-time.ts'
import { type EmailPace, emailPace } from '../../auth/email-limits.ts'
import { networkLimit } from '../../auth/network-limits.ts'
import { recordSecurityEvent } from '../../auth/security-events.ts'
import { transact } from '../../db/transaction.ts'
import { defineHandler, type RequestContext } from '../../http/handler.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { holdAccounts } from '../locks.ts'
import { accountOfAddress } from './account-of-email.ts'
import { addReceipt } from './add-receipt.ts'
import { applyTermination, lockActiveSubscription } from './apply.ts'
import { terminationNumber } from './number.ts'
import { presentTermination } from './present.ts'

/** Time after which one reminder of an unconfirmed declaration is sent. */
const REMINDER_AFTER_HOURS = 24

type DeclarationInput = {
  kind: 'cancel' | 'withdraw'
  name: string
  email: string
  contract: string
  manner?: 'ordinary' | 'extraordinary'
  reason?: string
  wishedEnd?: string
}

export const cancelSubscription = defineHandler(declared.cancelSubscription, 'personal', (call) =>
  declare(call, { ...call.input, kind: 'cancel' }),
)

export const withdrawSubscription = defineHandler(declared.withdrawSubscription, 'personal', (call) =>
  declare(call, { ...call.input, kind: 'withdraw' }),
)

/**
 * Receives a declaration. A stranger gets the same response after the same time, whether or not the subscription exists; a
 * signed-in owner has confirmed it.
 */
async function declare(call: RequestContext, options: DeclarationInput) {
  const { ctx, visitor, session } = call
  const error = emailError(options.email)
  if (error) throw new ApiError('wrong_input', 'email', `VALIDATION.${error}`)
  const wished = options.wishedEnd ?? ''
  if (wished && !isDay(wished)) throw new ApiError('wrong_input', 'wishedEnd')
  await networkLimit(ctx.rateLimits, 'exit', visitor.address).consume()
  // Strangers can exhaust the counter of an address, so it only delays e-mails and rejects no declaration.
  const isSigned = session.account !== null && isSameEmail(session.account.email, options.email)
  const pace = isSigned ? 'now' : await emailPace(call, options.email)
  const received = () => receive(call, options, pace)
  return isSigned ? received() : alwaysInEvenTime(received)
}

/** Stores a declaration with its time and account, applies what it may, and enqueues its receipt, in one transaction. */
async function receive(call: RequestContext, options: DeclarationInput, pace: EmailPace) {
  const { ctx, language, session } = call
  const now = ctx.now()
  const { row, isOwn } = await transact(ctx, async (trx) => {
    const found = await accountOfAddress(trx, options.email)
    // Ignores an account that is being erased right now.
    const owner = found && (await holdAccounts(trx, [found.id])).length > 0 ? found : null
    const isOwn = owner !== null && owner.id === session.account?.id
    // Ignores a subscription of an account that only had this address before: the mailbox may belong to another person now.
    const subscription = owner && (isOwn || owner.isCurrent) ? await lockActiveSubscription(trx, owner.id) : undefined
    const kept = await trx
      .insertInto('termination_declarations')
      .values({
        kind: options.kind,
        manner: options.manner ?? 'ordinary',
        name: options.name,
        email: options.email,
        contract: options.contract,
        reason: options.reason ?? '',
        requested_end: options.wishedEnd || null,
        language,
        received_at: now,
        account_id: owner?.id ?? null,
        ...(isOwn && { confirmed_at: now, confirmed_by: 'session' }),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const { declaration: row } = await applyTermination(trx, ctx, kept, subscription)
    await addReceipt(trx, row, pace)
    if (row.outcome === 'unconfirmed') {
      const at = new Date(now.getTime() + REMINDER_AFTER_HOURS * HOUR_MS)
      const key = pace !== 'now' ? { key: `exit-reminder later ${row.account_id}`, keepTime: true } : {}
      await enqueue(trx, 'letter', { letter: 'exit-reminder', declarationId: row.id }, { at, ...key })
    }
    const details = { kind: row.kind, outcome: row.outcome ?? '', number: terminationNumber(row), signedIn: isOwn }
    await recordSecurityEvent(trx, call, { kind: 'exit.declared', accountId: row.account_id, details })
    return { row, isOwn }
  })
  const { number, receivedAt, outcome, endsAt, late } = await presentTermination(ctx.db, row)
  return { receivedAt, number, ...(isOwn && { outcome, endsAt, late }) }
}
