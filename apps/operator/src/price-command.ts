import { parseArgs } from 'node:util'
import type { Database } from '@kiosk/api/database/connect'
import { pricesAt } from '@kiosk/api/payments/prices'
import { preparePlan } from '@kiosk/api/payments/wallet-plans'
import { formatMoney } from '@kiosk/domain/money'
import { regionById } from '@kiosk/domain/regions'
import { type Tariff, tariffs } from '@kiosk/domain/subscriptions/tariffs'
import { atTheDatabase, tellServers } from './at-the-database.ts'
import { amountOf, dayOf, isoDay } from './entered-values.ts'
import type { Command } from './kiosk.ts'
import { openHouse } from './open-house.ts'

const HELP = `Usage: npm run kiosk -- price set TARIFF AMOUNT [--from DAY] [--without-wallet]
       npm run kiosk -- price list

What a tariff costs for 30 days, tax included, for who buys it from a day on. Running subscriptions keep the price that they
were sold at.

  TARIFF      its number: ${tariffs.map((each) => `${each.subscriptionId} ${nameOf(each)}`).join(', ')}
  AMOUNT      in the currency of its market: 14.99
  --from DAY  first day, in Vienna (2026-12-31); default: today
  --without-wallet
              set it also where no plan of the wallet charges it: from that day on the wallet is not offered for the tariff

A wallet charges by plans of its own (PAYPAL_PLANS). A price from today on changes the plan, unless somebody pays by it; a later
one needs a plan that charges it.

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64

export const priceCommand: Command = {
  summary: 'prices of the tariffs: set, list',
  help: HELP,
  async run(args) {
    const options = { from: { type: 'string' }, 'without-wallet': { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [action, ...rest] = positionals
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
    return atTheDatabase(async (db) => {
      if (wanted) await set(db, wanted)
      for (const line of await linesOf(db, wanted ? new Date(wanted.valid_from) : undefined)) console.log(line)
      return 0
    })
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
