import type { House } from '../house.ts'
import { raiseAlarm } from './alarms.ts'
import { type Lists, listsOfProviders } from './find-differences.ts'
import { repairDifferences } from './repair-differences.ts'

const DAY_MS = 86_400_000
/** Each night looks back so far: a movement is looked at several times before it is out of sight. */
const LOOKS_BACK_DAYS = 4

/**
 * The nightly comparison: hears from each provider's own lists what no message told us, books what is unambiguous, puts the
 * rest into suspense and alarms the operator. Of the last day it repairs, but does not complain: messages may be under way.
 */
export async function reconcileNightly(_given: object, house: House): Promise<void> {
  const { payments, log, now } = house
  const to = now()
  for (const lists of listsOfProviders(house, payments)) {
    try {
      const from = await beginningOf(house, lists, new Date(to.getTime() - LOOKS_BACK_DAYS * DAY_MS))
      const { left } = await repairDifferences(house, lists, { from, to })
      for (const { is, what, id, ours, theirs, currency } of left) {
        const subject = `${lists.name} ${what} ${id}`
        await raiseAlarm(house.db, house, { kind: 'books-differ', subject, details: { amount: theirs ?? ours, currency, is } })
      }
    } catch (error) {
      log.error({ err: error, event: 'reconcile.failed', provider: lists.name }, 'the books of a provider could not be compared')
    }
  }
}

/** The first time, everything since our first money there is read, so that the balance is whole. */
async function beginningOf({ db }: House, { name }: Lists, usual: Date): Promise<Date> {
  const known = await db.selectFrom('provider_entries').select('id').where('provider', '=', name).limit(1).executeTakeFirst()
  if (known) return usual
  const { first } = await db
    .selectFrom('ledger')
    .select((select) => select.fn.min('at').as('first'))
    .where('account', '=', `cash:${name}`)
    .executeTakeFirstOrThrow()
  return first && first < usual ? new Date(first.getTime() - DAY_MS) : usual
}
