import { formatMoneyText, type Money } from '@kiosk/domain/money'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { nameOfPlan } from '@kiosk/domain/subscriptions/plans'
import type { Block } from '@kiosk/emails/email'
import type { AppContext } from '../../context.ts'
import type { ComposedEmail } from '../../emails/email-document.ts'
import type { EmailJobOf } from '../../emails/email-jobs.ts'
import {
  type ActionDetails,
  actionFrom,
  type DisputeDetails,
  type EndDetails,
  type OfferDetails,
  type OperatorAction,
} from '../operator-actions/perform.ts'
import { plannedEndOf } from '../operator-actions/planned-end.ts'
import { plannedPlanOf } from '../operator-actions/planned-plan-change.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'
import { day, emailTo, paragraphs, type Recipient, recipientOf, toSubscription } from './compose-email.ts'

type Job = EmailJobOf<'contract-act'>

/**
 * Tells the reader what the operator did to a subscription, without the operator's own words (`why`). Null if it no longer
 * applies.
 */
export async function operatorActionEmail(
  { accountId, actId }: Job,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const found = await ctx.db.selectFrom('subscription_actions').selectAll().where('id', '=', actId).executeTakeFirst()
  const recipient = found && (await recipientOf(accountId, found.subscription_id, ctx))
  if (!found || !recipient) return null
  const act = actionFrom(found)
  const { say, locale } = recipient.document
  const { kind } = act
  if (kind === 'leave-running' || kind === 'extend') return null
  const { endsAt, exit: termination = '' } = act.details as { endsAt?: string; exit?: string }
  const values = {
    plan: recipient.planName,
    contract: subscriptionNumber(recipient.subscription.id),
    day: endsAt ? day(locale, new Date(endsAt)) : '',
    exit: termination,
  }
  const more = await blocksOf(act, recipient, ctx)
  if (!more) return null
  const blocks: Block[] = [
    { kind: 'paragraph', text: say(`${kind}.BODY`, values) },
    ...more,
    { kind: 'small', text: say('contract-act.QUESTIONS', { mail: ctx.operator.company.mail }) },
  ]
  return emailTo(recipient, kind, values, blocks)
}

/** Returns the blocks after the first sentence; null: the action no longer applies. */
async function blocksOf(
  act: OperatorAction,
  recipient: Recipient,
  ctx: Pick<AppContext, 'db' | 'operator'>,
): Promise<Block[] | null> {
  switch (act.kind) {
    case 'leave-running':
    case 'extend':
      return null
    case 'dispute-received':
      return disputeBlocks(recipient, act.details as DisputeDetails)
    case 'renewed-after-dispute':
      return recipient.subscription.auto_renew ? [toSubscription(recipient.document)] : null
    case 'downgrade':
    case 'take-back-downgrade':
      return moveBlocks(act as OperatorAction<'downgrade' | 'take-back-downgrade'>, recipient, ctx)
    case 'offer-upgrade':
      return offerBlocks(recipient, act.details as OfferDetails, ctx)
    case 'goodwill':
      return goodwillBlocks(recipient, act.details as ActionDetails['goodwill'])
    case 'withdraw':
    case 'dispute-lost':
    case 'end':
      return endBlocks(recipient, act.details as EndDetails)
    case 'plan-end': {
      const planned = await plannedEndOf(ctx.db, act.subscription)
      if (planned?.actId !== act.id) return null
      const { say } = recipient.document
      const { refund, cancelsAtWallet } = (act as OperatorAction<'plan-end'>).details
      return [
        ...(refund === 'none' ? [] : paragraphs([say(`plan-end.${refund}`)])),
        ...(cancelsAtWallet ? paragraphs([walletWords(recipient)]) : []),
        toSubscription(recipient.document),
      ]
    }
    case 'take-back-planned-end':
      return [toSubscription(recipient.document)]
  }
}

