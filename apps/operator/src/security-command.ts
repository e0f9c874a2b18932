import { accountByEmail } from '@kiosk/backend/accounts/queries'
import { countEvents, SPIKE_THRESHOLDS } from '@kiosk/backend/auth/security-event-spikes'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { printable } from '@kiosk/backend/printable'
import { securityEventKinds } from '@kiosk/domain/accounts/security-event-kinds'
import { HOUR_MS } from '@kiosk/domain/time'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { parser, wholeNumber } from './parse-values.ts'
import { withDatabase } from './with-database.ts'

const MOST_LINES = 200
const LONGEST_HOURS = 8760

type Filter = {
  hours: number
  kind?: string | undefined
  account?: string | undefined
  network?: string | undefined
}

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Security events: rejected sign-ins, reached rate limits, rejected vouchers, changed credentials, and spikes:
      unusual numbers of them. Without an action: summary.

      A network is a keyed hash: it groups events by origin without revealing an address. Spikes are also logged as
      "security.storm", when they begin and then every six hours.`,
    )
    .addHelpText('afterAll', DATA_ENVIRONMENT)
  const hours = wholeNumber(LONGEST_HOURS)
  command
    .command('summary')
    .description(`Counts by kind with the number of networks, and the spikes of the last hour. Exit code 1 if there are any.`)
    .option('--hours <N>', `how far back, 1 to ${LONGEST_HOURS}`, hours, 24)
    .action(withExitCode(({ hours }) => withDatabase((db) => summary(db, hours))))
  command
    .command('list')
    .description(`The events themselves, newest first, at most ${MOST_LINES}.`)
    .option('--hours <N>', `how far back, 1 to ${LONGEST_HOURS}`, hours, 24)
    .option(
      '--kind <KIND>',
      'only events of this kind, as in the summary',
      parser(
        (typed) => (Object.hasOwn(securityEventKinds, typed) ? typed : null),
        `Kinds are ${Object.keys(securityEventKinds).join(', ')}.`,
      ),
    )
    .option('--account <EMAIL>', 'only events of this account')
    .option('--network <HASH>', 'only events of this network')
    .action(withExitCode((filter) => withDatabase((db) => list(db, filter))))
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

async function summary(db: Database, hours: number): Promise<number> {
  const counts = await countEvents(db, hoursAgo(hours))
  const spikes = new Set(
    (await countEvents(db, hoursAgo(1)))
      .filter(
        ({ kind, events }) => events >= (SPIKE_THRESHOLDS[kind as keyof typeof SPIKE_THRESHOLDS] ?? Number.POSITIVE_INFINITY),
      )
      .map(({ kind }) => kind),
  )
  if (counts.length === 0) console.log(`No security events in the last ${count(hours, 'hour')}.`)
  for (const { kind, events, networks, accounts, mostOfOneNetwork, network } of counts) {
    const most = network ? `, ${mostOfOneNetwork} of them from ${network}` : ''
    console.log(
      `${kind}: ${events} from ${count(networks, 'network')} at ${count(accounts, 'account')}${most}${spikes.has(kind) ? ' — SPIKE' : ''}`,
    )
  }
  return spikes.size > 0 ? 1 : 0
}

async function list(db: Database, { hours, kind, account, network }: Filter): Promise<number> {
  const owner = account === undefined ? null : await accountByEmail(db, account)
  if (account !== undefined && !owner) {
    console.error('There is no account with this address.')
    return 1
  }
  const events = await db
    .selectFrom('security_events')
    .selectAll()
    .where('at', '>=', hoursAgo(hours))
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
