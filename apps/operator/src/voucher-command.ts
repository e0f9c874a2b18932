import { addVouchers, endVoucher, type NewVoucher } from '@kiosk/backend/billing/plans/change-vouchers'
import { termOf } from '@kiosk/backend/billing/plans/offer-csv'
import { importedCampaigns } from '@kiosk/backend/campaigns/queries'
import type { ChangeContext } from '@kiosk/backend/context'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { dayInVienna, lastDayBefore } from '@kiosk/domain/day'
import { amountOf } from '@kiosk/domain/money'
import { requireRegion } from '@kiosk/domain/regions'
import type { CsvProblem } from '@kiosk/domain/staff/offer-endpoints'
import { InvalidArgumentError } from 'commander'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { code, marketDay, parser, plan, reason, titlesOf, WHY, wholeNumber } from './parse-values.ts'
import { printLines, withChanges } from './with-database.ts'

/** Minor units, in every currency; the database holds it too. */
const SMALLEST_CHARGE_MINOR = 50

export const declare: DeclareCommand = (command) => {
  command
    .description('A voucher lowers the price of a subscription for a number of charges; each account may redeem it once.')
    .addHelpText('afterAll', DATA_ENVIRONMENT)
  const price = parser((typed) => {
    const price = amountOf(typed)
    // Providers do not charge so little.
    return price !== null && price > 0 && price < SMALLEST_CHARGE_MINOR ? null : price
  }, 'An amount is written 3.99 and is 0, or at least 0.50.')
  const colour = parser((typed) => (/^#[0-9a-f]{6}$/.test(typed) ? typed : null), 'A colour is written #b3261e.')
  command
    .command('add')
    .description('Adds a voucher.')
    .argument('<CODE>', 'letters, digits and hyphens', code)
    .requiredOption('--for <PLANS>', 'numbers of plans with the same currency, see "price list": 2,5', plansOf)
    .requiredOption(
      '--price <AMOUNT>',
      'for 30 days, in the currency of the plans: 3.99; 0, or at least 0.50, because providers charge no less',
      price,
    )
    .option('--days <N>', 'how long the lower price applies, 30 days per charge; default: three charges', wholeNumber())
    .option('--from <DAY>', 'first day on which it may be redeemed (2026-12-31); default: today', marketDay)
    .option('--until <DAY>', 'last day; default: until it is ended', marketDay)
    .option('--most <N>', 'maximum number of redemptions; default: unlimited', wholeNumber())
    .option('--special-offer', 'shown to everyone on the cards of its plans')
    .option('--title <TEXT>', 'the badge on the card, in German')
    .option('--title-en <TEXT>', 'in English; default: as in German')
    .option('--title-fr <TEXT>', 'in French; default: as in German')
    .option('--background <COLOUR>', 'of the badge: #b3261e; default: red', colour)
    .option('--colour <COLOUR>', 'of the text on the badge: #ffffff; default: white', colour)
    .option('--why <TEXT>', WHY, reason())
    .action(
      withExitCode(
        async (
          code,
          { for: plans, price, days, from = dayInVienna(new Date()), until, most, specialOffer, title, why, ...more },
          add,
        ) => {
          if (until && until < from) return add.error('error: --until is before --from')
          return withChanges((ctx) =>
            store(
              ctx,
              {
                code,
                kind: specialOffer ? 'special-offer' : 'voucher',
                plan_ids: plans,
                price,
                days: days ?? null,
                max_redemptions: most ?? null,
                titles: title ? titlesOf(title, more) : '{}',
                background: more.background ?? null,
                colour: more.colour ?? null,
                ...termOf({ from, until: until ?? null }),
              },
              why,
            ),
          )
        },
      ),
    )
  command
    .command('list')
    .description('Lists all vouchers with their prices, days and redemptions.')
    .action(withExitCode(() => printLines((db) => linesOf(db))))
  command
    .command('end')
    .description('Ends a voucher; readers who have redeemed it keep the lower price.')
    .argument('<CODE>', 'of the voucher', code)
    .option('--why <TEXT>', WHY, reason())
    .action(withExitCode((code, { why }) => withChanges((ctx) => end(ctx, code, why))))
}

/** Parses numbers of plans: "2,5". */
function plansOf(typed: string): number[] {
  const found = typed.split(',').map(plan)
  // The same amount is a different price in another currency.
  if (new Set(found.map(({ region }) => requireRegion(region).currency)).size > 1)
    throw new InvalidArgumentError('The plans have different currencies.')
  return found.map(({ subscriptionId }) => subscriptionId)
}

const PROBLEMS: Partial<Record<CsvProblem, (voucher: NewVoucher, value: string) => string>> = {
  exists: ({ code }) => `The voucher ${code} already exists and was not changed.`,
  'not-lower': ({ code }, value) => `${code} would not reduce the price of ${value}.`,
  currencies: () => 'The plans have different currencies.',
}

async function store(ctx: ChangeContext, voucher: NewVoucher, why?: string): Promise<number> {
  const faults = await addVouchers(ctx, [voucher], why)
  for (const { problem, value } of faults) console.error(PROBLEMS[problem]?.(voucher, value) ?? problem)
  if (faults.length > 0) return 1
  console.log(`${voucher.code} can be redeemed.`)
  return 0
}

async function end(ctx: ChangeContext, code: string, why?: string): Promise<number> {
  const campaign = (await importedCampaigns(ctx.db)).find(({ codes }) => codes.includes(code))
  if (campaign) {
    console.error(`/${campaign.key} promises the price of ${code}: "campaign remove ${campaign.key}" ends page and voucher.`)
    return 1
  }
  if (!(await endVoucher(ctx, code, why))) {
    console.error(`There is no voucher ${code}.`)
    return 1
  }
  console.log(`${code} can no longer be redeemed.`)
  return 0
}

/** Returns one line per voucher: price, plans, last day, number of redemptions. */
export async function linesOf(db: Database): Promise<string[]> {
  const vouchers = await db.selectFrom('vouchers').selectAll().orderBy('kind').orderBy('code').execute()
  if (vouchers.length === 0) return ['There are no vouchers.']
  return vouchers.map(({ code, kind, plan_ids, price, days, redeemable_until, max_redemptions: most, redeemed }) => {
    const until = redeemable_until ? `to ${lastDayBefore(redeemable_until)}` : 'without an end'
    const uses = most === null ? `${redeemed} redeemed` : `${redeemed} of ${most} redeemed`
    const gives = `${(price / 100).toFixed(2)} for ${days === null ? '3 charges' : count(days, 'day')}`
    return `${code.padEnd(16)} ${kind}, plans ${plan_ids.join(' ')}, ${gives}, ${until}, ${uses}`
  })
}
