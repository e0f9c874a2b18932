import type { Money } from '@kiosk/domain/money'
import { formatMoneyText } from '@kiosk/domain/money'
import type { Block } from '@kiosk/emails/email'
import type { AppContext } from '../../context.ts'
import type { ComposedEmail } from '../../emails/email-document.ts'
import type { EmailJob } from '../../emails/email-jobs.ts'
import {
  type ActionDetails,
  actionFrom,
  type DisputeDetails,
  type EndDetails,
  type OperatorAction,
} from '../operator-actions/perform.ts'
import { plannedEndOf } from '../operator-actions/planned-end.ts'
import { plannedPlanOf } from '../operator-actions/planned-plan.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'
import { day, paragraphs, type Scene, sceneOf, toSubscription, written } from './subscription-emails.ts'

type Job = Extract<EmailJob, { letter: 'contract-act' }>

/**
 * Tells the reader what the operator did to a subscription, without the operator's own words (`why`). Null if it no longer
 * applies.
 */
export async function operatorActionEmail(
  { accountId, actId }: Job,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const found = await ctx.db.selectFrom('subscription_actions').selectAll().where('id', '=', actId).executeTakeFirst()
  const scene = found && (await sceneOf(accountId, found.subscription_id, ctx))
  if (!found || !scene) return null
  const act = actionFrom(found)
  const { say, language } = scene.document
  const { kind } = act
  if (kind === 'leave-running' || kind === 'extend') return null
  const { endsAt, exit: termination = '' } = act.details as { endsAt: string; exit?: string }
  const values = {
    tariff: scene.tariff,
    contract: subscriptionNumber(scene.contract.id),
    day: day(language, new Date(endsAt)),
    exit: termination,
  }
  const more = await blocksOf(act, scene, ctx)
  if (!more) return null
  const blocks: Block[] = [
    { kind: 'paragraph', text: say(`${kind}.BODY`, values) },
    ...more,
    { kind: 'small', text: say('contract-act.QUESTIONS', { mail: ctx.operator.company.mail }) },
  ]
  return written(scene, kind, values, blocks)
}

/** The blocks after the first sentence; null: the action no longer applies. */
async function blocksOf(act: OperatorAction, scene: Scene, ctx: Pick<AppContext, 'db' | 'operator'>): Promise<Block[] | null> {
  switch (act.kind) {
    case 'leave-running':
    case 'extend':
      return null
    case 'dispute-received':
      return disputeBlocks(scene, act.details as DisputeDetails)
    case 'renewed-after-dispute':
      return scene.contract.auto_renew ? [toSubscription(scene.document)] : null
    case 'downgrade':
    case 'take-back-downgrade':
      return moveBlocks(act as OperatorAction<'downgrade' | 'take-back-downgrade'>, scene, ctx)
    case 'goodwill':
      return goodwillBlocks(scene, act.details as ActionDetails['goodwill'])
    case 'withdraw':
    case 'dispute-lost':
    case 'end':
      return endBlocks(scene, act.details as EndDetails)
    case 'plan-end': {
      const planned = await plannedEndOf(ctx.db, act.contract)
      if (planned?.actId !== act.id) return null
      const { say } = scene.document
      const { refund, cancelsAtWallet } = (act as OperatorAction<'plan-end'>).details
      return [
        ...(refund === 'none' ? [] : paragraphs([say(`plan-end.${refund}`)])),
        ...(cancelsAtWallet ? paragraphs([walletWords(scene)]) : []),
        toSubscription(scene.document),
      ]
    }
    case 'take-back-planned-end':
      return [toSubscription(scene.document)]
  }
}

function endBlocks(scene: Scene, { papers, underWay, refund, cancelsAtWallet }: EndDetails): Block[] {
  const { account, document } = scene
  const { say, language } = document
  const sum = (all: readonly { amount: number; currency: string }[]) =>
    formatMoneyText({ minor: all.reduce((sum, { amount }) => sum + amount, 0), currency: currencyOf(scene) }, language)
  const isOpen = account.deactivated_at === null
  return [
    ...(papers.length > 0 ? paragraphs([say('end.BACK', { amount: sum(papers) })]) : []),
    ...(underWay.length > 0 && refund !== 'none' ? paragraphs([say('end.UNDER_WAY', { amount: sum(underWay) })]) : []),
    ...(cancelsAtWallet ? paragraphs([walletWords(scene)]) : []),
    ...(isOpen
      ? ([
          { kind: 'paragraph', text: say('contract-ended.KEPT') },
          { kind: 'button', label: say('contract-ended.BUTTON'), address: document.page('subscriptions') },
        ] as const)
      : []),
  ]
}

/** Null if the subscription has ended or renews again: that has its own e-mail. */
function disputeBlocks(
  { document, contract: subscription }: Scene,
  { disputes, isRenewed, endsAt }: DisputeDetails,
): Block[] | null {
  if (subscription.state === 'ended' || subscription.auto_renew !== isRenewed) return null
  const { say, language } = document
  const minor = disputes.reduce((sum, { amount }) => sum + amount, 0)
  const amount = formatMoneyText({ minor, currency: subscription.tariff.currency }, language)
  return [
    ...paragraphs([say('dispute-received.TAKEN', { amount })]),
    ...(isRenewed ? [] : paragraphs([say('dispute-received.RUNS', { day: day(language, new Date(endsAt)) })])),
    toSubscription(document),
  ]
}

function goodwillBlocks({ document }: Scene, { because, days, from, endsAt, isCharged }: ActionDetails['goodwill']): Block[] {
  const { say, language } = document
  const values = { count: days, before: day(language, new Date(from)), day: day(language, new Date(endsAt)) }
  return [
    ...paragraphs([say(`goodwill.${because}`), say('goodwill.DAYS', values)]),
    ...paragraphs([say(isCharged ? 'goodwill.CHARGED' : 'goodwill.CANCELLED', values)]),
    toSubscription(document),
  ]
}

async function moveBlocks(
  { id, kind, contract: subscription, details }: OperatorAction<'downgrade' | 'take-back-downgrade'>,
  scene: Scene,
  ctx: Pick<AppContext, 'db' | 'operator'>,
): Promise<Block[] | null> {
  const { document } = scene
  const { say, language } = document
  const planned = await plannedPlanOf(ctx.db, subscription)
  if (kind === 'take-back-downgrade') return planned ? null : [toSubscription(document)]
  if (planned?.actId !== id) return null
  const { siteName } = ctx.operator
  const values = {
    ...{ from: `${siteName} ${details.from}`, to: `${siteName} ${details.to}`, day: day(language, new Date(details.endsAt)) },
    price: formatMoneyText({ minor: planned.price, currency: currencyOf(scene) }, language),
  }
  return [...paragraphs([say('downgrade.FROM_THEN', values), say('downgrade.UNTIL_THEN', values)]), toSubscription(document)]
}

const currencyOf = ({ contract: subscription }: Scene): Money['currency'] => subscription.tariff.currency

function walletWords({ document, contract: subscription }: Scene): string {
  return document.say('contract-act.WALLET', { wallet: subscription.brand || 'PayPal' })
}
