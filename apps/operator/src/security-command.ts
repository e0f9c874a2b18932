import { parseArgs } from 'node:util'
import { accountByEmail } from '@kiosk/backend/accounts/queries'
import { countEvents, STORM_THRESHOLDS } from '@kiosk/backend/auth/security-storms'
import type { Database } from '@kiosk/backend/db/connect'
import { securityEventKinds } from '@kiosk/domain/accounts/security-event-kinds'
import { HOUR_MS } from '@kiosk/domain/time'
import type { Command } from './command.ts'
import { printable } from './printable.ts'
import { withDatabase } from './with-database.ts'

const HELP = `Usage: npm run kiosk -- security [--hours N]
       npm run kiosk -- security list [--hours N] [--kind KIND] [--account EMAIL] [--network HASH]

Security events: rejected sign-ins, reached rate limits, rejected vouchers, changed credentials, and unusual numbers of them
(storms).

  (none)     counts by kind with the number of networks, and whether the last hour was a storm
  list       the events themselves, newest first, at most 200
  --hours    how far back, 1 to 8760; default 24

A network is a keyed hash: it groups events by origin without revealing an address. Storms are also logged as
"security.storm", when they begin and then every six hours. Exit code 1 during a storm.

Environment: DATA_DIR, DATABASE_URL.`

const WRONG_USE = 64
const MOST_LINES = 200

type Filter = { since: Date; kind?: string | undefined; account?: string | undefined; network?: string | undefined }

export const securityCommand: Command = {
  summary: 'security events: counts, list',
  help: HELP,
  async run(args) {
    const text = { type: 'string' } as const
    const options = { hours: { type: 'string', default: '24' }, kind: text, account: text, network: text } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const hours = Number(values.hours)
    const [action, ...rest] = positionals
    const isWrong =
      !Number.isInteger(hours) ||
      hours < 1 ||
      hours > 8760 ||
      rest.length > 0 ||
      (action !== undefined && action !== 'list') ||
      (action === undefined && (values.kind ?? values.account ?? values.network) !== undefined) ||
      (values.kind !== undefined && !Object.hasOwn(securityEventKinds, values.kind))
    if (isWrong) {
      console.error(HELP)
      return WRONG_USE
    }
    const since = new Date(Date.now() - hours * HOUR_MS)
    return withDatabase((db) => (action === 'list' ? list(db, { ...values, since }) : summary(db, since, hours)))
  },
}

async function summary(db: Database, since: Date, hours: number): Promise<number> {
  const counts = await countEvents(db, since)
  const stormy = new Set(
    (await countEvents(db, new Date(Date.now() - HOUR_MS)))
      .filter(
        ({ kind, events }) => events >= (STORM_THRESHOLDS[kind as keyof typeof STORM_THRESHOLDS] ?? Number.POSITIVE_INFINITY),
      )
      .map(({ kind }) => kind),
  )
  if (counts.length === 0) console.log(`No security events in the last ${hours} hours.`)
  for (const { kind, events, networks, accounts, mostOfOneNetwork, network } of counts) {
    const most = network ? `, ${mostOfOneNetwork} of them from ${network}` : ''
    console.log(
      `${kind}: ${events} from ${networks} networks at ${accounts} accounts${most}${stormy.has(kind) ? ' — STORM' : ''}`,
    )
  }
  return stormy.size > 0 ? 1 : 0
}

async function list(db: Database, { since, kind, account, network }: Filter): Promise<number> {
  const owner = account === undefined ? null : await accountByEmail(db, account)
  if (account !== undefined && !owner) {
    console.error('There is no account with this address.')
    return 1
  }
  const events = await db
    .selectFrom('security_events')
    .selectAll()
    .where('at', '>=', since)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(owner != null, (query) => query.where('account_id', '=', owner!.id))
    .$if(network !== undefined, (query) => query.where('network_hash', '=', network!))
    .orderBy('id', 'desc')
    .limit(MOST_LINES)
    .execute()
  for (const each of events) {
    const whose = each.account_id === null ? '' : ` account ${each.account_id}`
    const where = [each.country, printable(each.device_name), each.network_hash].filter(Boolean).join(', ')
    console.log(`${each.at.toISOString()} ${each.kind}${whose} (${where}) ${printable(JSON.stringify(each.details))}`)
  }
  if (events.length === 0) console.log('No such events.')
  return 0
}
