// What must be true after a walk, asked of the two databases by SQL that shares no code with the product. Fees and payouts of
// the provider are not compared yet: they show up as differences without a charge.
import { DatabaseSync } from 'node:sqlite'
import type { Walk } from './steps.ts'
import { DAY_MS } from './world.ts'

type Finding = string

/** @returns one line for each thing that is wrong */
export async function audit(walk: Walk): Promise<Finding[]> {
  return [
    ...(await ownBooks(walk)),
    ...(await providersBooks(walk)),
    ...(await walletsBooks(walk)),
    ...(await afterTheEnd(walk)),
    ...(await toldAndTaken(walk)),
  ]
}

async function rows<Row>({ world }: Walk, query: string, values: unknown[] = []): Promise<Row[]> {
  return (await world.db.query(query, values)).rows as Row[]
}

/** Sums, numbers and states of our own database. */
async function ownBooks(walk: Walk): Promise<Finding[]> {
  const found = await rows<{ what: string }>(
    walk,
    `select 'ledger in ' || currency || ' sums to ' || sum(amount) as what from ledger group by currency having sum(amount) <> 0
     union all select 'transaction ' || transaction || ' sums to ' || sum(amount) from ledger group by transaction having sum(amount) <> 0
     union all select 'lines of invoice ' || i.id from invoices i join invoice_lines l on l.invoice_id = i.id group by i.id
       having sum(l.net) <> i.net or sum(l.tax) <> i.tax or sum(l.gross) <> i.gross
     union all select 'invoice ' || id || ': net + tax <> gross' from invoices where net + tax <> gross
     union all select 'number ' || number || ' twice' from invoices where number is not null group by number having count(*) > 1
     union all select 'a gap in ' || year || ': ' || count(*) || ' papers up to number ' || max(n) from
       (select split_part(number, '-', 1) as year, split_part(number, '-', 2)::int as n from invoices where number is not null) s
       group by year having count(*) <> max(n)
     union all select 'period ' || p.id || ' was charged ' || count(*) || ' times' from periods p
       join invoices i on i.period_id = p.id and i.kind = 'invoice' join payment_attempts a on a.invoice_id = i.id
       where a.state = 'succeeded' group by p.id having count(*) > 1
     union all select 'period ' || b.id || ' overlaps ' || a.id from periods a join periods b
       on a.subscription = b.subscription and b.sequence > a.sequence and b.starts_at < a.ends_at
       where a.state <> 'failed' and b.state <> 'failed'
     union all select 'account ' || account_id || ' has ' || count(*) || ' contracts at once' from subscriptions
       where state in ('active', 'past-due') and account_id is not null group by account_id having count(*) > 1
     union all select 'attempt ' || id || ' is still ' || state from payment_attempts
       where state not in ('succeeded', 'declined') and created_at < $1
     union all select 'refund ' || id || ' is still ' || state from refunds
       where state in ('created', 'sent', 'unknown') and created_at < $1
     union all select 'in suspense without an alarm: ' || s.id from suspense s
       where s.resolved_at is null and not exists (select from operator_alarms a where a.subject like '%' || s.reference || '%')`,
    [new Date(walk.world.now().getTime() - 10 * DAY_MS)],
  )
  return found.map(({ what }) => what)
}

