import { formatDay } from '@kiosk/domain/date-format'
import type { Language, Locale } from '@kiosk/domain/locale'
import { formatMoneyText, type Money } from '@kiosk/domain/money'
import { nameOfPlan } from '@kiosk/domain/subscriptions/plans'
import type { Block, Email } from '@kiosk/emails/email'
import { onOneLine } from '@kiosk/i18n/typography'
import { accountById } from '../../accounts/queries.ts'
import type { Mail } from '../../adapters/mail/port.ts'
import type { AppContext } from '../../context.ts'
import { type ComposedEmail, type EmailDocument, emailDocument } from '../../emails/email-document.ts'
import type { SubscriptionEmail } from '../../emails/email-jobs.ts'
import { issuedInvoice, issuedInvoiceById } from '../invoices/issued-invoices.ts'
import { fileNameOf } from '../invoices/pdf.ts'
import { storedInvoicePdf } from '../invoices/stored-pdfs.ts'
import type { ActionKind } from '../operator-actions/perform.ts'
import type { NextCharge } from '../subscriptions/next-charge.ts'
import { subscriptionById } from '../subscriptions/queries.ts'

// Shared by all e-mails about a subscription. Accounts erased before an e-mail is written get none.

/** An account and the subscription that an e-mail is about; `planName` as in "read-it PREMIUM". */
export type Recipient = {
  account: NonNullable<Awaited<ReturnType<typeof accountById>>>
  document: EmailDocument
  subscription: NonNullable<Awaited<ReturnType<typeof subscriptionById>>>
  planName: string
}

export async function recipientOf(
  accountId: number,
  subscriptionId: number,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<Recipient | null> {
  const account = await accountById(ctx.db, accountId)
  const subscription = account && (await subscriptionById(ctx.db, subscriptionId))
  if (!account || !subscription) return null
  const document = emailDocument(ctx, account)
  return { account, subscription, document, planName: nameOfPlan(ctx.operator, subscription.plan.tier) }
}

/**
 * Composes an e-mail about a subscription: greeting, `blocks`, and why it was sent.
 * @param name of its messages: subject and title
 */
export function emailTo(
  { account, document }: Recipient,
  name: SubscriptionEmail | ActionKind | 'price-consent',
  values: Record<string, string>,
  blocks: Block[],
  attachments: NonNullable<Mail['attachments']> = [],
  links: Email['links'] = [],
): ComposedEmail {
  const { say, language } = document
  return {
    to: account.email,
    document,
    ...(attachments.length > 0 && { attachments }),
    email: {
      language,
      subject: say(`${name}.SUBJECT`, values),
      title: say(`${name}.TITLE`),
      blocks: [{ kind: 'greeting', text: document.greeting(account) }, ...blocks],
      reason: say('REASON_ACCOUNT'),
      links,
    },
  }
}

export function paragraphs(texts: readonly string[]): Block[] {
  return texts.map((text) => ({ kind: 'paragraph', text }))
}

export function toSubscription({ say, page }: EmailDocument): Block {
  return { kind: 'button', label: say('TO_CONTRACT'), address: page('currentSubscription') }
}

/** Returns an invoice as PDF, and the credit note deducted from it. */
export async function documentsOf(id: number | null, ctx: AppContext): Promise<NonNullable<Mail['attachments']>> {
  const paid = id === null ? null : await issuedInvoiceById(ctx.db, id)
  if (!paid) return []
  const credit = paid.credit && (await issuedInvoice(ctx.db, paid.credit.number, null))
  const attachments: NonNullable<Mail['attachments']> = []
  for (const each of credit ? [paid, credit] : [paid]) {
    const content = await storedInvoicePdf(ctx, each)
    if (content) attachments.push({ name: fileNameOf(each), type: 'application/pdf', content })
  }
  return attachments
}

/** Formats date and amount of the next charge for use in a sentence. */
export function nextInWords(
  { language, locale }: Pick<EmailDocument, 'language' | 'locale'>,
  { at, amount }: NextCharge,
): { day: string; price: string } {
  return { day: day(locale, at), price: formatMoneyText(amount, language) }
}

/** Formats amount and currency of an attempt, as stored in the database, for use in a sentence. */
export function chargedAmount({ amount, currency }: { amount: number; currency: string }, language: Language): string {
  return formatMoneyText({ minor: amount, currency: currency as Money['currency'] }, language)
}

/** Returns "Visa •••• 4242" with non-breaking spaces. */
export function methodOf({ brand, masked }: { brand: string | null; masked: string | null }): string {
  return onOneLine([brand, masked].filter(Boolean).join(' '))
}
export function day(locale: Locale, at: Date | string): string {
  return onOneLine(formatDay(locale, at))
}
