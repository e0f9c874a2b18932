import { randomUUID } from 'node:crypto'
import type { Language } from '@kiosk/domain/locale'
import { periodFrom } from '@kiosk/domain/payments/rules'
import { ORDER_TYPE, PERIOD_DAYS } from '@kiosk/domain/payments/terms'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import { addLetters } from '../jobs/add-job.ts'
import type { LetterJob } from '../outside/mail/letters.ts'
import { announceDebits } from './announce-debits.ts'
import { nameOf } from './buy.ts'
import { endsBeforeNextCharge } from './contract-acts/planned-end.ts'
import { moveToPlannedPlans } from './contract-acts/planned-plan.ts'
import { dropUnpaid, endContracts } from './end-contracts.ts'
import { draftInvoices } from './invoices.ts'
import { isRefused } from './last-period.ts'
import { lineText } from './line-text.ts'
import { chargeOf, type PricedContract } from './next-charge.ts'
import { endsUnagreedAt, regularPriceAt } from './price-notices.ts'
import { tariffOf } from './prices.ts'
import { sendAttempts } from './send-attempts.ts'
import { loadTaxRates } from './tax-rates.ts'

const DAY = 86_400_000
/** Contracts taken up at once; each worker locks its own. */
const BATCH = 500

export type BillingRun = { renewed: number; retried: number; lapsed: number; ended: number }

/**
 * Renews every contract that is due and charges it; several workers may run at once, and each contract is one worker's.
 * @param onBatch told after each batch, for progress
 */
export async function runBilling(house: House, onBatch: (sofar: BillingRun) => void = () => {}): Promise<BillingRun> {
  await announceDebits(house)
  const sofar: BillingRun = { renewed: 0, retried: 0, lapsed: 0, ended: await endFinished(house) }
  for (;;) {
    const batch = await transact(house, (trx) => prepareBatch(trx, house))
    await sendAttempts(house, batch.attempts)
    sofar.renewed += batch.renewed
    sofar.retried += batch.retried
    sofar.lapsed += batch.lapsed
    onBatch(sofar)
    if (batch.taken === 0) return sofar
  }
}

/** Contracts that were cancelled and have run out; one that is being charged is left until that is known. */
async function endFinished(house: House): Promise<number> {
  const { now } = house
  return transact(house, async (trx) => {
    const { rows } = await sql<{ id: number; account_id: number | null }>`
      with finished as materialized (
        select s.id from subscriptions s where s.state in ('active', 'past-due') and not s.auto_renew and s.next_charge_at is null
          and s.ends_at <= ${now()} and s.order_type = ${ORDER_TYPE.own} and not exists (
            select from invoices i join payment_attempts a on a.invoice_id = i.id
            where i.subscription = s.id and a.state in ('created', 'sent', 'processing', 'action', 'unknown'))
        order by s.id for no key update of s skip locked)
      update subscriptions s set state = 'ended' from finished where s.id = finished.id
      returning s.id, s.account_id`.execute(trx)
    // A declined renewal whose contract was ended by a return of money is given up with it.
    await dropUnpaid(
      trx,
      rows.map(({ id }) => id),
      now(),
    )
    await tellOfEnds(trx, rows)
    return rows.length
  })
}

async function tellOfEnds(trx: Transaction<DB>, ended: readonly { id: number; account_id: number | null }[]): Promise<void> {
  const letters = ended.flatMap(({ id, account_id }): LetterJob[] =>
    account_id === null ? [] : [{ letter: 'contract-ended', accountId: account_id, contract: id }],
  )
  await addLetters(trx, letters)
}

type Due = Awaited<ReturnType<typeof dueContracts>>[number]

