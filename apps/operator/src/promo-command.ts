import { parseArgs } from 'node:util'
import type { Database } from '@kiosk/backend/db/connect'
import { dayInUtc } from '@kiosk/domain/day'
import { promoCodeOf } from '@kiosk/domain/subscriptions/promo-code'
import type { Command } from './command.ts'
import { marketCodes, marketsOf } from './market-codes.ts'
import { titlesOf, validityOf } from './parse-values.ts'
import { withDatabase } from './with-database.ts'

const HELP = `Usage: npm run kiosk -- promo add CODE --until DAY [--from DAY] [--days N] [--in AT,CH] [--most N]
                                [--title TEXT] [--title-en TEXT] [--title-fr TEXT]
       npm run kiosk -- promo list

A promo code gives free readers ad-free reading; each reader may redeem it once. Upper and lower case are equal.

  --until DAY   last day on which it may be redeemed (2026-12-31, UTC)
  --from DAY    first day; default: today
  --days N      how long ad-free reading lasts once redeemed; default 30
  --in LIST     only in these markets: AT, DE, CH, LU; default: all
  --most N      maximum number of redemptions; default: unlimited
  --title TEXT  the name that readers see, in German; --title-en and --title-fr in English and French; default: the code

Environment: DATA_DIR, DATABASE_URL.`

const WRONG_USE = 64

export const promoCommand: Command = {
  summary: 'promo codes: add, list',
  help: HELP,
  async run(args) {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...{ until: text, from: text, days: text, in: text, most: text },
        ...{ title: text, 'title-en': text, 'title-fr': text },
      },
    })
    const [action, typed = '', ...rest] = positionals
    const wanted = action === 'add' && rest.length === 0 ? promoOf(typed, values) : null
    if (!wanted && (action !== 'list' || typed)) {
      console.error(HELP)
      return WRONG_USE
    }
    return withDatabase(async (db) => {
      if (wanted) return add(db, wanted)
      for (const line of await linesOf(db)) console.log(line)
      return 0
    })
  },
}

type Wanted = NonNullable<ReturnType<typeof promoOf>>
type Options = Partial<Record<'until' | 'from' | 'days' | 'in' | 'most' | 'title' | 'title-en' | 'title-fr', string>>

/** The row of a new code; null if the arguments are invalid. */
export function promoOf(typed: string, options: Options, today = dayInUtc(new Date())) {
  const code = promoCodeOf(typed)
  const validity = validityOf(options, today)
  const markets = options.in === undefined ? undefined : marketsOf(options.in)
  if (!code || !validity?.until || markets === null) return null
  return {
    code,
    titles: titlesOf(options.title ?? code, options),
    redeemable_from: validity.from,
    redeemable_until: validity.until,
    days: validity.days ?? 30,
    max_redemptions: validity.most ?? null,
    region_ids: markets ?? null,
  }
}

async function add(db: Database, promo: Wanted): Promise<number> {
  const added = await db
    .insertInto('promo_codes')
    .values(promo)
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  if (added) console.log(`${promo.code} can be redeemed.`)
  else console.error(`The code ${promo.code} already exists and was not changed.`)
  return added ? 0 : 1
}

/** One line per code: window, markets, how often it was redeemed. */
export async function linesOf(db: Database): Promise<string[]> {
  const codes = await db.selectFrom('promo_codes').selectAll().orderBy('redeemable_until').orderBy('code').execute()
  if (codes.length === 0) return ['There are no promo codes.']
  return codes.map(({ code, redeemable_from, redeemable_until, days, max_redemptions: most, redeemed, region_ids }) => {
    const lastDay = new Date(redeemable_until.getTime() - 1)
    const markets = marketCodes(region_ids)
    const count = most === null ? `${redeemed} redeemed` : `${redeemed} of ${most} redeemed`
    return `${code.padEnd(16)} ${dayInUtc(redeemable_from)} to ${dayInUtc(lastDay)}, ${days} days, ${markets}, ${count}`
  })
}
