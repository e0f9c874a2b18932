// Compares the amounts and dates in e-mails and carts with the charges: they are read from the text of the sent e-mails and
// compared with both databases by SQL that shares no code with the product.
import { DatabaseSync } from 'node:sqlite'
import { BUSINESS_TIME_ZONE } from '@kiosk/domain/day'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { DAY_MS } from '@kiosk/domain/time'
import { type SentMail, sentMails } from './mail.ts'
import { amountInWords, DAY, dayInWords, MONEY, type Sentence, sentencesIn } from './sentences.ts'
import { alive, type Walk } from './step-context.ts'
import { walletChargeTimes } from './wallet-charges.ts'

/** E-mails and charges closer together than this have no order, because servers write them concurrently. */
const AT_ONCE_MS = 20_000
/** Precision of the time of e-mails. */
const MAIL_SECOND_MS = 1000
/**
 * Maximum time between an order and its charge: the provider's page may be left for as long as the acceptance of the terms
 * holds.
 */
const CART_MS = DAY_MS
/** SEPA's announcement period, unless a shorter one is agreed. */
const DEBIT_NOTICE_DAYS = 14

/** A sentence of an e-mail, with the time of the e-mail in milliseconds. */
type SentSentence = Sentence & { at: number }
type Subscription = { id: number; email: string | null; tier: string; created_at: Date }
type Charge = {
  id: string
  subscription: number
  email: string | null
  amount: number
  state: string
  initiator: string
  sequence: number
  kind: string | null
  provider: string
  /** Start of the charge; of a wallet's charge, at the wallet. */
  created_at: Date
  reference: string | null
  starts_at: Date
  /** When its payment data were entered. */
  method_at: Date | null
  /** When the charge of the previous period succeeded; before that, it is unknown whether there will be another one. */
  earlier_at: Date | null
  number: string | null
  plan: number
  /** The operator has moved the subscription to another plan since its purchase. */
  moved: boolean
}

/** @returns one line for each charge that was announced wrongly or not at all, and for each wrong e-mail */
export async function wrongAnnouncements(walk: Walk): Promise<string[]> {
  const mails = await sentMails(walk.world)
  const subscriptions = await rows<Subscription>(
    walk,
    `select s.id::int, a.email, s.created_at, case when s.plan_id in (${PREMIUM}) then 'PREMIUM' else 'MAGZ' end as tier
     from subscriptions s left join accounts a on a.id = s.account_id order by s.created_at desc`,
  )
  const charges = await rows<Charge>(
    walk,
    `select a.id, i.subscription_id::int as subscription, c.email, a.amount, a.state, a.initiator, p.sequence, m.kind, a.provider, a.created_at,
       a.provider_reference as reference, p.starts_at, m.created_at as method_at, i.number,
       (select max(e.settled_at) from periods q join invoices j on j.period_id = q.id join payment_attempts e on e.invoice_id = j.id
         where q.subscription_id = p.subscription_id and q.sequence = p.sequence - 1 and e.state = 'succeeded') as earlier_at, s.plan_id as plan,
       exists (select from subscription_actions t where t.subscription_id = s.id and t.kind = 'downgrade') as moved
     from payment_attempts a join invoices i on i.id = a.invoice_id join periods p on p.id = i.period_id
     join subscriptions s on s.id = i.subscription_id left join accounts c on c.id = i.account_id
     left join payment_methods m on m.id = a.payment_method_id order by a.created_at`,
  )
  const createdAt = walletChargeTimes(walk)
  for (const charge of charges) charge.created_at = createdAt.get(charge.reference ?? '') ?? charge.created_at
  const about = sentencesOf(mails, subscriptions, charges)
  return [
    ...renewals(charges, about),
    ...(await debits(walk, charges, mails)),
    ...receipts(charges, mails, subscriptions),
    ...(await invoicesWithoutEmail(walk, mails)),
    ...(await returns(walk, mails)),
    ...carts(walk, charges),
    ...walletPlans(walk),
  ]
}

async function rows<Row>({ world }: Walk, query: string, values: unknown[] = []): Promise<Row[]> {
  return (await world.db.query(query, values)).rows as Row[]
}