/** Writes the next periods, invoices and attempts of a batch of due contracts; nothing is charged yet. */
async function prepareBatch(trx: Transaction<DB>, house: House) {
  const now = house.now()
  const due = await dueContracts(trx, now)
  const none = { taken: 0, renewed: 0, retried: 0, lapsed: 0, attempts: [] as string[] }
  if (due.length === 0) return none
  // Nobody pays for a month in which the house was shut, nor does anybody who is gone or shut out, or wants no other price.
  const isOver = (each: Due) => {
    const ends = each.last_ends_at?.getTime()
    if (each.account_id === null || each.deactivated_at !== null || ends === undefined) return true
    if (each.period_state === 'open') return each.refused || ends <= now.getTime()
    return each.ends_unagreed || now.getTime() - ends > PERIOD_DAYS * DAY
  }
  const [lapsed, goesOn] = [due.filter(isOver), due.filter((each) => !isOver(each))]
  const retries = goesOn.filter(({ period_state }) => period_state === 'open')
  const fresh = goesOn.filter(({ period_state }) => period_state !== 'open')
  const renewed = await moveToPlannedPlans(trx, fresh, now)
  await endContracts(
    trx,
    lapsed.map(({ id }) => id),
    now,
  )
  await tellOfEnds(trx, lapsed)
  const drafted = await nextInvoices(trx, house, renewed, now)
  const old = retries.map((each) => ({ due: each, invoiceId: each.invoice_id!, amount: each.invoice_due! }))
  const attempts = [...drafted, ...old].map(
    ({ due: { payment_method_id, provider, subscription_id: tariff }, invoiceId, amount }) => ({
      id: randomUUID(),
      invoice_id: invoiceId,
      payment_method_id,
      provider: provider ?? 'sandbox',
      amount,
      currency: tariffOf(tariff)!.currency,
      initiator: 'merchant',
      created_at: now,
    }),
  )
  if (attempts.length > 0) await trx.insertInto('payment_attempts').values(attempts).execute()
  // While it is being renewed, one reads on.
  await sql`update subscriptions s set next_charge_at = null,
      ends_at = greatest(s.ends_at, p.starts_at + make_interval(days => ${house.operator.dunning.graceDays}))
    from periods p where p.subscription = s.id and p.state = 'open' and s.id = any(${goesOn.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  )
  return {
    taken: due.length,
    renewed: renewed.length,
    retried: old.length,
    lapsed: lapsed.length,
    attempts: attempts.map(({ id }) => id),
  }
}

async function nextInvoices(trx: Transaction<DB>, house: House, renewed: readonly Due[], now: Date) {
  if (renewed.length === 0) return []
  const rates = await loadTaxRates(trx)
  const planned = renewed.map((contract) => ({ contract, ...chargeOf(house, contract), ...periodFrom(contract.last_ends_at!) }))
  const rows = planned.map(({ contract, reduced, price, startsAt, endsAt }) => ({
    subscription: contract.id,
    sequence: contract.last_sequence! + 1,
    starts_at: startsAt,
    ends_at: endsAt,
    price,
    reduced,
  }))
  const periods = await trx.insertInto('periods').values(rows).returning(['id', 'subscription']).execute()
  const periodOf = new Map(periods.map(({ id, subscription }) => [subscription, id]))
  const ids = await draftInvoices(
    trx,
    planned.map(({ contract: due, price, waived, startsAt, endsAt }) => {
      const { country, currency, tier } = tariffOf(due.subscription_id)!
      const name = nameOf({ firstname: due.firstname ?? '', lastname: due.lastname ?? '', email: due.email ?? '' })
      const language = (due.language ?? 'de') as Language
      return {
        subscription: due.id,
        periodId: periodOf.get(due.id)!,
        buyer: { accountId: due.account_id, name, email: due.email ?? '', language, country },
        currency,
        gross: price,
        waived,
        rates,
        snapshot: {
          siteName: house.operator.siteName,
          seller: house.operator.company,
          buyer: { name, email: due.email ?? '', country },
          language,
          tariff: due.subscription_id,
          period: { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
          method: {
            kind: due.method_kind ?? '',
            brand: due.brand ?? '',
            masked: due.masked ?? '',
            mandate: due.mandate_reference,
          },
        },
        text: lineText(language, { siteName: house.operator.siteName, tier }, { startsAt, endsAt }),
        at: now,
      }
    }),
  )
  return planned.map(({ contract, due: amount }, place) => ({ due: contract, invoiceId: ids[place]!, amount }))
}

/** Not while one of its charges is under way, nor while it is being upgraded, nor where it is to end before. */
function isDue(now: Date) {
  return sql`s.next_charge_at <= ${now} and s.order_type = ${ORDER_TYPE.own} and s.state in ('active', 'past-due')
    and not exists (select from periods p join invoices i on i.period_id = p.id join payment_attempts a on a.invoice_id = i.id
      where p.subscription = s.id and p.state = 'open' and a.state in ('created', 'sent', 'processing', 'action', 'unknown'))
    and not exists (select from subscriptions u where u.upgrade_from = s.id and u.state = 'pending')
    and not ${endsBeforeNextCharge()}`
}

/** Contracts to charge now, with their last period and what an invoice needs; locked, and skipped where another worker has them. */
async function dueContracts(trx: Transaction<DB>, now: Date) {
  type Row = PricedContract & {
    id: number
    account_id: number | null
    payment_method_id: number | null
    last_sequence: number | null
    last_ends_at: Date | null
    period_state: string | null
    invoice_id: number | null
    invoice_due: number | null
    refused: boolean
    /** Its reader did not agree to a new price in time, and without that it is not renewed. */
    ends_unagreed: boolean
    firstname: string | null
    lastname: string | null
    email: string | null
    language: string | null
    deactivated_at: Date | null
    brand: string | null
    masked: string | null
    mandate_reference: string | null
  }
  const charged = sql`s.next_charge_at`
  const priced = sql`${regularPriceAt(charged)} as regular_at_charge, ${endsUnagreedAt(charged)} as ends_unagreed`
  const { rows } = await sql<Row>`
    with of_accounts as materialized (
      -- The account stays while invoices are written for it; none that is being erased is waited for.
      select s.*, ${priced} from subscriptions s join accounts held on held.id = s.account_id where ${isDue(now)}
      order by s.next_charge_at limit ${BATCH} for key share of held skip locked for no key update of s skip locked
    ), of_nobody as materialized (
      select s.*, ${priced} from subscriptions s where s.account_id is null and ${isDue(now)}
      order by s.next_charge_at limit ${BATCH} for no key update of s skip locked
    ), due as (select * from of_accounts union all select * from of_nobody)
    select due.id, due.account_id, due.payment_method_id, due.subscription_id,
      due.regular_at_charge as regular_price, due.ends_unagreed, due.reduced_price, due.reduced_left, due.next_charge_at, due.announced_for, due.announced_amount,
      (select max(sequence) from periods where subscription = due.id) as last_sequence, p.ends_at as last_ends_at, p.state as period_state, i.id as invoice_id, i.due as invoice_due,
      ${isRefused(sql`i.id`, sql`due.payment_method_id`)} as refused,
      a.firstname, a.lastname, a.email, a.language, a.deactivated_at, m.provider, m.kind as method_kind, m.brand, m.masked, m.mandate_reference
    from due
    left join lateral (select * from periods where subscription = due.id and state <> 'failed' order by sequence desc limit 1) p on true
    left join invoices i on i.period_id = p.id and i.kind = 'invoice'
    left join accounts a on a.id = due.account_id
    left join payment_methods m on m.id = due.payment_method_id
    order by due.id`.execute(trx)
  return rows
}
