import type { ChargeRecords } from './charge-records.ts'
import type { Store } from './store.ts'

export type Decision = 'pass' | 'fail' | 'abandon'

/** Manages the bank authentication of charges. */
export function authenticationsOf({ store, records }: { store: Store; records: ChargeRecords }) {
  return {
    /** Starts the authentication, now that the customer is present. @returns null if there is no such charge */
    start: (attemptId: string, returnUrl: string) =>
      store.inTransaction(() => {
        const row = records.find(attemptId)
        if (!row) return null
        if (row.state !== 'needs-customer') return records.outcomeOf(row)
        records.startChallenge(attemptId, returnUrl)
        return records.outcomeOf(records.find(attemptId)!)
      }),

    /** Records the result. */
    answer(attemptId: string, decision: Decision): void {
      const row = records.find(attemptId)
      if (row?.state !== 'action') return
      if (decision === 'pass') records.end(row, 'succeeded')
      // No money has moved, and the charge is still open: authentication can be repeated.
      else if (row.initiator === 'merchant') records.awaitCustomer(attemptId)
      else records.end(row, 'declined', { code: decision === 'fail' ? 'authentication_failed' : 'abandoned', retryable: false })
    },

    /** Cancels a charge that waits for the customer. @returns its state; null if there is no such charge */
    giveUp: (attemptId: string) =>
      store.inTransaction(() => {
        const row = records.find(attemptId)
        if (!row) return null
        if (row.state !== 'action' && row.state !== 'needs-customer') return records.outcomeOf(row)
        store.run("update challenges set state = 'abandon' where attempt_id = ? and state = 'open'", attemptId)
        records.end(row, 'declined', { code: 'abandoned', retryable: false })
        return records.outcomeOf(records.find(attemptId)!)
      }),
  }
}
export type Authentications = ReturnType<typeof authenticationsOf>