const PREMIUM = plans
  .filter(({ tier }) => tier === 'PREMIUM')
  .map(({ subscriptionId }) => subscriptionId)
  .join(', ')
/** Returns the announcements of charges by subscription, oldest first. */
function sentencesOf(mails: readonly SentMail[], subscriptions: readonly Subscription[], charges: readonly Charge[]) {
  const byNumber = new Map(charges.map(({ number, subscription }) => [number, subscription]))
  const about = new Map<number, SentSentence[]>()
  for (const mail of mails) {
    const sentences = sentencesIn(mail.text).map((each) => ({ ...each, at: mail.at }))
    const subscription = sentences.length > 0 ? subscriptionOf(mail, subscriptions, byNumber) : undefined
    if (subscription !== undefined) about.set(subscription, [...(about.get(subscription) ?? []), ...sentences])
  }
  return about
}

/** Finds the subscription of an e-mail: by its number or invoice, otherwise the reader's newest at that time. */
function subscriptionOf(
  { text, to, at }: SentMail,
  subscriptions: readonly Subscription[],
  byNumber: Map<string | null, number>,
) {
  const named = /Vertrag(?:snummer)?:? V-0*(\d+)/.exec(text)?.[1]
  if (named) return Number(named)
  const invoiced = byNumber.get(/Rechnung (\d{4}-\d+)/.exec(text)?.[1] ?? '')
  if (invoiced !== undefined) return invoiced
  const candidates = subscriptions.filter(({ email, created_at }) => email === to && created_at.getTime() <= at + 1000)
  return (candidates.find(({ tier }) => text.includes(`read-it ${tier}`)) ?? candidates[0])?.id
}

/** Later charges of a subscription must equal the last announcement for their day. */
function renewals(charges: readonly Charge[], about: Map<number, SentSentence[]>): string[] {
  return charges.flatMap((charge) => {
    if (charge.sequence === 1 || charge.amount === 0) return []
    // A wallet's charge that was refunded when it arrived, according to the ledger.
    if (charge.provider === 'paypal' && charge.state === 'declined') return []
    const [day, at] = [daysTo(charge.starts_at), charge.created_at.getTime()]
    const covering = (about.get(charge.subscription) ?? []).filter(({ from, until }) => from <= day && day <= until)
    const last = covering.findLast((each) => each.at + MAIL_SECOND_MS <= at)
    if (!last || last.amount === null || last.amount === charge.amount) return []
    const isAtOnce = covering.some(
      (each) => Math.abs(each.at - at) < AT_ONCE_MS && (each.amount === null || each.amount === charge.amount),
    )
    if (isAtOnce) return []
    return [`${nameOf(charge)}: announced on ${inIso(last.at)} "${last.words}"`]
  })
}

/**
 * A renewal by debit must be announced with its amount and day, and must not be charged earlier. There is no announcement if
 * the clock skipped its days, or if the debit was decided only after the last billing run.
 */
async function debits(walk: Walk, charges: readonly Charge[], mails: readonly SentMail[]): Promise<string[]> {
  const says = new RegExp(`am ${DAY} ziehen wir ${MONEY} für`, 'u')
  const announced = mails.flatMap(({ at, text }) => {
    const found = says.exec(text)?.groups
    const subscription = Number(/Vertrag: V-0*(\d+)/.exec(text)?.[1])
    return found ? [{ at, subscription, day: dayInWords(found.day!), amount: amountInWords(found.money!) }] : []
  })
  const acts = await rows<{ subscription: number; at: Date }>(
    walk,
    'select subscription_id::int as subscription, at from subscription_actions',
  )
  const resumed = mails.filter(({ text }) => text.includes('zurückgenommen')).map(({ to, at }) => ({ to, at }))
  const decided = ({ subscription, email, starts_at, created_at, method_at, earlier_at }: Charge) =>
    [
      starts_at.getTime() - DEBIT_NOTICE_DAYS * DAY_MS,
      method_at?.getTime() ?? 0,
      earlier_at?.getTime() ?? 0,
      ...acts.filter((act) => act.subscription === subscription && act.at < created_at).map(({ at }) => at.getTime()),
      ...resumed.filter(({ to, at }) => to === email && at < created_at.getTime()).map(({ at }) => at),
    ].toSorted((a, b) => b - a)[0]!
  return charges.flatMap((charge) => {
    const { subscription, sequence, kind, initiator, amount, starts_at, created_at } = charge
    if (sequence === 1 || kind !== 'DD' || initiator !== 'merchant' || amount === 0) return []
    const [day, at] = [daysTo(starts_at), created_at.getTime()]
    const last = announced.findLast((each) => each.subscription === subscription && each.day === day && each.at < at)
    if (!last) {
      const could = walk.billed.some(
        (run) => run > decided(charge) + AT_ONCE_MS && run < Math.min(at, starts_at.getTime()) - AT_ONCE_MS,
      )
      return could ? [`${nameOf(charge)}: a debit that was not announced`] : []
    }
    if (last.amount !== amount) return [`${nameOf(charge)}: ${last.amount} was announced on ${inIso(last.at)}`]
    return daysTo(created_at) < day ? [`${nameOf(charge)}: taken before the announced day`] : []
  })
}

