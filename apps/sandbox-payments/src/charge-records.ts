import type { Balance } from './balance.ts'
import type { Clock } from './clock.ts'
import type { Behaviour } from './outcomes.ts'
import { newReference, type Row, type Store } from './store.ts'
import { DAY_MS, dayInUtc } from './time.ts'
import type { CardWebhooks } from './webhooks.ts'
import { type Language, whyNot } from './words.ts'

export type ChargeRequested = {
  attemptId: string
  amount: number
  currency: string
  method: string
  initiator: 'customer' | 'merchant'
  returnUrl: string
  description: string
}
type Options = { store: Store; clock: Clock; webhooks: CardWebhooks; balance: Balance; base(): string }

/** Records charges and their changes of state, with the movements of money, and tells the merchant of each. */
export function chargeRecordsOf({ store, clock, webhooks, balance, base }: Options) {
  const find = (attemptId: string) => store.row('select * from charges where attempt_id = ?', attemptId)

  /** Returns the data of a charge for the merchant. */
  function outcomeOf(row: Row) {
    const method = store.row('select language from methods where reference = ?', row.method!)
    return outcomeIn(row, (method?.language ?? 'de') as Language, base())
  }

  function notify(attemptId: string): void {
    const outcome = outcomeOf(find(attemptId)!)
    webhooks.add(`charge.${outcome.state}`, { attemptId, outcome })
  }

  /** Starts a bank authentication, after which the browser returns to `returnUrl`. */
  function startChallenge(attemptId: string, returnUrl: string): void {
    const token = newReference('tok')
    store.run('insert into challenges (token, attempt_id) values (?, ?)', token, attemptId)
    const open = "update charges set state = 'action', challenge = ?, return_url = ? where attempt_id = ?"
    store.run(open, token, returnUrl, attemptId)
    notify(attemptId)
  }

  /** Waits until the customer is present. */
  function awaitCustomer(attemptId: string): void {
    store.run("update charges set state = 'needs-customer', challenge = null where attempt_id = ?", attemptId)
    notify(attemptId)
  }

  function end(row: Row, state: 'succeeded' | 'declined' | 'returned', why?: { code: string; retryable: boolean }): void {
    store.run(
      `update charges set state = ?, code = ?, retryable = ?, settles_at = null, becomes = null,
        returns_at = case when ? = 'succeeded' then returns_at end where attempt_id = ?`,
      state,
      why?.code ?? null,
      why ? Number(why.retryable) : null,
      state,
      row.attempt_id!,
    )
    const movement = { attemptId: String(row.attempt_id), reference: String(row.reference), currency: String(row.currency) }
    if (state === 'succeeded') balance.move({ ...movement, amount: Number(row.amount) })
    if (state === 'returned') balance.move({ ...movement, amount: -Number(row.amount) })
    notify(String(row.attempt_id))
    if (why?.code === 'mandate_cancelled') {
      store.run('update methods set gone = 1 where reference = ?', row.method!)
      webhooks.add('mandate.cancelled', { method: row.method })
    }
  }

  function bookResult(row: Row, behaviour: Behaviour | null): void {
    const result = (row.initiator === 'merchant' && behaviour?.unattended) || behaviour?.charge
    if (result === 'succeeded') end(row, 'succeeded')
    else if (result !== 'debit') end(row, 'declined', result ?? { code: 'declined', retryable: false })
  }

  /** Adds a charge with the first result of its payment method. `behaviour`: null if there is no such method. */
  function add(requested: ChargeRequested, behaviour: Behaviour | null): void {
    const at = clock.now()
    const { attemptId, amount, currency, method, initiator, description, returnUrl } = requested
    const debit = behaviour?.debit
    store.run(
      `insert into charges (attempt_id, reference, method, amount, currency, initiator, description, return_url, state,
        settles_at, becomes, returns_at, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, 'processing', ?, ?, ?, ?)`,
      attemptId,
      newReference('ch'),
      method,
      amount,
      currency,
      initiator,
      description,
      returnUrl,
      debit ? at + debit.days * DAY_MS : null,
      debit ? JSON.stringify(debit.becomes) : null,
      debit?.returnsAfter ? at + debit.returnsAfter * DAY_MS : null,
      at,
    )
    if (behaviour?.challenge && initiator === 'customer') startChallenge(attemptId, returnUrl)
    else if (behaviour?.asksUnattended && initiator === 'merchant') awaitCustomer(attemptId)
    else if (debit) notify(attemptId)
    else bookResult(find(attemptId)!, behaviour)
  }

  return { find, outcomeOf, add, startChallenge, awaitCustomer, end }
}
export type ChargeRecords = ReturnType<typeof chargeRecordsOf>

function outcomeIn(row: Row, language: Language, base: string) {
  const { reference, state, code } = row as { reference: string; state: string; code: string | null }
  const why = code ? { code, text: whyNot(code, language) } : {}
  if (state === 'action') return { state, reference, url: `${base}/acs`, params: { challenge: String(row.challenge) } }
  if (state === 'declined') return { state, reference, ...why, retryable: row.retryable === 1 }
  if (state === 'succeeded')
    return { state, reference, collected: { amount: Number(row.amount), currency: String(row.currency) } }
  // A pending debit is collected on the day on which it settles.
  const debitOn = state === 'processing' && row.settles_at ? dayInUtc(new Date(Number(row.settles_at))) : null
  return { state, reference, ...why, ...(debitOn !== null && { debitOn }) }
}
