import { sql } from 'kysely'
import type { House } from '../house.ts'
import { workOnLeftEvents } from '../payments/provider-events.ts'
import { recoverPayments } from '../payments/recover.ts'
import { finishSetup } from '../payments/setups.ts'
import { sweepWallets } from '../payments/sweep-wallets.ts'
import type { Jobs } from './jobs.ts'

/** A page for payment data is asked about so long after it was opened, and given up at the end. Milliseconds. */
const ASKED = { from: 60_000, until: 24 * 3_600_000 } as const
const BATCH = 200

/** Makes up for what nobody told us: attempts without an answer, events that were left, pages that nobody came back from. */
export async function sweepPayments(_given: Jobs['payments'], house: House): Promise<void> {
  await recoverPayments(house)
  await workOnLeftEvents(house)
  await askForSetups(house)
}

export async function sweepWalletPayments(_given: Jobs['wallets'], house: House): Promise<void> {
  await sweepWallets(house)
}

async function askForSetups(house: House): Promise<void> {
  const { db, now, log } = house
  const at = now().getTime()
  const open = await db
    .selectFrom('setup_sessions')
    .select('id')
    .where('created_at', '<', new Date(at - ASKED.from))
    .where('created_at', '>', new Date(at - ASKED.until))
    .where((the) =>
      the.or([
        the('state', '=', 'open'),
        // Left, and whoever was to buy with it died.
        the.and([
          the('state', '=', 'done'),
          the('purpose', '=', 'registration'),
          the('attempt_id', 'is', null),
          the('failure_code', 'is', null),
        ]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(BATCH)
    .execute()
  for (const { id } of open)
    await finishSetup(house, id).catch((error: unknown) => log.warn({ err: error, setup: id }, 'a setup waits on'))
  await sql`update setup_sessions set state = 'failed', failure_code = 'abandoned', failure_text = '' where id in (
    select s.id from setup_sessions s where s.state = 'open' and s.created_at <= ${new Date(at - ASKED.until)}
    for no key update of s skip locked)`.execute(db)
}
