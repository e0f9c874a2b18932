import type { ChargeRecords, ChargeRequested } from './charge-records.ts'
import type { Clock } from './clock.ts'
import { Conflict } from './conflict.ts'
import { type Behaviour, behaviourOf } from './outcomes.ts'
import type { Store } from './store.ts'

/** The connection is dropped before anything is booked. */
export class BrokenCall extends Error {}

/** Manages charges and pending debits. An attempt is charged at most once, ever. */
export function chargesOf({ store, clock, records }: { store: Store; clock: Clock; records: ChargeRecords }) {
  return {
    /**
     * Charges an attempt once.
     * @throws Conflict if the same attempt has another amount, BrokenCall if the connection is lost before anything is recorded
     */
    charge(requested: ChargeRequested): { answer: ReturnType<ChargeRecords['outcomeOf']>; call: Behaviour['call'] } {
      const { attemptId, amount, currency, method: reference } = requested
      const booked = store.inTransaction(() => {
        const known = records.find(attemptId)
        if (known) {
          const same = known.amount === amount && known.currency === currency && known.method === reference
          if (!same) throw new Conflict()
          return { answer: records.outcomeOf(known), call: undefined }
        }
        const method = store.row('select * from methods where reference = ? and gone = 0', reference)
        const behaviour = method ? behaviourOf(String(method.behaviour)) : null
        if (behaviour?.call === 'breaks-before') {
          const first = store.run('insert into broken_calls values (?) on conflict do nothing', attemptId) === 1
          if (first) return null
        }
        records.add(requested, behaviour)
        return { answer: records.outcomeOf(records.find(attemptId)!), call: behaviour?.call }
      })
      if (!booked) throw new BrokenCall()
      return booked
    },

    find: (attemptId: string) => {
      const row = records.find(attemptId)
      return row ? records.outcomeOf(row) : null
    },

    /** Processes what is due by the clock: debits settle, and some are returned. */
    processDue(): void {
      store.inTransaction(() => {
        for (const row of store.rows('select * from charges where settles_at <= ? order by settles_at', clock.now())) {
          const becomes = JSON.parse(String(row.becomes)) as 'succeeded' | { code: string; retryable: boolean }
          if (becomes === 'succeeded') records.end(row, 'succeeded')
          else records.end(row, 'declined', becomes)
        }
        const late = "select * from charges where returns_at <= ? and state = 'succeeded'"
        for (const row of store.rows(late, clock.now())) records.end(row, 'returned', { code: 'returned', retryable: false })
      })
    },

    /** Returns a debit, or disputes a charge. @returns false if there is no such payment */
    takeBack: (attemptId: string, code: 'returned' | 'disputed'): boolean =>
      store.inTransaction(() => {
        const row = records.find(attemptId)
        if (row?.state !== 'succeeded') return false
        records.end(row, 'returned', { code, retryable: false })
        return true
      }),
  }
}

export type Charges = ReturnType<typeof chargesOf>
