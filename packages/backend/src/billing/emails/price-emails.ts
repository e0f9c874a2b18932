import { formatMoment } from '@kiosk/domain/date-format'
import { formatMoneyText } from '@kiosk/domain/money'
import type { Block } from '@kiosk/emails/email'
import { issueToken } from '../../auth/one-time-tokens.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import type { ComposedEmail } from '../../emails/email-document.ts'
import type { EmailJob } from '../../emails/email-jobs.ts'
import { dateNotice } from '../plans/announce-price-changes.ts'
import { noticeById, type PriceNotice } from '../plans/price-notices.ts'
import { announcedFor } from '../subscriptions/next-charge.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'
import { day, emailTo, paragraphs, type Recipient, recipientOf, toSubscription } from './compose-email.ts'

type Dated = PriceNotice & { effective_at: Date }
type NoticeJob = Extract<EmailJob, { noticeId: number }>

/**
 * Announces a new price with old and new amount, its date and, for an increase, the reader's options. Sets the date, so that a
 * delayed e-mail names a later one. Null if no e-mail is due any more.
 */
export async function priceChangeEmail(
  { accountId, noticeId }: Pick<NoticeJob, 'accountId' | 'noticeId'>,
  ctx: BillingContext,
): Promise<ComposedEmail | null> {
  const notice = await dateNotice(ctx, noticeId)
  const recipient = notice && (await recipientOf(accountId, notice.subscription_id, ctx))
  if (!notice || !recipient) return null
  return notice.rule === 'lower' ? cutEmail(recipient, notice) : riseEmail(recipient, notice, ctx)
}

function cutEmail(recipient: Recipient, notice: Dated): ComposedEmail {
  const { document } = recipient
  const values = valuesOf(recipient, notice)
  const blocks: Block[] = [
    { kind: 'paragraph', text: document.say('price-cut.BODY', values) },
    factsOf(recipient, values),
    { kind: 'paragraph', text: document.say('price-cut.NOTHING_TO_DO') },
    toSubscription(document),
  ]
  return emailTo(recipient, 'price-cut', values, blocks)
}

async function riseEmail(recipient: Recipient, notice: Dated, ctx: Pick<AppContext, 'db' | 'now'>): Promise<ComposedEmail> {
  const { document, account, subscription } = recipient
  const { say } = document
  const values = valuesOf(recipient, notice)
  const data = { noticeId: notice.id }
  const token = await issueToken(ctx.db, { purpose: 'price', accountId: account.id, data, now: ctx.now() })
  const address = document.page('priceChange', { token })
  const isReduced = subscription.reduced_left > 0 && subscription.reduced_price !== null
  const name = notice.rule === 'consent' ? 'price-consent' : 'price-rise'
  const blocks: Block[] = [
    { kind: 'paragraph', text: say(`${name}.BODY`, values) },
    factsOf(recipient, values),
    ...(isReduced ? ([{ kind: 'paragraph', text: say('price-rise.REDUCED') }] as const) : []),
    ...(notice.rule === 'consent'
      ? ([
          { kind: 'paragraph', text: say('price-rise.CONSENT', values) },
          { kind: 'paragraph', text: say(notice.ends ? 'price-rise.ELSE_END' : 'price-rise.ELSE_KEEP', values) },
          { kind: 'button', label: say('price-rise.AGREE'), address },
        ] as const)
      : ([
          { kind: 'paragraph', text: say('price-rise.OBJECT', values) },
          { kind: 'button', label: say('price-rise.LEAVE'), address },
        ] as const)),
  ]
  return emailTo(recipient, name, values, blocks)
}

/** Confirms that the reader agreed to an announced price, or that it was withdrawn. */
export async function priceSettledEmail(
  { letter: template, accountId, noticeId }: Extract<NoticeJob, { letter: 'price-agreed' | 'price-stays' }>,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const notice = await noticeById(ctx.db, noticeId)
  const recipient = notice && (await recipientOf(accountId, notice.subscription_id, ctx))
  if (!notice?.effective_at || !recipient || recipient.subscription.state === 'ended') return null
  if (template === 'price-agreed' && (notice.agreed_at === null || notice.stopped_at !== null)) return null
  const { document } = recipient
  const at = notice.agreed_at ? formatMoment(document.locale, notice.agreed_at) : ''
  const values = { ...valuesOf(recipient, { ...notice, effective_at: notice.effective_at }), at }
  const blocks: Block[] = [
    { kind: 'paragraph', text: document.say(`${template}.BODY`, values) },
    ...(template === 'price-stays' ? announcedDebitOf(recipient, notice) : []),
    // Somebody may have had two subscriptions to the plan.
    template === 'price-agreed' ? factsOf(recipient, values) : contractOf(recipient),
    toSubscription(document),
  ]
  return emailTo(recipient, template, values, blocks)
}

/** A debit that was announced at a lower price is charged at it, although the price is stopped. */
function announcedDebitOf({ document, subscription }: Recipient, { effective_at, old_price }: PriceNotice): Block[] {
  const { next_charge_at: next, plan } = subscription
  const announced = announcedFor(subscription)
  const isOfNotice = next !== null && effective_at !== null && next >= effective_at
  if (!isOfNotice || announced === null || announced >= old_price) return []
  const amount = formatMoneyText({ minor: announced, currency: plan.currency }, document.language)
  return paragraphs([document.say('price-stays.ANNOUNCED', { day: day(document.locale, next), amount })])
}

function valuesOf({ document: { language, locale }, subscription, planName }: Recipient, notice: Dated) {
  const { currency } = subscription.plan
  const money = (minor: number) => formatMoneyText({ minor, currency }, language)
  return {
    plan: planName,
    old: money(notice.old_price),
    price: money(notice.new_price),
    day: day(locale, notice.effective_at),
  }
}

function contractOf({ document: { say }, subscription }: Recipient): Block {
  return { kind: 'details', rows: [[say('FACT_CONTRACT'), subscriptionNumber(subscription.id)]] }
}

function factsOf({ document: { say }, subscription }: Recipient, values: { old: string; price: string; day: string }): Block {
  return {
    kind: 'details',
    rows: [
      [say('FACT_CONTRACT'), subscriptionNumber(subscription.id)],
      [say('FACT_OLD_PRICE'), say('PER_PERIOD', { price: values.old })],
      [say('FACT_NEW_PRICE'), say('PER_PERIOD', { price: values.price })],
      [say('FACT_FROM'), values.day],
    ],
  }
}