/** Every e-mail about one payment must name an amount that was charged, and that was received if the e-mail says so. */
function receipts(charges: readonly Charge[], mails: readonly SentMail[], subscriptions: readonly Subscription[]): string[] {
  const received = new RegExp(`haben wir ${MONEY} erhalten. Die Rechnung (?<number>\\S+) liegt`, 'u')
  const confirmed = new RegExp(`Vertrag: V-0*(?<subscription>\\d+) Abo: .*(Bezahlt|Wird abgebucht): ${MONEY}`, 'u')
  const requested = new RegExp(
    `(wir wollten ${MONEY} für|Tage .{1,40} sind (?<due>CHF [\\d.’]+|[\\d.]+,\\d\\d €) fällig. Ihre Bank)`,
    'u',
  )
  return mails.flatMap((mail) => {
    const { text, to, at } = mail
    const receipt = received.exec(text)?.groups
    const first = confirmed.exec(text)?.groups
    const unpaid = requested.exec(text)?.groups
    const amount = amountInWords(receipt?.money ?? first?.money ?? unpaid?.money ?? unpaid?.due ?? '')
    const known = receipt
      ? charges.some((each) => each.number === receipt.number && each.state === 'succeeded' && each.amount === amount)
      : first
        ? charges.some(
            (each) => each.subscription === Number(first.subscription) && each.sequence === 1 && each.amount === amount,
          )
        : unpaid
          ? charges.some(
              (each) =>
                each.amount === amount &&
                each.sequence > 1 &&
                (each.email ?? to) === to &&
                each.created_at.getTime() <= at + AT_ONCE_MS,
            )
          : true
    const isGone = !subscriptions.some(({ email }) => email === to)
    return known || (isGone && !receipt)
      ? []
      : [`an e-mail to ${to} on ${inIso(at)} names ${amount}, which no charge was: ${mail.subject}`]
  })
}

/** Every reachable reader must have an e-mail about each invoice and correction. */
async function invoicesWithoutEmail(walk: Walk, mails: readonly SentMail[]): Promise<string[]> {
  const invoices = await rows<{ number: string; subscription: number; isFirst: boolean; email: string }>(
    walk,
    `select i.number, i.subscription_id::int as subscription, coalesce(p.sequence = 1, false) as "isFirst", a.email from invoices i
     join accounts a on a.id = i.account_id and a.deactivated_at is null left join periods p on p.id = i.period_id
     where i.number is not null and i.subscription_id is not null
       -- The rest of a subscription that was upgraded is part of the confirmation of the new one.
       and not exists (select from invoices u where u.credit_note_id = i.id)`,
  )
  const texts = mails.map(({ text, subject }) => `${subject} ${text}`).join('\n')
  const numbers = new Set(texts.match(/[A-Z]?\d{4}-\d{6}/g))
  const confirmed = new Set([...texts.matchAll(/Vertrag: V-0*(\d+) Abo:/g)].map((each) => Number(each[1])))
  return invoices
    .filter(({ number, subscription, isFirst }) => !numbers.has(number) && !(isFirst && confirmed.has(subscription)))
    .map(({ number, email }) => `invoice ${number}: ${email} never got an e-mail about it`)
}