/** Charge by charge: what the provider holds is what our ledger says it holds. */
async function providersBooks(walk: Walk): Promise<Finding[]> {
  const theirs = new DatabaseSync(walk.world.providerFile, { readOnly: true })
  const moved = theirs
    .prepare(
      `select coalesce(m.attempt_id, r.attempt_id) as charge, sum(m.amount) as sum from movements m
       left join refunds r on r.refund_id = m.refund_id group by 1`,
    )
    .all() as { charge: string; sum: number }[]
  const refunds = theirs.prepare('select reference, attempt_id as charge from refunds').all() as Record<string, string>[]
  theirs.close()
  const chargeOf = new Map(refunds.map(({ reference, charge }) => [reference, charge]))
  // What came back and belonged to nothing here is booked for the suspense account.
  const booked = await rows<{ charge: string | null; reference: string | null; sum: number }>(
    walk,
    `select coalesce(l.attempt_id, r.attempt_id)::text as charge, s.reference, sum(l.amount)::int as sum from ledger l
     left join refunds r on r.id = l.refund_id left join suspense s on s.id = l.suspense_id
     where l.account = 'cash:sandbox' group by 1, 2`,
  )
  const known = new Map<string, number>()
  for (const { charge, reference, sum } of booked) {
    const name = charge ?? chargeOf.get(reference ?? '') ?? `suspense ${reference}`
    known.set(name, (known.get(name) ?? 0) + sum)
  }
  const findings: Finding[] = []
  for (const { charge, sum } of moved) {
    if ((known.get(charge) ?? 0) !== sum)
      findings.push(`charge ${charge}: the provider holds ${sum}, the ledger says ${known.get(charge) ?? 0}`)
    known.delete(charge)
  }
  for (const [charge, sum] of known)
    if (sum !== 0) findings.push(`charge ${charge}: the ledger says ${sum}, the provider knows nothing`)
  return findings
}

/** The wallet's charges and what went back of them, against our ledger with what lies in suspense. */
async function walletsBooks(walk: Walk): Promise<Finding[]> {
  const theirs = new DatabaseSync(walk.world.providerFile, { readOnly: true })
  const moved = theirs
    .prepare(
      `select c.id as charge, c.currency, c.amount + coalesce((select sum(amount) from wallet_returns r where r.charge = c.id), 0) as sum
       from wallet_charges c where c.status = 'COMPLETED'`,
    )
    .all() as { charge: string; currency: string; sum: number }[]
  theirs.close()
  const [ours] = await rows<{ sum: number }>(
    walk,
    "select coalesce(sum(amount), 0)::int as sum from ledger where account = 'cash:paypal'",
  )
  const held = moved.reduce((sum, each) => sum + each.sum, 0)
  return held === ours!.sum ? [] : [`the wallet holds ${held}, the ledger says ${ours!.sum}`]
}

/** Nobody is charged for a period that begins after the end of the contract. */
async function afterTheEnd(walk: Walk): Promise<Finding[]> {
  const found = await rows<{ what: string }>(
    walk,
    `select 'contract ' || s.id || ' ended ' || s.ends_at || ' and was charged for ' || p.starts_at as what
     from subscriptions s join periods p on p.subscription = s.id join invoices i on i.period_id = p.id
     join payment_attempts a on a.invoice_id = i.id
     where s.state = 'ended' and a.state = 'succeeded' and p.starts_at >= s.ends_at and p.state = 'paid'`,
  )
  return found.map(({ what }) => what)
}

/** A renewal takes what the billing page said last before it. */
async function toldAndTaken(walk: Walk): Promise<Finding[]> {
  const taken = await rows<{ id: string; email: string; amount: number; at: Date }>(
    walk,
    `select a.id, c.email, a.amount, a.created_at as at from payment_attempts a join invoices i on i.id = a.invoice_id
     join periods p on p.id = i.period_id and p.sequence > 1 join accounts c on c.id = i.account_id
     where a.initiator = 'merchant' and not exists (select from payment_attempts b
       where b.invoice_id = a.invoice_id and b.created_at < a.created_at)`,
  )
  const byEmail = new Map(walk.readers.map((reader) => [reader.email, reader]))
  const findings: Finding[] = []
  for (const { id, email, amount, at } of taken) {
    const heard = byEmail.get(email)?.told.findLast((each) => each.at <= at.getTime())
    if (heard && heard.price !== amount)
      findings.push(`renewal ${id}: ${heard.price} was told on ${new Date(heard.at).toISOString()}, ${amount} was taken`)
  }
  return findings
}
