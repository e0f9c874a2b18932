import { emailFault } from '@kiosk/domain/accounts/rules'
import { Refusal } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/exit-endpoints'
import { type Asking, serve } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { networkOf } from '../rate-limits.ts'
import { applyExit } from './apply-exit.ts'
import { exitNumber } from './exit-number.ts'

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
 * Takes a declaration: kept with its time, applied where it can be, its receipt under way, all or nothing. The answer is the
 * same whether there is such a contract or not.
 */
async function declare({ house, visitor, language }: Asking, given: Declaration) {
  const fault = emailFault(given.email)
  if (fault) throw new Refusal('wrong_input', 'email', `VALIDATION.${fault}`)
  const wished = given.wishedEnd ?? ''
  if (wished && !isDay(wished)) throw new Refusal('wrong_input', 'wishedEnd')
  await house.attempts.admit('exit', networkOf(visitor.address))
  await house.attempts.admit('mail-to', given.email)
  const row = await house.db.transaction().execute(async (trx) => {
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
        received_at: house.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await applyExit(trx, house, kept)
    await addJob(trx, 'letter', { letter: 'exit-receipt', declarationId: kept.id })
    return kept
  })
  return { receivedAt: row.received_at.toISOString(), number: exitNumber(row) }
}

function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}
