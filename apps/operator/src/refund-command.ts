import { parseArgs } from 'node:util'
import { transact } from '@kiosk/api/database/transaction'
import type { House } from '@kiosk/api/house'
import { refund, refundAgain, sendRefunds } from '@kiosk/api/payments/refunds'
import { Refusal } from '@kiosk/domain/errors'
import type { Command } from './kiosk.ts'
import { inWords, minorUnits } from './money-in-words.ts'
import { openHouse } from './open-house.ts'

const HELP = `Usage: npm run kiosk -- refund ATTEMPT|INVOICE AMOUNT REASON
       npm run kiosk -- refund again REFUND

Gives money back to where it came from, with a credit note; never more than was paid and not yet credited.

  ATTEMPT    id of the payment, as it stands in the provider's books; or the number of the invoice it paid
  AMOUNT     19.99, or "all"
  REASON     stands on the credit note
  again      a refund that the provider could not carry out is sent anew

What the subscription entitles to stays as it is.

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const refundCommand: Command = {
  summary: 'give money back, with a credit note',
  help: HELP,
  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const [which = '', typed = '', ...words] = positionals
    const isAgain = which === 'again' && UUID.test(typed) && words.length === 0
    const isRefund =
      /^(?:[0-9a-f-]{36}|\d{4}-\d{6,})$/.test(which) && (typed === 'all' || !!minorUnits(typed)) && words.length > 0
    if (!isAgain && !isRefund) {
      console.error(HELP)
      return WRONG_USE
    }
    const { house, close } = await openHouse()
    try {
      const id = isAgain ? await transact(house, (trx) => refundAgain(trx, house, typed)) : null
      console.log(await sendAndTell(house, id ?? (await giveBack(house, which, typed, words.join(' ')))))
      return 0
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      console.error(
        error.code === 'not_found' ? 'There is no such payment.' : 'So much was not paid, or it was given back already.',
      )
      return 1
    } finally {
      await close()
    }
  },
}

/** @returns id of the refund, which is to be sent */
export async function giveBack(house: House, which: string, typed: string, reason: string): Promise<string> {
  const paid = await house.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select(['payment_attempts.id', 'payment_attempts.amount'])
    .where('payment_attempts.state', '=', 'succeeded')
    .where((where) =>
      where.or([where('invoices.number', '=', which), ...(UUID.test(which) ? [where('payment_attempts.id', '=', which)] : [])]),
    )
    .executeTakeFirst()
  if (!paid) throw new Refusal('not_found', 'attempt')
  const amount = typed === 'all' ? paid.amount : minorUnits(typed)!
  const given = { attemptId: paid.id, amount, reason: reason.slice(0, 200), text: reason.slice(0, 200) }
  return transact(house, (trx) => refund(trx, house, given))
}

async function sendAndTell(house: House, id: string): Promise<string> {
  await sendRefunds(house)
  const { amount, currency, state } = await house.db
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select(['refunds.amount', 'payment_attempts.currency', 'refunds.state'])
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow()
  const told =
    state === 'succeeded'
      ? 'is on its way back'
      : state === 'failed'
        ? 'was refused by the provider'
        : 'is being worked on by the provider'
  return `${inWords(amount, currency)} ${told} (refund ${id}).`
}
