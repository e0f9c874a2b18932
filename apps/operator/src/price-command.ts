import { announcePriceChanges } from '@kiosk/backend/billing/plans/announce-price-changes'
import { beginCampaign, type CampaignError, campaigns, stopCampaign } from '@kiosk/backend/billing/plans/price-changes'
import { planOf, pricesAt } from '@kiosk/backend/billing/plans/prices'
import { type NewPrice, setPrice, withdrawPrice } from '@kiosk/backend/billing/plans/set-price'
import { walletRejection } from '@kiosk/backend/billing/plans/wallet-rejection'
import type { ChangeContext } from '@kiosk/backend/context'
import type { Database } from '@kiosk/backend/db/connect'
import { dayInVienna } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { plainMoney } from '@kiosk/domain/money'
import { regionById, requireRegion } from '@kiosk/domain/regions'
import { type Plan, plans } from '@kiosk/domain/subscriptions/plans'
import { type DeclareCommand, SERVER_ENVIRONMENT, withExitCode } from './command.ts'
import { withContext } from './open-context.ts'
import { amount, day, plan, reason, WHY, wholeNumber } from './parse-values.ts'
import { printLines, withChanges } from './with-database.ts'

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Sets the price of a plan for 30 days, tax included, for purchases from a day on. Running subscriptions keep the price at
      which they were sold. A wallet charges by plans of its own (PAYPAL_PLANS). A price that applies from today changes such a
      plan unless it has subscribers; a later price needs a plan that already charges it.`,
    )
    .addHelpText('afterAll', SERVER_ENVIRONMENT)
  const numbers = plans.map((each) => `${each.subscriptionId} ${nameOf(each)}`).join(', ')
  const [planHelp, amountHelp] = [`number of the plan: ${numbers}`, 'in the currency of its market: 14.99']

  command
    .command('set')
    .summary('Sets the price for new subscriptions.')
    .description('Sets the price of a plan for purchases from a day on, and prints the prices of that day.')
    .argument('<PLAN>', planHelp, plan)
    .argument('<AMOUNT>', amountHelp, amount)
    .option('--from <DAY>', 'first day, Vienna time (2026-12-31); default: today', day)
    .option(
      '--running',
      `also lowers running subscriptions with a higher price, from their first renewal on or after that day; their readers are
      informed by e-mail`,
    )
    .option(
      '--without-wallet',
      `sets the price even if no plan at the wallet charges it; from that day on the wallet is not offered for the plan`,
    )
    .option('--why <TEXT>', WHY, reason())
    .action(
      withExitCode(async ({ subscriptionId }, price, { from = new Date(), running, withoutWallet, why }) => {
        const newPrice = { plan_id: subscriptionId, valid_from: dayInVienna(from), price }
        const rejected = withoutWallet ? null : await withContext((ctx) => walletRejection(ctx, newPrice))
        if (rejected) {
          console.error(`${rejected}\nNothing was changed. Use --without-wallet to set the price anyway.`)
          return 1
        }
        await withChanges(async (ctx) => {
          await setPrice(ctx, newPrice, why)
          for (const line of await linesOf(ctx.db, new Date(newPrice.valid_from))) console.log(line)
        })
        return running ? begin(newPrice, 'lower', why) : 0
      }),
    )

  command
    .command('withdraw')
    .description('Withdraws a price that does not apply yet; the one before it stays.')
    .argument('<PLAN>', planHelp, plan)
    .requiredOption('--from <DAY>', 'first day of the price, Vienna time (2026-12-31)', day)
    .option('--why <TEXT>', WHY, reason())
    .action(
      withExitCode(({ subscriptionId }, { from, why }) =>
        withChanges((ctx) => withdraw(ctx, { plan_id: subscriptionId, valid_from: dayInVienna(from) }, why)),
      ),
    )

  command
    .command('raise')
    .summary('Starts a campaign that raises the price of running subscriptions.')
    .description(
      `Starts a campaign: readers who pay less for the plan are informed by e-mail of the old and the new price and of the day,
      at least thirty days before the first charge at the new price, with a link to agree or to cancel. "priceRise" in
      operator.json sets the rule for each market: "consent" (readers who agree pay the new price; "withoutConsent" decides
      whether the others "keep" their price or "end"), "object" (readers who do not cancel pay it), "keep" (prices cannot be
      raised). The new price may not exceed the list price of that day: set that first. Readers whose e-mail was not sent keep
      their price. Subscriptions charged by a wallet or store keep theirs.`,
    )
    .argument('<PLAN>', planHelp, plan)
    .argument('<AMOUNT>', amountHelp, amount)
    .requiredOption('--from <DAY>', 'first day, Vienna time (2026-12-31)', day)
    .option('--why <TEXT>', WHY, reason())
    .action(
      withExitCode(({ subscriptionId }, price, { from, why }) =>
        begin({ plan_id: subscriptionId, valid_from: dayInVienna(from), price }, 'raise', why),
      ),
    )

  command.command('campaigns').description('Lists the campaigns with their numbers.').action(withExitCode(listCampaigns))

  command
    .command('stop')
    .summary('Stops a campaign.')
    .description(
      `Stops a campaign: no further e-mails are sent; readers who do not pay the new price yet keep the old one and are
      informed.`,
    )
    .argument('<NUMBER>', 'number of the campaign, as in "price campaigns"', wholeNumber())
    .option('--why <TEXT>', WHY, reason())
    .action(withExitCode((id, { why }) => stop(id, why)))

  command
    .command('list')
    .description('Lists the prices that apply today.')
    .action(withExitCode(() => printLines((db) => linesOf(db))))
}

async function withdraw(ctx: ChangeContext, price: Omit<NewPrice, 'price'>, why?: string): Promise<number> {
  try {
    if (await withdrawPrice(ctx, price, why)) {
      console.log('Withdrawn.')
      return 0
    }
    console.error('There is no price of this plan from that day on.')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    console.error('This price applies already: set another one.')
  }
  return 1
}

const ERRORS: Record<CampaignError, string> = {
  'unknown-plan': 'There is no such plan.',
  'keeps-price': '"priceRise" in operator.json does not allow to raise the price of running subscriptions in this market.',
  'too-soon': 'The day is less than thirty days away: readers could not be informed in time.',
  'too-late': 'The day is more than 300 days away.',
  'above-list': 'The list price of that day is lower. Set it first: price set.',
  'other-runs':
    'Another campaign of this plan has announced a price that does not apply yet (see "price campaigns"). Stop it, or wait.',
}

/** Starts a campaign and queues its e-mails, which the server sends. */
async function begin({ plan_id: plan, price, valid_from }: NewPrice, kind: 'raise' | 'lower', why?: string) {
  return withContext(async (ctx) => {
    const result = await beginCampaign(ctx, { plan, price, fromDay: valid_from, kind }, why)
    if ('error' in result) {
      console.error(`${ERRORS[result.error]}\nNothing was changed.`)
      return 1
    }
    await announcePriceChanges(ctx)
    for (const line of await campaignLines(ctx.db, ctx.now(), result.id)) console.log(line)
    return 0
  })
}

async function stop(id: number, why?: string): Promise<number> {
  return withContext(async (ctx) => {
    const stopped = await stopCampaign(ctx, id, undefined, why)
    if (stopped) console.log('Stopped.')
    else console.error('There is no running campaign with this number.')
    return stopped ? 0 : 1
  })
}

function listCampaigns(): Promise<number> {
  return printLines((db) => campaignLines(db, new Date()))
}

const RULES = {
  lower: 'lower price',
  object: 'may cancel until the day',
  consent: { keep: 'asked to agree, else they keep their price', end: 'asked to agree, else they end' },
} as const

/** Returns one line per campaign; with `only`, the line of that campaign. */
async function campaignLines(db: Database, now: Date, only?: number): Promise<string[]> {
  const all = (await campaigns(db, now)).filter(({ id }) => only === undefined || id === only)
  if (all.length === 0) return ['There are no campaigns.']
  return all.map((each) => {
    const { id, plan_id, price, from_day, rule, without_consent, noted, notified, agreed, left, holds } = each
    const money = plainMoney({ minor: price, currency: planOf(plan_id)!.currency })
    const state = each.stopped_at ? 'stopped' : each.closed_at ? 'closed' : 'runs'
    const means = rule === 'consent' ? RULES.consent[without_consent] : RULES[rule]
    const counts = `${noted} affected, ${notified} informed, ${agreed} agreed, ${left} left, ${holds} pay it`
    return `${id}  plan ${plan_id}: ${money} from ${from_day}, ${means}; ${state}; ${counts}`
  })
}

/** Returns the price of every plan on a day, one line each. */
export async function linesOf(db: Database, day = new Date()): Promise<string[]> {
  const prices = await pricesAt(db, day)
  return plans.map((plan) => {
    const { subscriptionId, region } = plan
    const money = plainMoney({ minor: prices.get(subscriptionId)!, currency: requireRegion(region).currency })
    return `${String(subscriptionId).padStart(2)} ${nameOf(plan).padEnd(12)} ${money} on ${dayInVienna(day)}`
  })
}

function nameOf({ tier, region }: Plan): string {
  return `${tier} ${regionById(region)?.country}`
}
