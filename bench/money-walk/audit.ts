// Checks both databases after a walk with SQL that shares no code with the product.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '@kiosk/domain/time'
import { movementOf } from '../../apps/sandbox-payments/src/wallet/present.ts'
import { wrongAnnouncements } from './announcements.ts'
import type { Walk } from './step-context.ts'
import { taxes } from './taxes.ts'
import { walletChargeTimes } from './wallet-charges.ts'

type Finding = string

/** @returns one line per error */
export async function audit(walk: Walk): Promise<Finding[]> {
  return [
    ...deadlocks(walk),
    ...(await ownBooks(walk)),
    ...(await providersBooks(walk)),
    ...(await planted(walk)),
    ...(await afterTheEnd(walk)),
    ...(await renewalsAsShown(walk)),
    ...(await wrongAnnouncements(walk)),
    ...(await taxes(walk)),
  ]
}

async function rows<Row>({ world }: Walk, query: string, values: unknown[] = []): Promise<Row[]> {
  return (await world.db.query(query, values)).rows as Row[]
}

/** Returns the deadlocks, except those between statements of the job queue, which repeats them itself. */
function deadlocks({ world }: Walk): Finding[] {
  const file = join(world.folder, 'deadlocks.log')
  const statements = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return statements.filter((each) => !each.includes('graphile_worker')).map((each) => `deadlock of: ${each}`)
}

/** Checks sums, numbers and states in our own database. */
async function ownBooks(walk: Walk): Promise<Finding[]> {
  const found = await rows<{ what: string }>(
    walk,
    `select 'ledger in ' || currency || ' sums to ' || sum(amount) as what from ledger group by currency having sum(amount) <> 0
     union all select 'transaction ' || transaction || ' sums to ' || sum(amount) from ledger group by transaction having sum(amount) <> 0
     union all select 'lines of invoice ' || i.id from invoices i join invoice_lines l on l.invoice_id = i.id group by i.id
       having sum(l.net) <> i.net or sum(l.tax) <> i.tax or sum(l.gross) <> i.gross
     union all select 'invoice ' || id || ': net + tax <> gross' from invoices where net + tax <> gross
     union all select 'number ' || number || ' twice' from invoices where number is not null group by number having count(*) > 1
     union all select 'a gap in ' || year || ': ' || count(*) || ' invoices up to number ' || max(n) from
       (select split_part(number, '-', 1) as year, split_part(number, '-', 2)::int as n from invoices where number is not null) s
       group by year having count(*) <> max(n)
     union all select 'period ' || p.id || ' was charged ' || count(*) || ' times' from periods p
       join invoices i on i.period_id = p.id and i.kind = 'invoice' join payment_attempts a on a.invoice_id = i.id
       where a.state = 'succeeded' group by p.id having count(*) > 1
     union all select 'period ' || b.id || ' overlaps ' || a.id from periods a join periods b
       on a.subscription_id = b.subscription_id and b.sequence > a.sequence and b.starts_at < a.ends_at
       where a.state <> 'failed' and b.state <> 'failed'
     union all select 'account ' || account_id || ' has ' || count(*) || ' subscriptions at once' from subscriptions
       where state in ('active', 'past-due') and account_id is not null group by account_id having count(*) > 1
     union all select 'attempt ' || id || ' is still ' || state from payment_attempts
       where state not in ('succeeded', 'declined') and created_at < $1
     union all select 'refund ' || id || ' is still ' || state from refunds
       where state in ('created', 'sent', 'unknown') and created_at < $1
     union all select 'in suspense without an alarm: ' || s.id from suspense s
       where s.state = 'open' and not exists (select from operator_alarms a where a.kind = 'suspense' and a.cleared_at is null
         and a.subject = s.provider || ' ' || s.kind || ' ' || s.reference)
     union all select 'suspense is ' || l.sum || ' in the ledger and ' || s.sum || ' in its rows, ' || currency from
       (select currency, -sum(amount) as sum from ledger where account = 'suspense' group by 1) l full join
       (select currency, sum(amount) filter (where state = 'open') as sum from suspense group by 1) s using (currency)
       where coalesce(l.sum, 0) <> coalesce(s.sum, 0)
     union all select 'owed are ' || l.sum || ' in the ledger and ' || r.sum || ' in refunds, ' || currency from
       (select currency, -sum(amount) as sum from ledger where account = 'owed' group by 1) l full join
       (select a.currency, sum(r.amount) filter (where r.state in ('created', 'sent', 'unknown', 'failed')) as sum from refunds r
         join payment_attempts a on a.id = r.attempt_id group by 1) r using (currency)
       where coalesce(l.sum, 0) <> coalesce(r.sum, 0)
     union all select 'invoices of ' || country || ' are ' || i.sum || ', the ledger has ' || l.sum || ' ' || currency from
       (select country, currency, sum(gross) as sum from invoices where issued_at is not null group by 1, 2) i full join
       (select split_part(account, ':', 2) as country, currency, -sum(amount) as sum from ledger
         where account like 'revenue:%' or account like 'tax:%' group by 1, 2) l using (country, currency)
       where coalesce(i.sum, 0) <> coalesce(l.sum, 0)`,
    [new Date(walk.world.now().getTime() - 10 * DAY_MS)],
  )
  return found.map(({ what }) => what)
}