/** The refund named in an e-mail must equal the refunded amount. */
async function returns(walk: Walk, mails: readonly SentMail[]): Promise<string[]> {
  const options = await rows<{ number: string | null; email: string | null; amount: number; credited: number | null }>(
    walk,
    `select n.number, c.email, r.amount, -n.gross as credited from refunds r join payment_attempts a on a.id = r.attempt_id
     join invoices i on i.id = a.invoice_id left join accounts c on c.id = i.account_id left join invoices n on n.id = r.credit_note_id`,
  )
  const credited = new RegExp(`${MONEY} gutgeschrieben. Die \\p{L}+ (?<number>\\S+) liegt .{1,40} Der Betrag geht`, 'u')
  const late = new RegExp(`haben wir ${MONEY} für .{1,40} erhalten. Dafür konnte kein Abo`, 'u')
  const gone = new Set(walk.readers.filter((reader) => !alive(walk).includes(reader)).map(({ email }) => email))
  return mails.flatMap(({ text, to, at, subject }) => {
    const credit = credited.exec(text)?.groups
    const returned = late.exec(text)?.groups
    if ((!credit && !returned) || gone.has(to)) return []
    const amount = amountInWords((credit ?? returned)!.money!)
    // An operator's refund may pay out part of an earlier credit; only the rest is credited again.
    const isGiven = options.some((each) =>
      credit
        ? each.number === credit.number && each.credited === amount && each.amount >= amount
        : each.email === to && each.amount === amount,
    )
    return isGiven ? [] : [`an e-mail to ${to} on ${inIso(at)} gives back ${amount}, which no refund does: ${subject}`]
  })
}

/** A purchase must charge the amount shown next to its button. */
function carts(walk: Walk, charges: readonly Charge[]): string[] {
  const byEmail = new Map(walk.readers.map((reader) => [reader.email, reader]))
  return charges.flatMap((charge) => {
    const { sequence, initiator, provider, email, created_at, plan, moved, amount } = charge
    if (sequence !== 1 || initiator !== 'customer' || provider !== 'sandbox') return []
    const at = created_at.getTime()
    const shown = byEmail
      .get(email ?? '')
      ?.accepted.filter((each) => (each.plan === plan || moved) && each.at <= at + 2000 && each.at > at - CART_MS)
    if (!shown?.length || shown.some(({ total }) => total === amount)) return []
    return [`${nameOf(charge)}: the button showed ${shown.map(({ total }) => total).join(', ')}`]
  })
}

/** The wallet's charges of a subscription must equal the amounts shown next to the button. */
function walletPlans(walk: Walk): string[] {
  const providerDb = new DatabaseSync(walk.world.providerFile, { readOnly: true })
  // The browser of this payer requests another price; such subscriptions are rejected, as the ledger shows.
  const honest = providerDb.prepare("select id from wallet_subscriptions where id = ? and payer <> 'other-price'")
  const taken = providerDb.prepare(
    "select id, amount from wallet_charges where subscription = ? and status = 'COMPLETED' order by at, id",
  )
  const findings = walk.readers.flatMap(({ email, shown }) =>
    shown.flatMap(({ approved, price, regular, reduced }) => {
      if (!approved || !honest.get(approved)) return []
      const free = price === 0 ? reduced : 0
      return (taken.all(approved) as { id: string; amount: number }[]).flatMap(({ id, amount }, place) => {
        const expected = place + free < reduced ? price : regular
        return expected === amount ? [] : [`wallet charge ${id} of ${email}: ${expected} was shown, ${amount} was taken`]
      })
    }),
  )
  providerDb.close()
  return findings
}

// Not the product's own function, because this file checks the days of charges.
const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: BUSINESS_TIME_ZONE })
/** Returns the number of days from 1970 to a time, in Vienna. */
const daysTo = (time: Date) => Date.parse(calendar.format(time)) / DAY_MS
const inIso = (time: number) => new Date(time).toISOString()
const nameOf = ({ id, subscription, amount, starts_at, created_at }: Charge) =>
  `charge ${id} of subscription ${subscription} for ${starts_at.toISOString()} took ${amount} on ${created_at.toISOString()}`