function endBlocks(recipient: Recipient, { papers, underWay, refund, cancelsAtWallet }: EndDetails): Block[] {
  const { account, document } = recipient
  const { say, language } = document
  const sum = (all: readonly { amount: number; currency: string }[]) =>
    formatMoneyText({ minor: all.reduce((sum, { amount }) => sum + amount, 0), currency: currencyOf(recipient) }, language)
  const isOpen = account.deactivated_at === null
  return [
    ...(papers.length > 0 ? paragraphs([say('end.BACK', { amount: sum(papers) })]) : []),
    ...(underWay.length > 0 && refund !== 'none' ? paragraphs([say('end.UNDER_WAY', { amount: sum(underWay) })]) : []),
    ...(cancelsAtWallet ? paragraphs([walletWords(recipient)]) : []),
    ...(isOpen
      ? ([
          { kind: 'paragraph', text: say('contract-ended.KEPT') },
          { kind: 'button', label: say('contract-ended.BUTTON'), address: document.page('subscriptions') },
        ] as const)
      : []),
  ]
}

/** Returns null if the subscription has ended or renews again, which have their own e-mails. */
function disputeBlocks({ document, subscription }: Recipient, { disputes, isRenewed, endsAt }: DisputeDetails): Block[] | null {
  if (subscription.state === 'ended' || subscription.auto_renew !== isRenewed) return null
  const { say, language, locale } = document
  const minor = disputes.reduce((sum, { amount }) => sum + amount, 0)
  const amount = formatMoneyText({ minor, currency: subscription.plan.currency }, language)
  return [
    ...paragraphs([say('dispute-received.TAKEN', { amount })]),
    ...(isRenewed ? [] : paragraphs([say('dispute-received.RUNS', { day: day(locale, new Date(endsAt)) })])),
    toSubscription(document),
  ]
}

function goodwillBlocks({ document }: Recipient, { because, days, from, endsAt, isCharged }: ActionDetails['goodwill']): Block[] {
  const { say, locale } = document
  const values = { count: days, before: day(locale, new Date(from)), day: day(locale, new Date(endsAt)) }
  return [
    ...paragraphs([say(`goodwill.${because}`), say('goodwill.DAYS', values)]),
    ...paragraphs([say(isCharged ? 'goodwill.CHARGED' : 'goodwill.CANCELLED', values)]),
    toSubscription(document),
  ]
}

async function moveBlocks(
  { id, kind, subscription, details }: OperatorAction<'downgrade' | 'take-back-downgrade'>,
  recipient: Recipient,
  ctx: Pick<AppContext, 'db' | 'operator'>,
): Promise<Block[] | null> {
  const { document } = recipient
  const { say, language, locale } = document
  const planned = await plannedPlanOf(ctx.db, subscription)
  if (kind === 'take-back-downgrade') return planned ? null : [toSubscription(document)]
  if (planned?.actId !== id) return null
  const values = {
    from: nameOfPlan(ctx.operator, details.from),
    to: nameOfPlan(ctx.operator, details.to),
    day: day(locale, new Date(details.endsAt)),
    price: formatMoneyText({ minor: planned.price, currency: currencyOf(recipient) }, language),
  }
  return [...paragraphs([say('downgrade.FROM_THEN', values), say('downgrade.UNTIL_THEN', values)]), toSubscription(document)]
}

/** Returns null if the reader no longer has such a subscription. */
function offerBlocks(
  { document, subscription }: Recipient,
  { from, to, plan, voucher, price, regular, due, currency }: OfferDetails,
  { operator }: Pick<AppContext, 'operator'>,
): Block[] | null {
  if (subscription.state !== 'active' || subscription.plan.tier !== from) return null
  const { say, language, page } = document
  const money = (minor: number) => formatMoneyText({ minor, currency: currency as Money['currency'] }, language)
  const values = { to: nameOfPlan(operator, to), price: money(price), regular: money(regular), due: money(due) }
  return [
    ...paragraphs([say(price < regular ? 'offer-upgrade.REDUCED' : 'offer-upgrade.PRICE', values)]),
    ...paragraphs([say(subscription.order_type === ORDER_TYPE.wallet ? 'offer-upgrade.WALLET' : 'offer-upgrade.DUE', values)]),
    { kind: 'button', label: say('offer-upgrade.BUTTON', values), address: page('paymentOverview', { id: plan, voucher }) },
    { kind: 'paragraph', text: say('offer-upgrade.NOTHING') },
  ]
}

const currencyOf = ({ subscription }: Recipient): Money['currency'] => subscription.plan.currency

function walletWords({ document, subscription }: Recipient): string {
  return document.say('contract-act.WALLET', { wallet: subscription.brand || 'PayPal' })
}