type Account = 'sandbox' | 'paypal'
/** One line of a provider's balance: `fee` is positive; a payout has no charge. Minor units. */
type Line = {
  entry: string
  kind: string
  reference: string
  charge: string | null
  amount: number
  fee: number
  currency: string
}

/** Reads the sandbox's records of cards and debits. */
async function sandboxLines({ world }: Walk): Promise<Line[]> {
  const lines: Line[] = []
  for (let after: number | null = 0; after !== null; ) {
    const answer = await world.provider('GET', `movements?from=0&to=${Number.MAX_SAFE_INTEGER}&after=${after}`)
    const { movements, next } = (await answer.json()) as { movements: Line[]; next: number | null }
    lines.push(...movements)
    after = next
  }
  return lines
}

/** Reads the wallet's records, with the fees of its own list of transactions. */
function walletLines({ world }: Walk): Line[] {
  const providerDb = new DatabaseSync(world.providerFile, { readOnly: true })
  const rows = providerDb
    .prepare(
      `select id, 'charge' as kind, amount, currency, status, told_at, subscription as of, id as charge from wallet_charges
         where status = 'COMPLETED'
       union all select id, kind, amount, currency, 'COMPLETED', told_at, charge, charge from wallet_returns`,
    )
    .all() as Record<string, string | number>[]
  providerDb.close()
  return rows.map((row) => {
    const { fee_amount } = movementOf(row).transaction_info as { fee_amount?: { value: string } }
    const [id, currency] = [String(row.id), String(row.currency)]
    const fee = fee_amount ? -Math.round(Number(fee_amount.value) * 100) : 0
    return {
      entry: id,
      kind: String(row.kind),
      reference: id,
      charge: String(row.charge),
      amount: Number(row.amount),
      fee,
      currency,
    }
  })
}

/** Compares both providers' accounts with our books: by entry, by charge, by currency, and the balance. */
async function providersBooks(walk: Walk): Promise<Finding[]> {
  const [sandbox, paypal] = [await sandboxLines(walk), walletLines(walk)]
  const balance = (await (await walk.world.provider('GET', 'balance')).json()) as {
    balance: { currency: string; amount: number }[]
  }
  const findings: Finding[] = []
  for (const [account, lines] of [
    ['sandbox', sandbox],
    ['paypal', paypal],
  ] as [Account, Line[]][]) {
    findings.push(...(await entries(walk, account, lines)))
    findings.push(...(await charges(walk, account, lines)))
    findings.push(...(await sums(walk, account, lines)))
  }
  const held = Map.groupBy(sandbox, ({ currency }) => currency)
  for (const { currency, amount } of balance.balance) {
    const sum = (held.get(currency) ?? []).reduce((total, line) => total + line.amount - line.fee, 0)
    if (sum !== amount) findings.push(`the sandbox holds ${amount} ${currency}, and its list sums to ${sum}`)
  }
  return findings
}

