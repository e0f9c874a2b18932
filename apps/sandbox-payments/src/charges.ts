import type { Clock } from './clock.ts'
import { type Behaviour, behaviourOf } from './outcomes.ts'
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
/** The merchant has sent the same attempt or refund with different values. */
export class Conflict extends Error {}
/** The connection is dropped before anything is booked. */
export class BrokenCall extends Error {}

/** Manages charges, pending debits, refunds and movements. An attempt is charged at most once, ever. */
export function chargesOf({
  store,
  clock,
  webhooks,
  base,
}: {
  store: Store
  clock: Clock
  webhooks: CardWebhooks
  base(): string
}) {
  const chargeRow = (attemptId: string) => store.row('select * from charges where attempt_id = ?', attemptId)
  const languageOf = (method: string) =>
    (store.row('select language from methods where reference = ?', method)?.language ?? 'de') as Language

  /** Returns the data of a charge for the merchant. */
  function outcomeOf(row: Row) {
    const { reference, state, code } = row as { reference: string; state: string; code: string | null }
    const why = code ? { code, text: whyNot(code, languageOf(String(row.method))) } : {}
    if (state === 'action') return { state, reference, url: `${base()}/acs`, params: { challenge: String(row.challenge) } }
    if (state === 'declined') return { state, reference, ...why, retryable: row.retryable === 1 }
    if (state === 'succeeded')
      return { state, reference, collected: { amount: Number(row.amount), currency: String(row.currency) } }
    // A pending debit is collected on the day on which it settles.
    const debitOn = state === 'processing' && row.settles_at ? dayInUtc(new Date(Number(row.settles_at))) : null
    return { state, reference, ...why, ...(debitOn !== null && { debitOn }) }
  }

  function notify(attemptId: string): void {
    const row = chargeRow(attemptId)!
    const outcome = outcomeOf(row)
    webhooks.add(`charge.${outcome.state}`, { attemptId, outcome })
  }

  function move(row: Row, amount: number, refundId: string | null = null, reference = String(row.reference)): void {
    store.run(
      'insert into movements (attempt_id, refund_id, reference, amount, currency, at) values (?, ?, ?, ?, ?, ?)',
      refundId === null ? row.attempt_id! : null,
      refundId,
      reference,
      amount,
      row.currency!,
      clock.now(),
    )
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
    if (state === 'succeeded') move(row, Number(row.amount))
    if (state === 'returned') move(row, -Number(row.amount))
    notify(String(row.attempt_id))
    if (why?.code === 'mandate_cancelled') {
      store.run('update methods set gone = 1 where reference = ?', row.method!)
      webhooks.add('mandate.cancelled', { method: row.method })
    }
  }

  function book(requested: ChargeRequested, behaviour: Behaviour | null): void {
    const at = clock.now()
    const { attemptId, amount, currency, method, initiator, description, returnUrl } = requested
    const debit = behaviour?.debit
    const challenge = behaviour?.challenge && initiator === 'customer' ? newReference('tok') : null
    const needsCustomer = behaviour?.asksUnattended === true && initiator === 'merchant'
    store.run(
      `insert into charges (attempt_id, reference, method, amount, currency, initiator, description, return_url, state, challenge,
        settles_at, becomes, returns_at, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      attemptId,
      newReference('ch'),
      method,
      amount,
      currency,
      initiator,
      description,
      returnUrl,
      challenge ? 'action' : needsCustomer ? 'needs-customer' : 'processing',
      challenge,
      debit ? at + debit.days * DAY_MS : null,
      debit ? JSON.stringify(debit.becomes) : null,
      debit?.returnsAfter ? at + debit.returnsAfter * DAY_MS : null,
      at,
    )
    const row = chargeRow(attemptId)!
    if (challenge) {
      store.run('insert into challenges (token, attempt_id) values (?, ?)', challenge, attemptId)
    }
    if (challenge || needsCustomer || debit) {
      notify(attemptId)
      return
    }
    const becomes =
      (initiator === 'merchant' && behaviour?.unattended) || (behaviour?.charge ?? { code: 'declined', retryable: false })
    if (becomes === 'succeeded') end(row, 'succeeded')
    else if (becomes !== 'debit') end(row, 'declined', becomes)
  }

  return {
    /**
     * Charges an attempt once.
     * @throws Conflict if the same attempt has another amount, BrokenCall if the connection is lost before anything is recorded
     */
    charge(requested: ChargeRequested): { answer: ReturnType<typeof outcomeOf>; call: Behaviour['call'] } {
      const booked = store.inTransaction(() => {
        const known = chargeRow(requested.attemptId)
        if (known) {
          const same =
            known.amount === requested.amount && known.currency === requested.currency && known.method === requested.method
          if (!same) throw new Conflict()
          return { answer: outcomeOf(known), call: undefined }
        }
        const method = store.row('select * from methods where reference = ? and gone = 0', requested.method)
        const behaviour = method ? behaviourOf(String(method.behaviour)) : null
        if (behaviour?.call === 'breaks-before') {
          const first = store.run('insert into broken_calls values (?) on conflict do nothing', requested.attemptId) === 1
          if (first) return null
        }
        book(requested, behaviour)
        return { answer: outcomeOf(chargeRow(requested.attemptId)!), call: behaviour?.call }
      })
      if (!booked) throw new BrokenCall()
      return booked
    },

    find: (attemptId: string) => {
      const row = chargeRow(attemptId)
      return row ? outcomeOf(row) : null
    },

    /** Records the result of a bank authentication. */
    answerChallenge(attemptId: string, decision: 'pass' | 'fail' | 'abandon'): void {
      const row = chargeRow(attemptId)
      if (row?.state !== 'action') return
      if (decision === 'pass') end(row, 'succeeded')
      else if (row.initiator === 'merchant') {
        // No money has moved, and the charge is still open: authentication can be repeated.
        store.run("update charges set state = 'needs-customer', challenge = null where attempt_id = ?", attemptId)
        notify(attemptId)
      } else end(row, 'declined', { code: decision === 'fail' ? 'authentication_failed' : 'abandoned', retryable: false })
    },

    /** Starts the authentication, now that the customer is present. @returns null if there is no such charge */
    requestChallenge(attemptId: string, returnUrl: string) {
      return store.inTransaction(() => {
        const row = chargeRow(attemptId)
        if (!row) return null
        if (row.state !== 'needs-customer') return outcomeOf(row)
        const challenge = newReference('tok')
        store.run('insert into challenges (token, attempt_id) values (?, ?)', challenge, attemptId)
        const open = "update charges set state = 'action', challenge = ?, return_url = ? where attempt_id = ?"
        store.run(open, challenge, returnUrl, attemptId)
        notify(attemptId)
        return outcomeOf(chargeRow(attemptId)!)
      })
    },

    /** Cancels a charge that waits for the customer. @returns its state; null if there is no such charge */
    giveUp(attemptId: string) {
      return store.inTransaction(() => {
        const row = chargeRow(attemptId)
        if (!row) return null
        if (row.state !== 'action' && row.state !== 'needs-customer') return outcomeOf(row)
        store.run("update challenges set state = 'abandon' where attempt_id = ? and state = 'open'", attemptId)
        end(row, 'declined', { code: 'abandoned', retryable: false })
        return outcomeOf(chargeRow(attemptId)!)
      })
    },

    /** Processes what is due by the clock: debits settle, and some are returned. */
    processDue(): void {
      store.inTransaction(() => {
        for (const row of store.rows('select * from charges where settles_at <= ? order by settles_at', clock.now())) {
          const becomes = JSON.parse(String(row.becomes)) as 'succeeded' | { code: string; retryable: boolean }
          if (becomes === 'succeeded') end(row, 'succeeded')
          else end(row, 'declined', becomes)
        }
        const late = "select * from charges where returns_at <= ? and state = 'succeeded'"
        for (const row of store.rows(late, clock.now())) end(row, 'returned', { code: 'returned', retryable: false })
      })
    },

    /** Returns a debit, or disputes a charge. @returns false if there is no such payment */
    takeBack(attemptId: string, code: 'returned' | 'disputed'): boolean {
      return store.inTransaction(() => {
        const row = chargeRow(attemptId)
        if (row?.state !== 'succeeded') return false
        end(row, 'returned', { code, retryable: false })
        return true
      })
    },

    /** Refunds a charge, once per refund id. @returns null if there is no such charge */
    refund(requested: { refundId: string; charge: string; amount: number; currency: string }) {
      return store.inTransaction(() => {
        const known = store.row('select * from refunds where refund_id = ?', requested.refundId)
        if (known) {
          if (known.amount !== requested.amount || known.currency !== requested.currency) throw new Conflict()
          return { state: String(known.state), reference: String(known.reference) }
        }
        const row = store.row('select * from charges where reference = ?', requested.charge)
        if (!row) return null
        const refunded = store.row(
          "select coalesce(sum(amount), 0) as sum from refunds where attempt_id = ? and state = 'succeeded'",
          row.attempt_id!,
        )
        const method = store.row('select behaviour from methods where reference = ?', row.method!)
        const rest =
          row.state === 'succeeded' && row.currency === requested.currency ? Number(row.amount) - Number(refunded!.sum) : 0
        const fails = requested.amount > rest || behaviourOf(String(method?.behaviour ?? 'succeeds')).refund === 'fails'
        const reference = newReference('re')
        const state = fails ? 'failed' : 'succeeded'
        store.run(
          'insert into refunds values (?, ?, ?, ?, ?, ?, ?)',
          requested.refundId,
          reference,
          row.attempt_id!,
          requested.amount,
          requested.currency,
          state,
          clock.now(),
        )
        if (!fails) move(row, -requested.amount, requested.refundId, reference)
        webhooks.add(`refund.${state}`, { refundId: requested.refundId, state })
        return { state, reference }
      })
    },
  }
}

export type Charges = ReturnType<typeof chargesOf>
