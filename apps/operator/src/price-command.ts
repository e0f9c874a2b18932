import { parseArgs } from 'node:util'
import type { Database } from '@kiosk/api/database/connect'
import { beginCampaign, type CampaignFault, campaigns, stopCampaign } from '@kiosk/api/payments/price-campaigns'
import { pricesAt, tariffOf } from '@kiosk/api/payments/prices'
import { tellPrices } from '@kiosk/api/payments/tell-prices'
import { preparePlan } from '@kiosk/api/payments/wallet-plans'
import { formatMoney } from '@kiosk/domain/money'
import { regionById } from '@kiosk/domain/regions'
import { type Tariff, tariffs } from '@kiosk/domain/subscriptions/tariffs'
import { atTheDatabase, tellServers } from './at-the-database.ts'
import { amountOf, dayOf, isoDay } from './entered-values.ts'
import type { Command } from './kiosk.ts'
import { openHouse } from './open-house.ts'

const HELP = `Usage: npm run kiosk -- price set TARIFF AMOUNT [--from DAY] [--running] [--without-wallet]
       npm run kiosk -- price raise TARIFF AMOUNT --from DAY
       npm run kiosk -- price campaigns
       npm run kiosk -- price stop NUMBER
       npm run kiosk -- price list

What a tariff costs for 30 days, tax included, for who buys it from a day on. Running subscriptions keep the price that they
were sold at.

  TARIFF      its number: ${tariffs.map((each) => `${each.subscriptionId} ${nameOf(each)}`).join(', ')}
  AMOUNT      in the currency of its market: 14.99
  --from DAY  first day, in Vienna (2026-12-31); default: today
  --running   running subscriptions that cost more get the price, too, from their first renewal on or after that day; they are
              told by e-mail
  --without-wallet
              set it also where no plan of the wallet charges it: from that day on the wallet is not offered for the tariff

A wallet charges by plans of its own (PAYPAL_PLANS). A price from today on changes the plan, unless somebody pays by it; a later
one needs a plan that charges it.

raise  A campaign: everybody who has the tariff for less is told by e-mail of old and new price and of the day, thirty days or
       more before the first charge at it, with a link to agree or to cancel. What it needs is said for each market by
       "priceRise" in operator.json: "consent" (who agrees pays it; "withoutConsent": the others "keep" their price or "end"),
       "object" (who does not cancel pays it), "keep" (it cannot be raised). At most the list price of that day; set that
       first. Who was not told, because the e-mail did not get out, keeps the price. Subscriptions that a wallet or store
       charges keep theirs.
stop   Nobody is told any more; who was told and does not pay the new price yet keeps the old one, and is told so.

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64

export const priceCommand: Command = {
  summary: 'prices of the tariffs: set, raise for running subscriptions, list',
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
    const refused = wanted && !values['without-wallet'] ? await walletRefusal(wanted) : null
    if (refused) {
      console.error(`${refused}\nNothing was changed. With --without-wallet the price is set all the same.`)
      return 1
    }
    await atTheDatabase(async (db) => {
      if (wanted) await set(db, wanted)
      for (const line of await linesOf(db, wanted ? new Date(wanted.valid_from) : undefined)) console.log(line)
    })
    return wanted && values.running ? begin(wanted, 'lower') : 0
  },
}

/** Why the wallet cannot charge a new price, in words; null: it can, or there is no wallet. */
async function walletRefusal({ subscription_id, valid_from, price }: NonNullable<ReturnType<typeof priceOf>>) {
  const { house, close } = await openHouse()
  try {
    const { wallet } = house.payments
    if (!wallet) return null
    return await preparePlan(house, wallet, { tariff: subscription_id, price, isFromToday: valid_from <= isoDay(house.now()) })
  } catch (error) {
    return `The wallet could not be asked about its plans: ${(error as Error).message}`
  } finally {
    await close()
  }
}

const FAULTS: Record<CampaignFault, string> = {
  'unknown-tariff': 'There is no such tariff.',
  'keeps-price': 'By "priceRise" in operator.json running subscriptions keep their price in this market.',
  'too-soon': 'The day is less than thirty days away: nobody could be told in time.',
  'too-late': 'The day is more than 300 days away.',
  'above-list': 'New buyers pay less than that on that day. Set the list price first: price set.',
  'other-runs':
    'Another campaign of this tariff has told readers of a price that does not hold yet: price campaigns. Stop it, or wait.',
}

/** Begins a campaign and tells those whom it is about; the e-mails go out with the server's others. */
async function begin(
  { subscription_id: tariff, price, valid_from }: NonNullable<ReturnType<typeof priceOf>>,
  kind: 'raise' | 'lower',
) {
  return withHouse(async (house) => {
    const begun = await beginCampaign(house, { tariff, price, fromDay: valid_from, kind })
    if ('fault' in begun) {
      console.error(`${FAULTS[begun.fault]}\nNothing was changed.`)
      return 1
    }
    await tellPrices(house)
    for (const line of await campaignLines(house.db, house.now(), begun.id)) console.log(line)
    return 0
  })
}

async function stop(id: number): Promise<number> {
  return withHouse(async (house) => {
    const stopped = await stopCampaign(house, id)
    if (stopped) console.log('Stopped.')
    else console.error('No such campaign runs.')
    return stopped ? 0 : 1
  })
}

function listCampaigns(): Promise<number> {
  return atTheDatabase(async (db) => {
    for (const line of await campaignLines(db, new Date())) console.log(line)
    return 0
  })
}

async function withHouse<T>(work: (house: Awaited<ReturnType<typeof openHouse>>['house']) => Promise<T>): Promise<T> {
  const { house, close } = await openHouse()
  try {
    return await work(house)
  } finally {
    await close()
  }
}

const RULES = {
  lower: 'lower price',
  object: 'may cancel until the day',
  consent: { keep: 'asked to agree, else they keep their price', end: 'asked to agree, else they end' },
} as const

/** A line a campaign; `only` this one. */
export async function campaignLines(db: Database, now: Date, only?: number): Promise<string[]> {
  const all = (await campaigns(db, now)).filter(({ id }) => only === undefined || id === only)
  if (all.length === 0) return ['There are no campaigns.']
  return all.map((each) => {
    const { id, plan_id, price, from_day, rule, without_consent, noted, told, agreed, left, holds } = each
    const money = formatMoney({ minor: price, currency: tariffOf(plan_id)!.currency })
    const state = each.stopped_at ? 'stopped' : each.closed_at ? 'closed' : 'runs'
    const means = rule === 'consent' ? RULES.consent[without_consent] : RULES[rule]
    const counts = `${noted} noted, ${told} told, ${agreed} agreed, ${left} left, ${holds} pay it`
    return `${id}  tariff ${plan_id}: ${money} from ${from_day}, ${means}; ${state}; ${counts}`
  })
}

/** The row of a new price, or null where something of it can't be. */
export function priceOf([tariff = '', amount = '', ...more]: string[], from = isoDay(new Date())) {
  const known = tariffs.find(({ subscriptionId }) => String(subscriptionId) === tariff)
  const [price, day] = [amountOf(amount), dayOf(from)]
  if (!known || !price || !day || more.length > 0) return null
  return { subscription_id: known.subscriptionId, valid_from: isoDay(day), price }
}

async function set(db: Database, row: NonNullable<ReturnType<typeof priceOf>>): Promise<void> {
  await db
    .insertInto('prices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['subscription_id', 'valid_from']).doUpdateSet({ price: row.price }))
    .execute()
  await tellServers(db)
}

/** What every tariff costs on a day. */
export async function linesOf(db: Database, day = new Date()): Promise<string[]> {
  const prices = await pricesAt(db, day)
  return tariffs.map((tariff) => {
    const { subscriptionId, region } = tariff
    const money = formatMoney({ minor: prices.get(subscriptionId)!, currency: regionById(region)!.currency })
    return `${String(subscriptionId).padStart(2)} ${nameOf(tariff).padEnd(12)} ${money} on ${isoDay(day)}`
  })
}

function nameOf({ tier, region }: Tariff): string {
  return `${tier} ${regionById(region)?.country}`
}