/** Checks that every line of the balance is recorded here once, with its fee, and nothing else. */
async function entries(walk: Walk, account: Account, lines: Line[]): Promise<Finding[]> {
  const entries = await rows<{ entry: string; amount: number; fee: number; currency: string }>(
    walk,
    'select entry, amount::int, fee::int, currency from provider_entries where provider = $1',
    [account],
  )
  const describe = ({ amount, fee, currency }: Pick<Line, 'amount' | 'fee' | 'currency'>) => `${amount} ${currency}, fee ${fee}`
  const known = new Map(entries.map((each) => [each.entry, describe(each)]))
  const findings: Finding[] = []
  for (const line of lines) {
    const here = known.get(line.entry) ?? 'nothing'
    known.delete(line.entry)
    if (here !== describe(line))
      findings.push(`${account} ${line.kind} ${line.reference}: there ${describe(line)}, written down ${here}`)
  }
  for (const [entry, here] of known)
    findings.push(`${account} entry ${entry}: ${here} is written down, the provider knows nothing`)
  return findings
}

/** For each charge the provider's amount must equal that of our ledger. */
async function charges(walk: Walk, account: Account, lines: Line[]): Promise<Finding[]> {
  const chargeOf = new Map(lines.flatMap(({ reference, charge }) => (charge === null ? [] : [[reference, charge] as const])))
  const byAttempt = await rows<{ id: string; reference: string }>(
    walk,
    'select id::text, provider_reference as reference from payment_attempts where provider = $1 and provider_reference is not null',
    [account],
  )
  const referenceOf = new Map(byAttempt.map(({ id, reference }) => [id, reference]))
  // Money that matches nothing here is booked to suspense, under its reference.
  const booked = await rows<{ attempt: string | null; reference: string | null; sum: number; currency: string }>(
    walk,
    `select coalesce(l.attempt_id, r.attempt_id)::text as attempt, s.reference, l.currency, sum(l.amount)::int as sum from ledger l
     left join refunds r on r.id = l.refund_id left join suspense s on s.id = l.suspense_id
     where l.account = $1 and l.entry_id is null group by 1, 2, 3`,
    [`cash:${account}`],
  )
  const known = new Map<string, number>()
  const add = (sums: Map<string, number>, name: string, sum: number) => sums.set(name, (sums.get(name) ?? 0) + sum)
  for (const { attempt, reference, sum, currency } of booked) {
    const charge =
      attempt === null ? (chargeOf.get(reference!) ?? `suspense ${reference}`) : (referenceOf.get(attempt) ?? attempt)
    add(known, `${charge} in ${currency}`, sum)
  }
  const held = new Map<string, number>()
  for (const { kind, charge, amount, currency } of lines) if (kind !== 'payout') add(held, `${charge} in ${currency}`, amount)
  return [...new Set([...held.keys(), ...known.keys()])].flatMap((name) => {
    const [there, here] = [held.get(name) ?? 0, known.get(name) ?? 0]
    return there === here ? [] : [`${account} charge ${name}: the provider holds ${there}, the ledger says ${here}`]
  })
}

/** Compares fees, payouts and the balance by currency. */
async function sums(walk: Walk, account: Account, lines: Line[]): Promise<Finding[]> {
  const balances = await rows<{ kind: string; currency: string; sum: number }>(
    walk,
    `select case when account = $1 then 'all' when account = 'bank' then 'payouts' else 'fees' end as kind, currency, sum(amount)::int
     from ledger l where account in ($1, $2) or account = 'bank' and exists (
       select from ledger c where c.transaction = l.transaction and c.account = $1) group by 1, 2`,
    [`cash:${account}`, `fees:${account}`],
  )
  const providerSums = new Map<string, number>()
  const add = (name: string, sum: number) => providerSums.set(name, (providerSums.get(name) ?? 0) + sum)
  for (const { kind, amount, fee, currency } of lines) {
    add(`all ${currency}`, amount - fee)
    add(`fees ${currency}`, fee)
    if (kind === 'payout') add(`payouts ${currency}`, -amount)
  }
  const here = new Map(balances.map(({ kind, currency, sum }) => [`${kind} ${currency}`, sum]))
  return [...new Set([...providerSums.keys(), ...here.keys()])].flatMap((name) => {
    const [there, booked] = [providerSums.get(name) ?? 0, here.get(name) ?? 0]
    return there === booked ? [] : [`${account} ${name}: ${there} there, ${booked} in the ledger`]
  })
}

