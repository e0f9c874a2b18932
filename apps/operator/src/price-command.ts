import { parseArgs } from 'node:util'
import { announcePriceChanges } from '@kiosk/backend/billing/plans/announce-price-changes'
import { beginCampaign, type CampaignError, campaigns, stopCampaign } from '@kiosk/backend/billing/plans/price-changes'
import { planOf, pricesAt } from '@kiosk/backend/billing/plans/prices'
import { preparePlan } from '@kiosk/backend/billing/wallets/plans'
import type { Database } from '@kiosk/backend/db/connect'
import { dayInUtc } from '@kiosk/domain/day'
import { formatMoney } from '@kiosk/domain/money'
import { regionById } from '@kiosk/domain/regions'
import { type Plan, plans } from '@kiosk/domain/subscriptions/plans'
import type { Command } from './command.ts'
import { openContext } from './open-context.ts'
import { amountOf, dayOf } from './parse-values.ts'
import { notifyServers, withDatabase } from './with-database.ts'

const HELP = `Usage: npm run kiosk -- price set PLAN AMOUNT [--from DAY] [--running] [--without-wallet]
       npm run kiosk -- price raise PLAN AMOUNT --from DAY
       npm run kiosk -- price campaigns
       npm run kiosk -- price stop NUMBER
       npm run kiosk -- price list

Sets the price of a plan for 30 days, tax included, for purchases from a day on. Running subscriptions keep the price at which
they were sold.

  PLAN        its number: ${plans.map((each) => `${each.subscriptionId} ${nameOf(each)}`).join(', ')}
  AMOUNT      in the currency of its market: 14.99
  --from DAY  first day, Vienna time (2026-12-31); default: today
  --running   also lowers running subscriptions with a higher price, from their first renewal on or after that day; their
              readers are informed by e-mail
  --without-wallet
              sets the price even if no plan at the wallet charges it; from that day on the wallet is not offered for the plan

A wallet charges by plans of its own (PAYPAL_PLANS). A price that applies from today changes such a plan unless it has
subscribers; a later price needs a plan that already charges it.

raise  Starts a campaign: readers who pay less for the plan are informed by e-mail of the old and the new price and of the day,
       at least thirty days before the first charge at the new price, with a link to agree or to cancel. "priceRise" in
       operator.json sets the rule for each market: "consent" (readers who agree pay the new price; "withoutConsent" decides
       whether the others "keep" their price or "end"), "object" (readers who do not cancel pay it), "keep" (prices cannot be
       raised). The new price may not exceed the list price of that day: set that first. Readers whose e-mail was not sent keep
       their price. Subscriptions charged by a wallet or store keep theirs.
stop   Stops a campaign: no further e-mails are sent; readers who do not pay the new price yet keep the old one and are informed.

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64

export const priceCommand: Command = {
  summary: 'prices of the plans: set, raise for running subscriptions, list',
  help: HELP,
  async run(args) {
    const options = {
      from: { type: 'string' },
      running: { type: 'boolean' },
      'without-wallet': { type: 'boolean' },
    } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [action, ...rest] = positionals
    if (action === 'campaigns' && rest.length === 0) return listCampaigns()
    if (action === 'stop' && rest.length === 1 && /^\d{1,9}$/.test(rest[0]!)) return stop(Number(rest[0]))
    const raised = action === 'raise' && values.from ? priceOf(rest, values.from) : null
    if (raised) return begin(raised, 'raise')
    const wanted = action === 'set' ? priceOf(rest, values.from) : null
    if (!wanted && (action !== 'list' || rest.length > 0)) {
      console.error(HELP)
      return WRONG_USE
    }
    const rejected = wanted && !values['without-wallet'] ? await walletRejection(wanted) : null
    if (rejected) {
      console.error(`${rejected}\nNothing was changed. Use --without-wallet to set the price anyway.`)
      return 1
    }
    await withDatabase(async (db) => {
      if (wanted) await set(db, wanted)
      for (const line of await linesOf(db, wanted ? new Date(wanted.valid_from) : undefined)) console.log(line)
    })
    return wanted && values.running ? begin(wanted, 'lower') : 0
  },
}

/** Why the wallet cannot charge a new price, as a sentence; null: it can, or there is no wallet. */
async function walletRejection({ plan_id, valid_from, price }: NonNullable<ReturnType<typeof priceOf>>) {
  const { ctx, close } = await openContext()
  try {
    const { wallet } = ctx.payments
    if (!wallet) return null
    return await preparePlan(ctx, wallet, { tariff: plan_id, price, isFromToday: valid_from <= dayInUtc(ctx.now()) })
  } catch (error) {
    return `The plans of the wallet could not be loaded: ${(error as Error).message}`
  } finally {
    await close()
  }
}

const FAULTS: Record<CampaignError, string> = {
  'unknown-tariff': 'There is no such plan.',
  'keeps-price': '"priceRise" in operator.json does not allow to raise the price of running subscriptions in this market.',
  'too-soon': 'The day is less than thirty days away: readers could not be informed in time.',
  'too-late': 'The day is more than 300 days away.',
  'above-list': 'The list price of that day is lower. Set it first: price set.',
  'other-runs':
    'Another campaign of this plan has announced a price that does not apply yet (see "price campaigns"). Stop it, or wait.',
}

/** Starts a campaign and queues its e-mails, which the server sends. */
async function begin({ plan_id: plan, price, valid_from }: NonNullable<ReturnType<typeof priceOf>>, kind: 'raise' | 'lower') {
  return withContext(async (ctx) => {
    const begun = await beginCampaign(ctx, { tariff: plan, price, fromDay: valid_from, kind })
    if ('fault' in begun) {
      console.error(`${FAULTS[begun.fault]}\nNothing was changed.`)
      return 1
    }
    await announcePriceChanges(ctx)
    for (const line of await campaignLines(ctx.db, ctx.now(), begun.id)) console.log(line)
    return 0
  })
}

async function stop(id: number): Promise<number> {
  return withContext(async (ctx) => {
    const stopped = await stopCampaign(ctx, id)
    if (stopped) console.log('Stopped.')
    else console.error('There is no running campaign with this number.')
    return stopped ? 0 : 1
  })
}

function listCampaigns(): Promise<number> {
  return withDatabase(async (db) => {
    for (const line of await campaignLines(db, new Date())) console.log(line)
    return 0
  })
}

async function withContext<T>(work: (ctx: Awaited<ReturnType<typeof openContext>>['ctx']) => Promise<T>): Promise<T> {
  const { ctx, close } = await openContext()
  try {
    return await work(ctx)
  } finally {
    await close()
  }
}

const RULES = {
  lower: 'lower price',
  object: 'may cancel until the day',
  consent: { keep: 'asked to agree, else they keep their price', end: 'asked to agree, else they end' },
} as const

/** One line per campaign; with `only`, the line of that one. */
export async function campaignLines(db: Database, now: Date, only?: number): Promise<string[]> {
  const all = (await campaigns(db, now)).filter(({ id }) => only === undefined || id === only)
  if (all.length === 0) return ['There are no campaigns.']
  return all.map((each) => {
    const { id, plan_id, price, from_day, rule, without_consent, noted, notified, agreed, left, holds } = each
    const money = formatMoney({ minor: price, currency: planOf(plan_id)!.currency })
    const state = each.stopped_at ? 'stopped' : each.closed_at ? 'closed' : 'runs'
    const means = rule === 'consent' ? RULES.consent[without_consent] : RULES[rule]
    const counts = `${noted} affected, ${notified} informed, ${agreed} agreed, ${left} left, ${holds} pay it`
    return `${id}  plan ${plan_id}: ${money} from ${from_day}, ${means}; ${state}; ${counts}`
  })
}

/** The row of a new price; null if the arguments are invalid. */
export function priceOf([plan = '', amount = '', ...more]: string[], from = dayInUtc(new Date())) {
  const known = plans.find(({ subscriptionId }) => String(subscriptionId) === plan)
  const [price, day] = [amountOf(amount), dayOf(from)]
  if (!known || !price || !day || more.length > 0) return null
  return { plan_id: known.subscriptionId, valid_from: dayInUtc(day), price }
}

async function set(db: Database, row: NonNullable<ReturnType<typeof priceOf>>): Promise<void> {
  await db
    .insertInto('prices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['plan_id', 'valid_from']).doUpdateSet({ price: row.price }))
    .execute()
  await notifyServers(db)
}

/** The price of every plan on a day. */
export async function linesOf(db: Database, day = new Date()): Promise<string[]> {
  const prices = await pricesAt(db, day)
  return plans.map((plan) => {
    const { subscriptionId, region } = plan
    const money = formatMoney({ minor: prices.get(subscriptionId)!, currency: regionById(region)!.currency })
    return `${String(subscriptionId).padStart(2)} ${nameOf(plan).padEnd(12)} ${money} on ${dayInUtc(day)}`
  })
}

function nameOf({ tier, region }: Plan): string {
  return `${tier} ${regionById(region)?.country}`
}
