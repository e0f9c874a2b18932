import { parseArgs } from 'node:util'
import { pricesAt } from '@kiosk/backend/billing/plans/prices'
import type { Database } from '@kiosk/backend/db/connect'
import { dayInUtc } from '@kiosk/domain/day'
import { regionById } from '@kiosk/domain/regions'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { promoCodeOf } from '@kiosk/domain/subscriptions/promo-code'
import { sql } from 'kysely'
import type { Command } from './command.ts'
import { amountOf, titlesOf, validityOf } from './parse-values.ts'
import { notifyServers, withDatabase } from './with-database.ts'

const HELP = `Usage: npm run kiosk -- voucher add CODE --for PLANS --price AMOUNT [--days N] [--from DAY] [--until DAY] [--most N]
                                  [--special-offer] [--title TEXT] [--title-en TEXT] [--title-fr TEXT]
                                  [--background COLOUR] [--colour COLOUR]
       npm run kiosk -- voucher list
       npm run kiosk -- voucher end CODE

A voucher lowers the price of a subscription for a number of charges; each account may redeem it once.

  --for PLANS     numbers of plans with the same currency, see "price list": 2,5
  --price AMOUNT  for 30 days, in the currency of the plans: 3.99; 0, or at least 0.50, because providers charge no less
  --days N        how long the lower price applies, 30 days per charge; default: three charges
  --from DAY      first day on which it may be redeemed (2026-12-31, UTC); default: today
  --until DAY     last day; default: until it is ended
  --most N        maximum number of redemptions; default: unlimited
  --special-offer shown to everyone on the cards of its plans
  --title TEXT    the badge on the card, in German; --title-en and --title-fr in English and French
  --background, --colour  of the badge: #b3261e; default: white on red

Environment: DATA_DIR, DATABASE_URL.`

const WRONG_USE = 64
/** Minor units, in every currency; the database holds it too. */
const SMALLEST_CHARGE = 50

export const voucherCommand: Command = {
  summary: 'vouchers and special offers: add, list, end',
  help: HELP,
  async run(args) {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...{ for: text, price: text, days: text, from: text, until: text, most: text },
        ...{ title: text, 'title-en': text, 'title-fr': text, background: text, colour: text },
        'special-offer': { type: 'boolean' },
      },
    })
    const [action, typed = '', ...rest] = positionals
    const wanted = action === 'add' && rest.length === 0 ? voucherOf(typed, values) : null
    const ending = action === 'end' && rest.length === 0 ? promoCodeOf(typed) : null
    if (!wanted && !ending && (action !== 'list' || typed)) {
      console.error(HELP)
      return WRONG_USE
    }
    return withDatabase(async (db) => {
      if (wanted) return add(db, wanted)
      if (ending) return end(db, ending)
      for (const line of await linesOf(db)) console.log(line)
      return 0
    })
  },
}

type Wanted = NonNullable<ReturnType<typeof voucherOf>>
type Name = 'for' | 'price' | 'days' | 'from' | 'until' | 'most' | 'title' | 'title-en' | 'title-fr' | 'background' | 'colour'
type Options = Partial<Record<Name, string>> & { 'special-offer'?: boolean }

/** The row of a new voucher; null if the arguments are invalid. */
export function voucherOf(typed: string, options: Options, today = dayInUtc(new Date())) {
  const code = promoCodeOf(typed)
  const ids = options.for?.split(',').map((id) => plans.find(({ subscriptionId }) => String(subscriptionId) === id.trim()))
  const price = amountOf(options.price ?? '')
  const validity = validityOf(options, today)
  const { background, colour } = options
  const areColours = [background, colour].every((each) => each === undefined || /^#[0-9a-f]{6}$/.test(each))
  if (!code || !ids || ids.includes(undefined) || price === null || isTooLittle(price) || !validity || !areColours) return null
  // The same amount is a different price in another currency.
  if (new Set(ids.map((each) => regionById(each!.region)!.currency)).size > 1) return null
  const title = options.title ?? ''
  return {
    code,
    kind: options['special-offer'] ? 'special-offer' : 'voucher',
    plan_ids: ids.map((each) => each!.subscriptionId),
    price,
    days: validity.days ?? null,
    max_redemptions: validity.most ?? null,
    titles: title ? titlesOf(title, options) : '{}',
    background: background ?? null,
    colour: colour ?? null,
    redeemable_from: validity.from,
    redeemable_until: validity.until ?? null,
  }
}

/** Less than providers charge. */
function isTooLittle(price: number): boolean {
  return price > 0 && price < SMALLEST_CHARGE
}

async function add(db: Database, voucher: Wanted): Promise<number> {
  const prices = await pricesAt(db, voucher.redeemable_from)
  const notReduced = voucher.plan_ids.filter((id) => voucher.price >= prices.get(id)!)
  if (notReduced.length > 0) {
    console.error(`${voucher.code} would not reduce the price of plan ${notReduced.join(', ')}.`)
    return 1
  }
  const added = await db
    .insertInto('vouchers')
    .values(voucher)
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  if (!added) {
    console.error(`The voucher ${voucher.code} already exists and was not changed.`)
    return 1
  }
  await notifyServers(db)
  console.log(`${voucher.code} can be redeemed.`)
  return 0
}

/** Ends a voucher; readers who have redeemed it keep the lower price. */
async function end(db: Database, code: string): Promise<number> {
  const ended = await db
    .updateTable('vouchers')
    .set({ redeemable_until: sql<Date>`least(redeemable_until, now())` })
    .where('code', '=', code)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) {
    console.error(`There is no voucher ${code}.`)
    return 1
  }
  await notifyServers(db)
  console.log(`${code} can no longer be redeemed.`)
  return 0
}

/** One line per voucher: price, plans, last day, number of redemptions. */
export async function linesOf(db: Database): Promise<string[]> {
  const vouchers = await db.selectFrom('vouchers').selectAll().orderBy('kind').orderBy('code').execute()
  if (vouchers.length === 0) return ['There are no vouchers.']
  return vouchers.map(({ code, kind, plan_ids, price, days, redeemable_until, max_redemptions: most, redeemed }) => {
    const until = redeemable_until ? `to ${dayInUtc(new Date(redeemable_until.getTime() - 1))}` : 'without an end'
    const count = most === null ? `${redeemed} redeemed` : `${redeemed} of ${most} redeemed`
    const gives = `${(price / 100).toFixed(2)} for ${days === null ? '3 charges' : `${days} days`}`
    return `${code.padEnd(16)} ${kind}, plans ${plan_ids.join(' ')}, ${gives}, ${until}, ${count}`
  })
}