/** Checks that what the walk planted at the provider is recorded: as a refund, as a return of the wallet, or in suspense. */
async function planted(walk: Walk): Promise<Finding[]> {
  const missed = await rows<{ reference: string }>(
    walk,
    `select reference from unnest($1::text[]) as p (reference) where not exists (
       select from refunds r where r.provider_reference = p.reference
       union all select from suspense s where s.reference = p.reference
       union all select from wallet_returns w where w.reference = p.reference)`,
    [walk.planted],
  )
  return missed.map(({ reference }) => `planted and not found: ${reference}`)
}

/**
 * Checks that nobody is charged for a period that begins after the end of the subscription, or by a charge that began after it.
 * Money that was returned, or is owed to the reader, does not count.
 */
async function afterTheEnd(walk: Walk): Promise<Finding[]> {
  const chargeTimes = walletChargeTimes(walk)
  const taken = await rows<{ id: string; subscription: string; ends: Date; starts: Date; at: Date; reference: string }>(
    walk,
    `select a.id, s.id as subscription, s.ends_at as ends, p.starts_at as starts, a.created_at as at, a.provider_reference as reference
     from subscriptions s join periods p on p.subscription_id = s.id join invoices i on i.period_id = p.id
     join payment_attempts a on a.invoice_id = i.id
     where s.state = 'ended' and a.state = 'succeeded' and a.amount > 0
     -- An operator who ends a subscription may decide to keep what was paid ahead.
     and not (p.starts_at >= s.ends_at and exists (select from subscription_actions t
       where t.subscription_id = s.id and t.kind = 'end' and t.details->>'refund' = 'none')) and 0 < (
       select sum(l.amount) from ledger l left join refunds r on r.id = l.refund_id
       where (l.account like 'cash:%' or l.account = 'owed') and coalesce(l.attempt_id, r.attempt_id) = a.id)`,
  )
  return taken.flatMap(({ id, subscription, ends, starts, at, reference }) => {
    const charged = (chargeTimes.get(reference) ?? at).getTime()
    const what = `subscription ${subscription} ended ${ends.toISOString()} and was charged ${new Date(charged).toISOString()} by ${id}`
    return starts >= ends || charged > ends.getTime() ? [`${what} for the days from ${starts.toISOString()}`] : []
  })
}

/** A renewal must charge the amount that the billing page showed last before it. */
async function renewalsAsShown(walk: Walk): Promise<Finding[]> {
  const chargeTimes = walletChargeTimes(walk)
  const taken = await rows<{ id: string; email: string; amount: number; at: Date; since: Date; reference: string | null }>(
    walk,
    `select a.id, c.email, a.amount, a.created_at as at, a.provider_reference as reference,
       -- Earlier amounts were of the period before, or of another subscription.
       greatest(s.created_at, (select max(b.created_at) from payment_attempts b join invoices j on j.id = b.invoice_id
         join periods q on q.id = j.period_id where q.subscription_id = s.id and q.sequence < p.sequence)) as since
     from payment_attempts a join invoices i on i.id = a.invoice_id join subscriptions s on s.id = i.subscription_id
     join periods p on p.id = i.period_id and p.sequence > 1 join accounts c on c.id = i.account_id
     where a.initiator = 'merchant' and not exists (select from payment_attempts b
       where b.invoice_id = a.invoice_id and b.created_at < a.created_at)`,
  )
  const byEmail = new Map(walk.readers.map((reader) => [reader.email, reader]))
  const findings: Finding[] = []
  for (const { id, email, amount, at, since, reference } of taken) {
    const charged = (chargeTimes.get(reference ?? '') ?? at).getTime()
    const announced = byEmail.get(email)?.shownCharges.findLast((each) => each.at <= charged && each.at >= since.getTime())
    if (announced && announced.price !== amount)
      findings.push(
        `renewal ${id}: ${announced.price} was shown on ${new Date(announced.at).toISOString()}, ${amount} was charged`,
      )
  }
  return findings
}
