import { addPromoCodes, endPromoCode, type NewPromoCode } from '@kiosk/backend/billing/plans/change-vouchers'
import { termOf } from '@kiosk/backend/billing/plans/offer-csv'
import type { ChangeContext } from '@kiosk/backend/context'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { dayInVienna, lastDayBefore } from '@kiosk/domain/day'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { marketCodes, marketsOf } from './market-codes.ts'
import { code, marketDay, parser, reason, titlesOf, WHY, wholeNumber } from './parse-values.ts'
import { printLines, withChanges } from './with-database.ts'

export const declare: DeclareCommand = (command) => {
  command
    .description('A promo code gives free readers ad-free reading; each reader may redeem it once. Codes are not case-sensitive.')
    .addHelpText('afterAll', DATA_ENVIRONMENT)
  command
    .command('add')
    .description('Adds a promo code.')
    .argument('<CODE>', 'letters, digits and hyphens', code)
    .requiredOption('--until <DAY>', 'last day on which it may be redeemed (2026-12-31)', marketDay)
    .option('--from <DAY>', 'first day; default: today', marketDay)
    .option('--days <N>', 'how long ad-free reading lasts once redeemed', wholeNumber(), 30)
    .option('--in <LIST>', 'only in these markets: AT, DE, CH, LU; default: all', parser(marketsOf, 'Markets are written AT,DE.'))
    .option('--most <N>', 'maximum number of redemptions; default: unlimited', wholeNumber())
    .option('--title <TEXT>', 'the name that readers see, in German; default: the code')
    .option('--title-en <TEXT>', 'in English; default: as in German')
    .option('--title-fr <TEXT>', 'in French; default: as in German')
    .option('--why <TEXT>', WHY, reason())
    .action(
      withExitCode(
        async (code, { until, from = dayInVienna(new Date()), days, in: only, most, title = code, why, ...titles }, command) => {
          if (until < from) return command.error('error: --until is before --from')
          return withChanges((ctx) =>
            add(
              ctx,
              {
                code,
                titles: titlesOf(title, titles),
                ...termOf({ from, until }),
                days,
                max_redemptions: most ?? null,
                region_ids: only ?? null,
              },
              why,
            ),
          )
        },
      ),
    )
  command
    .command('end')
    .description('Ends a promo code; readers who have redeemed it keep their days.')
    .argument('<CODE>', 'of the promo code', code)
    .option('--why <TEXT>', WHY, reason())
    .action(withExitCode((code, { why }) => withChanges((ctx) => end(ctx, code, why))))
  command
    .command('list')
    .description('Lists all codes with their days, markets and redemptions.')
    .action(withExitCode(() => printLines((db) => linesOf(db))))
}

async function add(ctx: ChangeContext, promo: NewPromoCode, why?: string): Promise<number> {
  const faults = await addPromoCodes(ctx, [promo], why)
  if (faults.length > 0) console.error(`The code ${promo.code} already exists and was not changed.`)
  else console.log(`${promo.code} can be redeemed.`)
  return faults.length > 0 ? 1 : 0
}

async function end(ctx: ChangeContext, code: string, why?: string): Promise<number> {
  const ended = await endPromoCode(ctx, code, why)
  if (ended) console.log(`${code} can no longer be redeemed.`)
  else console.error(`There is no promo code ${code}.`)
  return ended ? 0 : 1
}

/** Returns one line per code: days, markets, number of redemptions. */
export async function linesOf(db: Database): Promise<string[]> {
  const codes = await db.selectFrom('promo_codes').selectAll().orderBy('redeemable_until').orderBy('code').execute()
  if (codes.length === 0) return ['There are no promo codes.']
  return codes.map(({ code, redeemable_from, redeemable_until, days, max_redemptions: most, redeemed, region_ids }) => {
    const markets = marketCodes(region_ids)
    const uses = most === null ? `${redeemed} redeemed` : `${redeemed} of ${most} redeemed`
    return `${code.padEnd(16)} ${dayInVienna(redeemable_from)} to ${lastDayBefore(redeemable_until)}, ${count(days, 'day')}, ${markets}, ${uses}`
  })
}
