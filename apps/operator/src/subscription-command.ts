import { createHash, randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { accountByEmail } from '@kiosk/backend/accounts/queries'
import { acceptWithdrawal } from '@kiosk/backend/billing/operator-actions/accept-withdrawal'
import { ActionRejected } from '@kiosk/backend/billing/operator-actions/action-rejected'
import { endForLostDispute, renewAfterWonDispute } from '@kiosk/backend/billing/operator-actions/decide-dispute'
import {
  actionsOf,
  describeSubscription,
  subscriptionsOfAccount,
} from '@kiosk/backend/billing/operator-actions/describe-subscription'
import { downgrade, takeBackDowngrade } from '@kiosk/backend/billing/operator-actions/downgrade'
import { endSubscription } from '@kiosk/backend/billing/operator-actions/end-subscription'
import { extendSubscription, grantGoodwill, MOST_DAYS } from '@kiosk/backend/billing/operator-actions/grant-days'
import {
  type ActionKind,
  type ActionOptions,
  GOODWILL_REASONS,
  type Performed,
  REFUND_POLICIES,
  type RefundPolicy,
  type Requested,
} from '@kiosk/backend/billing/operator-actions/perform'
import { planEnd, takeBackPlannedEnd } from '@kiosk/backend/billing/operator-actions/planned-ends'
import { receiveDispute } from '@kiosk/backend/billing/operator-actions/receive-dispute'
import { sendRefunds } from '@kiosk/backend/billing/refunds/send'
import { subscriptionNumber } from '@kiosk/backend/billing/subscriptions/subscription-number'
import type { AppContext } from '@kiosk/backend/context'
import { endOfDayInVienna } from '@kiosk/domain/day'
import { isDay } from '@kiosk/domain/iso-time'
import type { Command } from './command.ts'
import { openContext } from './open-context.ts'
import { wholeNumber, withCurrentNames } from './parse-values.ts'
import { actLine, effectLines, subscriptionLines } from './subscription-text.ts'

const HELP = `Usage: npm run kiosk -- subscription show SUBSCRIPTION|EMAIL
       npm run kiosk -- subscription history SUBSCRIPTION
       npm run kiosk -- subscription end SUBSCRIPTION --refund pro-rata|whole|none --why TEXT [--on DAY]
                                [--declaration DECLARATION]
       npm run kiosk -- subscription end SUBSCRIPTION --take-back --why TEXT
       npm run kiosk -- subscription withdraw DECLARATION --why TEXT [--refund pro-rata|whole] [--subscription SUBSCRIPTION]
       npm run kiosk -- subscription extend SUBSCRIPTION --days N --why TEXT
       npm run kiosk -- subscription goodwill SUBSCRIPTION --days N --because REASON --why TEXT
       npm run kiosk -- subscription downgrade SUBSCRIPTION --why TEXT [--take-back]
       npm run kiosk -- subscription dispute-received|dispute-lost|dispute-won SUBSCRIPTION --why TEXT

Shows a subscription (V-000042) and changes it. Every change is one transaction with its credit notes, refunds and e-mail to
the reader. It is recorded permanently with your user name and reason, and repeating the command does not repeat the change.

  show        state, periods, payments, open declarations and operator actions; with an e-mail address, all subscriptions of
              that account
  history     the operator actions: when, by whom, why
  end         ends it now; an unpaid charge is cancelled, and so is a pending purchase that would replace it
  withdraw    accepts an open withdrawal (W-20261121-43): ends its subscription, refunds it as of the time at which the
              withdrawal was received, and resolves the declaration
  extend      adds days without a charge; the next charge comes after them. The reader is not informed
  goodwill    the same, with an e-mail that gives the reason. Neither is possible if a wallet charges the subscription, because
              its charge date cannot be moved
  downgrade   changes PREMIUM to MAGZ at the end of the paid period, at the list price; not possible if a wallet charges it
  dispute-received  loads the disputed amounts from the provider and books those that no webhook has reported: credit note,
              ledger, no renewal, e-mail. Disputes at a wallet are booked from its webhooks and lists only
  dispute-lost  ends the subscription although another period is paid; the disputed amount is already booked, nothing is
              refunded
  dispute-won   resumes renewal, which the dispute had stopped; the paid period continues in any case

  --refund    for the current period: pro-rata (its unused days), whole, or none.
              For a withdrawal: pro-rata (the days until it was received are charged) or whole; required if the buyer waived the
              right of withdrawal
  --on DAY    the last day of the subscription (2026-12-31). In the future: it continues and is charged until then, and then
              ends. In the past: it ends now, and unused days are counted from that day
  --declaration   the declared cancellation (K-20261121-42) that is applied and resolved with it
  --subscription  the subscription of a withdrawal that was declared without one
  --days N    1 to ${MOST_DAYS}
  --because   the reason given to the reader: outage, late-issue, mistake or thanks
  --take-back cancels a planned end or downgrade
  --why TEXT  your reason, stored with the action; do not name persons. To grant the same number of days a second time, give a
              different reason: the same command grants them once
  --dry-run   prints what would happen and changes nothing

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64
const WHY_LENGTH = 500

const OPTIONS = {
  refund: { type: 'string' },
  on: { type: 'string' },
  why: { type: 'string' },
  declaration: { type: 'string' },
  subscription: { type: 'string' },
  days: { type: 'string' },
  because: { type: 'string' },
  'take-back': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const
/** Former names of options, which still work. */
const FORMER_NAMES = { exit: 'declaration', contract: 'subscription' }
type Values = {
  [Name in keyof typeof OPTIONS]?: ((typeof OPTIONS)[Name]['type'] extends 'string' ? string : boolean) | undefined
}
type RequestContext = Omit<Requested, 'contract'>
/** Carries out the action. */
type Perform<Kind extends ActionKind> = (
  ctx: AppContext,
  requested: RequestContext,
  options: ActionOptions,
) => Promise<Performed<Kind>>
type Prepared = Perform<ActionKind> | string

/** The options that each action accepts, and how to prepare it; a string = what is wrong with the options. */
const ACTS: Record<string, { options: (keyof Values)[]; prepare(which: string, values: Values): Prepared }> = {
  end: { options: ['refund', 'on', 'declaration', 'take-back'], prepare: ofSubscription(prepareEnd) },
  withdraw: { options: ['refund', 'subscription'], prepare: prepareWithdrawal },
  extend: { options: ['days'], prepare: ofSubscription(prepareExtension) },
  downgrade: { options: ['take-back'], prepare: ofSubscription(prepareDowngrade) },
  'dispute-received': { options: [], prepare: ofSubscription(prepareDispute(receiveDispute)) },
  'dispute-lost': { options: [], prepare: ofSubscription(prepareDispute(endForLostDispute)) },
  'dispute-won': { options: [], prepare: ofSubscription(prepareDispute(renewAfterWonDispute)) },
  goodwill: { options: ['days', 'because'], prepare: ofSubscription(prepareGoodwill) },
}

export const subscriptionCommand: Command = {
  summary:
    'show and change a subscription: show, history, end, withdraw, extend, goodwill, downgrade, dispute-received, -lost, -won',
  help: HELP,
  async run(args) {
    const { values, positionals } = parseArgs({
      args: withCurrentNames(args, FORMER_NAMES),
      allowPositionals: true,
      options: OPTIONS,
    })
    const [action = '', which = '', ...more] = positionals
    if (more.length > 0 || which === '') return wrongUse('')
    if (action === 'show' || action === 'history') {
      if (Object.keys(values).length > 0) return wrongUse(`"${action}" takes no options.`)
      return atTheServer((ctx) => (action === 'show' ? show(ctx, which) : history(ctx, which)))
    }
    const act = Object.hasOwn(ACTS, action) ? ACTS[action] : undefined
    if (!act) return wrongUse(`There is no "subscription ${action}".`)
    const useless = Object.keys(values).find((name) => !['why', 'dry-run', ...act.options].includes(name))
    if (useless) return wrongUse(`--${useless} cannot be used with "${action}".`)
    const why = (values.why ?? '').trim()
    if (why === '') return wrongUse('--why is missing: the reason is stored with the action.')
    if (why.length > WHY_LENGTH) return wrongUse(`--why: at most ${WHY_LENGTH} characters.`)
    const perform = act.prepare(which, values)
    if (typeof perform === 'string') return wrongUse(perform)
    const requested = { actId: randomUUID(), actor: userInfo().username, why }
    return atTheServer((ctx) => carryOut(ctx, requested, perform, { isRehearsal: values['dry-run'] ?? false }))
  },
}

async function atTheServer(work: (ctx: AppContext) => Promise<number>): Promise<number> {
  const { ctx, close } = await openContext()
  try {
    return await work(ctx)
  } finally {
    await close()
  }
}

/** Prepares an action on the subscription given by its number. */
function ofSubscription(
  prepare: (subscription: number, values: Values) => Prepared,
): (which: string, values: Values) => Prepared {
  return (which, values) => {
    const subscription = subscriptionOf(which)
    return subscription === null
      ? `"${which}" is not the number of a subscription. Example: V-000042.`
      : prepare(subscription, values)
  }
}

function prepareEnd(subscription: number, { refund, on, declaration: typed, 'take-back': isTakenBack }: Values): Prepared {
  if (isTakenBack)
    return refund || on || typed
      ? '--take-back can be combined with --why only.'
      : (ctx, requested, options) => takeBackPlannedEnd(ctx, { ...requested, contract: subscription }, options)
  if (!REFUND_POLICIES.includes(refund as RefundPolicy)) return `--refund must be one of ${REFUND_POLICIES.join(', ')}.`
  if (on !== undefined && !isDay(on)) return `--on: ${on} is not a date. Example: 2026-12-31.`
  const termination = typed === undefined ? undefined : terminationOf(typed)
  if (termination === null) return `--declaration: ${typed} is not the number of a declaration. Example: K-20261121-42.`
  const wanted = { contract: subscription, refund: refund as RefundPolicy, ...(termination && { exit: termination }) }
  if (on === undefined) return (ctx, requested, options) => endSubscription(ctx, { ...requested, ...wanted }, options)
  const endsAt = endOfDayInVienna(on)
  return endsAt > new Date()
    ? (ctx, requested, options) => planEnd(ctx, { ...requested, ...wanted, endsAt }, options)
    : (ctx, requested, options) => endSubscription(ctx, { ...requested, ...wanted, at: endsAt }, options)
}

function prepareWithdrawal(which: string, { refund, subscription: typed }: Values): Prepared {
  const termination = terminationOf(which)
  if (termination === null) return `"${which}" is not the number of a declaration. Example: W-20261121-43.`
  const back = (['pro-rata', 'whole'] as const).find((each) => each === refund)
  if (refund !== undefined && !back) return '--refund must be one of pro-rata, whole.'
  const subscription = typed === undefined ? undefined : subscriptionOf(typed)
  if (subscription === null) return `--subscription: "${typed}" is not the number of a subscription. Example: V-000042.`
  const wanted = { exit: termination, ...(back && { refund: back }), ...(subscription && { contract: subscription }) }
  return (ctx, requested, options) => acceptWithdrawal(ctx, { ...requested, ...wanted }, options)
}

function prepareDowngrade(subscription: number, { 'take-back': isTakenBack }: Values): Prepared {
  const perform = isTakenBack ? takeBackDowngrade : downgrade
  return (ctx, requested, options) => perform(ctx, { ...requested, contract: subscription }, options)
}

function prepareDispute(
  perform: (ctx: AppContext, requested: Requested, options: ActionOptions) => Promise<Performed<ActionKind>>,
): (subscription: number) => Prepared {
  return (subscription) => (ctx, requested, options) => perform(ctx, { ...requested, contract: subscription }, options)
}

function prepareExtension(subscription: number, { days: typed }: Values): Prepared {
  const days = wholeNumber(typed ?? '')
  if (days === null || days > MOST_DAYS) return `--days must be a whole number from 1 to ${MOST_DAYS}.`
  return (ctx, { why, actor }, options) => {
    const actId = idOfCommand('extend', subscription, days, why)
    return extendSubscription(ctx, { actId, contract: subscription, actor, why, days }, options)
  }
}

function prepareGoodwill(subscription: number, { days: typed, because: reason }: Values): Prepared {
  const days = wholeNumber(typed ?? '')
  if (days === null || days > MOST_DAYS) return `--days must be a whole number from 1 to ${MOST_DAYS}.`
  const because = GOODWILL_REASONS.find((each) => each === reason)
  if (!because) return `--because must be one of ${GOODWILL_REASONS.join(', ')}.`
  return (ctx, { why, actor }, options) => {
    const actId = idOfCommand('goodwill', subscription, days, because, why)
    return grantGoodwill(ctx, { actId, contract: subscription, actor, why, days, because }, options)
  }
}

/** The same arguments give the same id, so that a repeated command grants days once. @returns a UUID */
function idOfCommand(...words: (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(words)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Carries out an action, prints its effects, and sends its refunds. @returns exit code */
export async function carryOut<Kind extends ActionKind>(
  ctx: AppContext,
  requested: RequestContext,
  perform: Perform<Kind>,
  { isRehearsal = false }: ActionOptions,
): Promise<number> {
  try {
    const { isNew, act } = await perform(ctx, requested, { isRehearsal })
    const head = !isNew
      ? 'It was already done; nothing has changed:'
      : isRehearsal
        ? 'Nothing has changed. This would happen:'
        : null
    if (head) console.log(head)
    if (!isNew) console.log(actLine(act))
    else for (const line of effectLines(act.kind, act.details)) console.log(line)
    if (!isRehearsal) await sendRefunds(ctx)
    return 0
  } catch (error) {
    if (!(error instanceof ActionRejected)) throw error
    console.error(error.message)
    return 1
  }
}

async function show(ctx: Pick<AppContext, 'db' | 'payments'>, which: string): Promise<number> {
  const subscriptions = which.includes('@') ? await subscriptionsOfEmail(ctx, which) : [subscriptionOf(which)]
  if (subscriptions.length === 0) return rejected('There is no subscription for this address.')
  for (const id of subscriptions) {
    const view = id === null ? undefined : await describeSubscription(ctx, id)
    if (!view) return rejected('There is no such subscription.')
    for (const line of subscriptionLines(view)) console.log(line)
  }
  return 0
}

async function subscriptionsOfEmail({ db }: Pick<AppContext, 'db'>, email: string): Promise<number[]> {
  const account = await accountByEmail(db, email)
  return account ? subscriptionsOfAccount(db, account.id) : []
}

async function history(ctx: Pick<AppContext, 'db' | 'payments'>, which: string): Promise<number> {
  const id = subscriptionOf(which)
  if (id === null || !(await describeSubscription(ctx, id))) return rejected('There is no such subscription.')
  const acts = await actionsOf(ctx.db, id)
  if (acts.length === 0) console.log(`No operator has changed ${subscriptionNumber(id)}.`)
  for (const act of acts) console.log(actLine(act))
  return 0
}

/** "V-000042" or "42"; null = not the number of a subscription. */
export function subscriptionOf(typed: string): number | null {
  const digits = /^(?:V-)?(\d{1,15})$/i.exec(typed)?.[1]
  return digits ? Number(digits) : null
}

/** "W-20261121-43": the id of the declaration; null = not the number of a declaration. */
export function terminationOf(typed: string): number | null {
  const digits = /^[KW]-\d{8}-(\d{1,15})$/.exec(typed)?.[1]
  return digits ? Number(digits) : null
}

function rejected(why: string): number {
  console.error(why)
  return 1
}

function wrongUse(why: string): number {
  console.error(why ? `${why}\n\n${HELP}` : HELP)
  return WRONG_USE
}
