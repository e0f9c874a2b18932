import { createHash, randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
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
import { extendSubscription, grantGoodwill } from '@kiosk/backend/billing/operator-actions/grant-days'
import { offerUpgrade } from '@kiosk/backend/billing/operator-actions/offer-upgrade'
import type { ActionKind, ActionOptions, Performed, Requested } from '@kiosk/backend/billing/operator-actions/perform'
import { planEnd, takeBackPlannedEnd } from '@kiosk/backend/billing/operator-actions/plan-end'
import { receiveDispute } from '@kiosk/backend/billing/operator-actions/receive-dispute'
import { sendRefunds } from '@kiosk/backend/billing/refunds/send'
import { subscriptionNumber, subscriptionOf } from '@kiosk/backend/billing/subscriptions/subscription-number'
import type { AppContext } from '@kiosk/backend/context'
import { endOfDayInVienna } from '@kiosk/domain/day'
import { isDay } from '@kiosk/domain/iso-time'
import { GOODWILL_REASONS, MOST_GRANTED_DAYS, REFUND_POLICIES } from '@kiosk/domain/staff/limits'
import { type DeclareCommand, formerOption, SERVER_ENVIRONMENT, withExitCode } from './command.ts'
import { withContext } from './open-context.ts'
import { declaration, parser, reason, subscription, wholeNumber } from './parse-values.ts'
import { actLine, effectLines, subscriptionLines } from './subscription-text.ts'

const REASON_CHARACTERS = 500
const SUBSCRIPTION = 'number of the subscription: V-000042'

type Command = Parameters<DeclareCommand>[0]
type RequestContext = Omit<Requested, 'subscription'>
/** Carries out the action. */
type Perform<Kind extends ActionKind> = (
  ctx: AppContext,
  requested: RequestContext,
  options: ActionOptions,
) => Promise<Performed<Kind>>

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Shows a subscription (V-000042) and changes it. Every change is one transaction with its credit notes, refunds and e-mail
      to the reader. It is recorded permanently with your user name and reason, and repeating the command does not repeat the
      change.`,
    )
    .addHelpText('afterAll', SERVER_ENVIRONMENT)
  declareLookups(command)
  declareEnd(command)
  declareWithdrawal(command)
  declareGrantedDays(command)
  declarePlanChanges(command)
  declareDisputes(command)
}

/** Declares an action that changes a subscription. */
const act = (command: Command, name: string, summary: string, description: string) =>
  command
    .command(name)
    .summary(summary)
    .description(description)
    .requiredOption('--why <TEXT>', 'your reason, stored with the action; do not name persons', reason(REASON_CHARACTERS))
    .option('--dry-run', 'prints what would happen and changes nothing')

const declareLookups: DeclareCommand = (command) => {
  command
    .command('show')
    .description('Shows state, periods, payments, open declarations and operator actions.')
    .argument('<SUBSCRIPTION>', 'V-000042, or an e-mail address: all subscriptions of that account')
    .action(withExitCode((which) => withContext((ctx) => show(ctx, which))))

  command
    .command('history')
    .description('Lists the operator actions: when, by whom, why.')
    .argument('<SUBSCRIPTION>', SUBSCRIPTION)
    .action(withExitCode((which) => withContext((ctx) => history(ctx, which))))
}

const declareEnd: DeclareCommand = (command) => {
  act(
    command,
    'end',
    'Ends a subscription now or on a day.',
    `Ends a subscription; an unpaid charge is cancelled, and so is a pending purchase that would replace it.`,
  )
    .argument('<SUBSCRIPTION>', SUBSCRIPTION, subscription)
    .addOption(
      command
        .createOption(
          '--refund <POLICY>',
          'for the current period: its unused days (pro-rata), all of it (whole), or none; required, except with --take-back',
        )
        .choices(REFUND_POLICIES),
    )
    .option(
      '--on <DAY>',
      `the last day of the subscription (2026-12-31, Vienna time). The reader can still read on that day, until midnight, and is
      not charged on it: a charge that is due on that day, or up to two hours before it, is not made. Today or later: the
      subscription continues and is charged as before until then. In the past: it ends now, and unused days are counted from the
      end of that day. Default: it ends now`,
      parser((typed) => (isDay(typed) ? endOfDayInVienna(typed) : null), 'A day is written 2026-12-31.'),
    )
    .option(
      '--declaration <NUMBER>',
      'the declared cancellation (K-20261121-42) that is applied and resolved with it',
      declaration,
    )
    .addOption(formerOption('--exit <NUMBER>', 'declaration').argParser(declaration))
    .addOption(command.createOption('--take-back', 'cancels a planned end').conflicts(['refund', 'on', 'declaration']))
    .action(
      withExitCode(async (subscriptionId, { refund, on, declaration: exit, takeBack, ...rest }, end) => {
        if (takeBack)
          return carryOut(rest, (ctx, requested, options) =>
            takeBackPlannedEnd(ctx, { ...requested, subscription: subscriptionId }, options),
          )
        if (!refund) return end.error("error: required option '--refund <POLICY>' not specified")
        const termination = { subscription: subscriptionId, refund, ...(exit && { exit }) }
        return carryOut(rest, (ctx, requested, options) =>
          on && on > new Date()
            ? planEnd(ctx, { ...requested, ...termination, endsAt: on }, options)
            : endSubscription(ctx, { ...requested, ...termination, ...(on && { at: on }) }, options),
        )
      }),
    )
}

const declareWithdrawal: DeclareCommand = (command) => {
  act(
    command,
    'withdraw',
    'Accepts an open withdrawal.',
    `Accepts an open withdrawal: ends its subscription, refunds it as of the time at which the withdrawal was received, and
    resolves the declaration.`,
  )
    .argument('<DECLARATION>', 'number of the withdrawal: W-20261121-43', declaration)
    .addOption(
      command
        .createOption(
          '--refund <POLICY>',
          `pro-rata (the days until it was received are charged) or whole; required if the buyer waived the right of withdrawal`,
        )
        .choices(['pro-rata', 'whole']),
    )
    .option('--subscription <NUMBER>', 'the subscription of a withdrawal that was declared without one', subscription)
    .addOption(formerOption('--contract <NUMBER>', 'subscription').argParser(subscription))
    .action(
      withExitCode((exit, { refund, subscription: subscriptionId, ...rest }) => {
        const termination = { exit, ...(refund && { refund }), ...(subscriptionId && { subscription: subscriptionId }) }
        return carryOut(rest, (ctx, requested, options) => acceptWithdrawal(ctx, { ...requested, ...termination }, options))
      }),
    )
}

const declareGrantedDays: DeclareCommand = (command) => {
  const days = wholeNumber(MOST_GRANTED_DAYS)
  const daysHelp = `1 to ${MOST_GRANTED_DAYS}. The same number, reason and subscription are granted once; to grant them again, give another reason`
  act(
    command,
    'extend',
    'Adds days without a charge.',
    `Adds days without a charge; the next charge comes after them. The reader is not informed. Not possible if a wallet charges
    the subscription, because its charge date cannot be moved.`,
  )
    .argument('<SUBSCRIPTION>', SUBSCRIPTION, subscription)
    .requiredOption('--days <N>', daysHelp, days)
    .action(
      withExitCode((subscriptionId, { days, ...rest }) =>
        carryOut(rest, (ctx, requested, options) => {
          const actId = idOfCommand('extend', subscriptionId, days, requested.why)
          return extendSubscription(ctx, { ...requested, actId, subscription: subscriptionId, days }, options)
        }),
      ),
    )

  act(
    command,
    'goodwill',
    'Adds days without a charge, with an e-mail that gives the reason.',
    `Adds days as "extend" does, and informs the reader by an e-mail that gives the reason.`,
  )
    .argument('<SUBSCRIPTION>', SUBSCRIPTION, subscription)
    .requiredOption('--days <N>', daysHelp, days)
    .addOption(
      command
        .createOption('--because <REASON>', 'the reason given to the reader')
        .choices(GOODWILL_REASONS)
        .makeOptionMandatory(),
    )
    .action(
      withExitCode((subscriptionId, { days, because, ...rest }) =>
        carryOut(rest, (ctx, requested, options) => {
          const actId = idOfCommand('goodwill', subscriptionId, days, because, requested.why)
          return grantGoodwill(ctx, { ...requested, actId, subscription: subscriptionId, days, because }, options)
        }),
      ),
    )
}

const declarePlanChanges: DeclareCommand = (command) => {
  act(
    command,
    'downgrade',
    'Changes PREMIUM to MAGZ at the end of the paid period.',
    `Changes PREMIUM to MAGZ at the end of the paid period, at the list price; not possible if a wallet charges it.`,
  )
    .argument('<SUBSCRIPTION>', SUBSCRIPTION, subscription)
    .option('--take-back', 'cancels a planned downgrade')
    .action(
      withExitCode((subscriptionId, { takeBack, ...rest }) =>
        carryOut(rest, (ctx, requested, options) =>
          (takeBack ? takeBackDowngrade : downgrade)(ctx, { ...requested, subscription: subscriptionId }, options),
        ),
      ),
    )

  act(
    command,
    'offer-upgrade',
    'Sends a reader of MAGZ a link to the order of PREMIUM.',
    `Sends the reader an e-mail with the price of PREMIUM, the credit for unused days, and a button to the order. Nothing is charged
    or changed unless the reader orders there. Send it only to a reader who asked. Within a day it is sent once.`,
  )
    .argument('<SUBSCRIPTION>', SUBSCRIPTION, subscription)
    .action(
      withExitCode((subscriptionId, rest) =>
        carryOut(rest, (ctx, requested, options) => offerUpgrade(ctx, { ...requested, subscription: subscriptionId }, options)),
      ),
    )
}

const declareDisputes: DeclareCommand = (command) => {
  const dispute = (
    name: string,
    perform: (ctx: AppContext, requested: Requested, options: ActionOptions) => Promise<Performed<ActionKind>>,
    texts: [summary: string, description: string],
  ) =>
    act(command, name, ...texts)
      .argument('<SUBSCRIPTION>', SUBSCRIPTION, subscription)
      .action(
        withExitCode((subscriptionId, rest) =>
          carryOut(rest, (ctx, requested, options) => perform(ctx, { ...requested, subscription: subscriptionId }, options)),
        ),
      )
  dispute('dispute-received', receiveDispute, [
    'Books disputes that no webhook has reported.',
    `Loads the disputed amounts from the provider and books those that no webhook has reported: credit note, ledger, no renewal,
    e-mail. Disputes at a wallet are booked from its webhooks and lists only.`,
  ])
  dispute('dispute-lost', endForLostDispute, [
    'Ends a subscription after a lost dispute.',
    `Ends the subscription although another period is paid; the disputed amount is already booked, nothing is refunded.`,
  ])
  dispute('dispute-won', renewAfterWonDispute, [
    'Resumes renewal after a won dispute.',
    `Resumes renewal, which the dispute had stopped; the paid period continues in any case.`,
  ])
}

/** Derives an id from the arguments, so that a repeated command grants days once. @returns a UUID */
function idOfCommand(...words: (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(words)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Carries out an action, prints its effects, and sends its refunds. @returns exit code */
function carryOut<Kind extends ActionKind>(
  { why, dryRun: isRehearsal = false }: { why: string; dryRun?: boolean | undefined },
  perform: Perform<Kind>,
): Promise<number> {
  return withContext(async (ctx) => {
    try {
      const { isNew, act } = await perform(ctx, { actId: randomUUID(), actor: userInfo().username, why }, { isRehearsal })
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
  })
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

function rejected(why: string): number {
  console.error(why)
  return 1
}
