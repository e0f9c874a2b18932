import { SECOND_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { MOST_WAITING } from '../emails/bulk-pace.ts'

/** A run ends by itself after this time, so that two newsletters take turns. */
export const RUN_MS = 30 * SECOND_MS
/** A run whose heartbeat is older than this is dead. */
const ALIVE_SECONDS = 20
/** A heartbeat further in the future than this comes from a time when the clock was ahead. */
const MOST_ALIVE_SECONDS = 2 * ALIVE_SECONDS
const HEARTBEAT_MS = 5 * SECOND_MS
/** How long a stopping server waits for the mail server. */
const HANDOVER_MS = 3 * SECOND_MS

/** One run of the job: at any time one run sends a newsletter, across all servers. */
export type NewsletterRun = {
  id: string
  newsletterId: number
  /** Aborted when the run has to end: the server stops, or another run took over. */
  signal: AbortSignal
  /** Aborted a little later: messages that are with the mail server are finished, or become uncertain. */
  handover: AbortSignal
  end(): Promise<void>
}

const isAlive = sql<boolean>`run_alive_until between clock_timestamp()
  and clock_timestamp() + make_interval(secs => ${MOST_ALIVE_SECONDS})`

/** Messages of a dead run that were with the mail server become uncertain: they may have arrived. */
export async function endDeadRun({ db, log }: Pick<AppContext, 'db' | 'log'>, newsletterId: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter_recipients')
    .set({ state: 'uncertain' })
    .where('newsletter_id', '=', newsletterId)
    .where('state', '=', 'sending')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('newsletters').select('id').where('id', '=', newsletterId).where(isAlive))),
    )
    .executeTakeFirst()
  const messages = Number(numUpdatedRows)
  if (messages > 0) log.warn({ event: 'newsletter.uncertain', newsletterId, messages }, 'delivery of messages is uncertain')
}

/** Begins a run, unless another one is alive. Null if the newsletter is not to be sent now. */
export async function beginRun(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  newsletterId: number,
  stopping: AbortSignal | undefined,
): Promise<NewsletterRun | null> {
  const id = crypto.randomUUID()
  const alive = sql<Date>`clock_timestamp() + make_interval(secs => ${ALIVE_SECONDS})`
  const begun = await db
    .updateTable('newsletters')
    .set({ run_id: id, run_alive_until: alive })
    .where('id', '=', newsletterId)
    .where('state', '=', 'sending')
    .where((where) => where.or([where('run_id', 'is', null), where.not(isAlive)]))
    .returning('id')
    .executeTakeFirst()
  if (!begun) return null
  const lost = new AbortController()
  const timer = setInterval(() => {
    db.updateTable('newsletters')
      .set({ run_alive_until: alive })
      .where('id', '=', newsletterId)
      .where('run_id', '=', id)
      .returning('id')
      .executeTakeFirst()
      .then(
        (mine) => mine ?? lost.abort(),
        (error: unknown) =>
          log.warn({ event: 'newsletter.heartbeat-failed', err: error }, 'heartbeat of the newsletter run could not be written'),
      )
  }, HEARTBEAT_MS)
  const signal = AbortSignal.any([lost.signal, ...(stopping ? [stopping] : [])])
  const handover = new AbortController()
  let handoverTimer: NodeJS.Timeout | undefined
  signal.addEventListener('abort', () => {
    handoverTimer = setTimeout(() => handover.abort(), HANDOVER_MS)
  })
  return {
    id,
    newsletterId,
    signal,
    handover: handover.signal,
    async end() {
      clearInterval(timer)
      clearTimeout(handoverTimer)
      await db
        .updateTable('newsletters')
        .set({ run_id: null, run_alive_until: null })
        .where('id', '=', newsletterId)
        .where('run_id', '=', id)
        .execute()
    },
  }
}

/** Reserves the time of the next message, shared by all senders. Returns how long to wait; null: nothing is to be sent now. */
export async function nextSlot({ db }: Pick<AppContext, 'db'>, { id, newsletterId }: NewsletterRun): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    update newsletters set next_message_at = interval '1 minute' / messages_per_minute + case
      when next_message_at between clock_timestamp() and clock_timestamp() + ${MOST_WAITING} * interval '1 minute' / messages_per_minute
      then next_message_at else clock_timestamp() end
    where id = ${newsletterId} and state = 'sending' and run_id = ${id}
    returning (extract(epoch from next_message_at - interval '1 minute' / messages_per_minute - clock_timestamp()) * 1000)::float
      as wait`.execute(db)
  return rows[0] ? Math.max(0, rows[0].wait) : null
}
