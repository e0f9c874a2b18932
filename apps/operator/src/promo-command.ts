import { parseArgs } from 'node:util'
import type { Database } from '@kiosk/api/database/connect'
import { regions } from '@kiosk/domain/regions'
import { promoCodeOf } from '@kiosk/domain/subscriptions/promo-code'
import { atTheDatabase } from './at-the-database.ts'
import { isoDay, titlesOf, validityOf } from './entered-values.ts'
import type { Command } from './kiosk.ts'

const HELP = `Usage: npm run kiosk -- promo add CODE --until DAY [--from DAY] [--days N] [--in AT,CH] [--most N]
                                [--title WORDS] [--title-en WORDS] [--title-fr WORDS]
       npm run kiosk -- promo list

A promo code opens ad-free reading to free readers; each may redeem it once, in capitals or not.

  --until DAY   last day on which it may be redeemed (2026-12-31, UTC)
  --from DAY    first day; default: today
  --days N      how long ad-free reading lasts once redeemed; default 30
  --in LIST     only in these markets: AT, DE, CH, LU; default: all
  --most N      at most so many readers; default: any number
  --title WORDS what readers see, in German; --title-en and --title-fr in English and French; default: the code

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
    return atTheDatabase(async (db) => {
      if (wanted) return add(db, wanted)
      for (const line of await linesOf(db)) console.log(line)
      return 0
    })
  },
}

type Wanted = NonNullable<ReturnType<typeof promoOf>>
type Options = Partial<Record<'until' | 'from' | 'days' | 'in' | 'most' | 'title' | 'title-en' | 'title-fr', string>>

/** The row of a new code, or null where something of it can't be. */
export function promoOf(typed: string, options: Options, today = new Date().toISOString().slice(0, 10)) {
  const code = promoCodeOf(typed)
  const validity = validityOf(options, today)
  const markets = options.in
    ?.split(',')
    .map((country) => regions.find((each) => each.country === country.trim().toUpperCase())?.id)
  if (!code || !validity?.until || markets?.includes(undefined)) return null
  return {
    code,
    titles: titlesOf(options.title ?? code, options),
    redeemable_from: validity.from,
    redeemable_until: validity.until,
    days: validity.days ?? 30,
    most: validity.most ?? null,
    region_ids: (markets as number[] | undefined) ?? null,
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
  else console.error(`There is a code ${promo.code} already; it stays as it is.`)
  return added ? 0 : 1
}

/** One line a code: window, markets, how often it was redeemed. */
export async function linesOf(db: Database): Promise<string[]> {
  const codes = await db.selectFrom('promo_codes').selectAll().orderBy('redeemable_until').orderBy('code').execute()
  if (codes.length === 0) return ['There are no promo codes.']
  return codes.map(({ code, redeemable_from, redeemable_until, days, most, redeemed, region_ids }) => {
    const lastDay = new Date(redeemable_until.getTime() - 1)
    const markets = region_ids?.map((id) => regions.find((each) => each.id === id)?.country).join(', ') ?? 'all markets'
    const count = most === null ? `${redeemed} redeemed` : `${redeemed} of ${most} redeemed`
    return `${code.padEnd(16)} ${isoDay(redeemable_from)} to ${isoDay(lastDay)}, ${days} days, ${markets}, ${count}`
  })
}
