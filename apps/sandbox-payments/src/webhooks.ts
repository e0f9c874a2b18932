import { createHmac } from 'node:crypto'
import pMap from 'p-map'
import { newReference, type Store } from './store.ts'
import { DAY_SECONDS, HOUR_SECONDS } from './time.ts'

/** Simulated failures of the delivery. `double` and `drop`: probability, 0 to 1. `delay` and `shuffle`: seconds. */
export type Knobs = { delay: number; double: number; shuffle: number; drop: number }
const NO_TROUBLE: Knobs = { delay: 0, double: 0, shuffle: 0, drop: 0 }
/** Delays before the retries of a failed delivery, which is then given up. Seconds. */
const TRIES_AFTER_SECONDS = [1, 5, 30, 120, 600, HOUR_SECONDS, 6 * HOUR_SECONDS, DAY_SECONDS, 2 * DAY_SECONDS]
const CONCURRENT_DELIVERIES = 8

type Options = {
  store: Store
  /** Table in which messages wait. */
  queue: 'deliveries' | 'wallet_deliveries'
  url(): string | null
  /** Returns headers that authenticate a message, at the time at which it is sent. */
  headersOf(body: string): Record<string, string>
}

/** Sends signed events to the merchant, at least once unless the knobs say otherwise. */
export function webhooksOf({ store, queue, url, headersOf }: Options) {
  let working: Promise<unknown> | null = null
  const knobs = (): Knobs => ({ ...NO_TROUBLE, ...(JSON.parse(store.fact('knobs') ?? '{}') as Partial<Knobs>) })

  return {
    knobs,
    setKnobs: (changed: Partial<Knobs>) => store.setFact('knobs', JSON.stringify({ ...knobs(), ...changed })),

    /** Queues an event, in the transaction in which it happens. Drops it if there is no target. */
    send(event: object): void {
      if (url() === null) return
      const { delay, double, shuffle, drop } = knobs()
      const body = JSON.stringify(event)
      const copies = Math.random() < drop ? 0 : Math.random() < double ? 2 : 1
      for (let each = 0; each < copies; each++) {
        const due = Date.now() + (delay + Math.random() * shuffle) * 1000
        store.run(`insert into ${queue} (body, due_at) values (?, ?)`, body, Math.round(due))
      }
    },

    /** Sends what is due; one round at a time. */
    async deliver(): Promise<void> {
      const address = url()
      if (working || address === null) return
      const due = store.rows(`select * from ${queue} where due_at <= ? order by due_at limit 100`, Date.now())
      if (due.length === 0) return
      const attempt = async (each: (typeof due)[number]) => {
        const taken = await post(address, String(each.body), headersOf)
        const wait = TRIES_AFTER_SECONDS[Number(each.tries)]
        if (taken || wait === undefined) store.run(`delete from ${queue} where id = ?`, each.id!)
        else store.run(`update ${queue} set tries = tries + 1, due_at = ? where id = ?`, Date.now() + wait * 1000, each.id!)
      }
      working = pMap(due, attempt, { concurrency: CONCURRENT_DELIVERIES })
      await working.finally(() => {
        working = null
      })
    },
    waiting: () => Number(store.row(`select count(*) as count from ${queue}`)!.count),
    /** Waits for the deliveries in progress. */
    settled: async () => void (await working?.catch(() => {})),
  }
}
export type Webhooks = ReturnType<typeof webhooksOf>

/** Creates the webhooks about cards and bank accounts, in the sandbox's own format. */
export function cardWebhooksOf({ store, secret, url }: { store: Store; secret: string; url(): string | null }) {
  const headersOf = (body: string) => ({ 'sandbox-signature': signatureOf(body, secret) })
  const webhooks = webhooksOf({ store, queue: 'deliveries', url, headersOf })
  return { ...webhooks, add: (kind: string, data: object) => webhooks.send({ id: newReference('evt'), kind, data }) }
}
export type CardWebhooks = ReturnType<typeof cardWebhooksOf>

/** Returns "t=1790000000,v1=9f…". Signs the time of sending, too, so that an old message cannot be replayed. */
function signatureOf(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

async function post(address: string, body: string, headersOf: Options['headersOf']): Promise<boolean> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf(body) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    return response.ok
  } catch {
    return false
  }
}
