import { TOKEN_TTL_SECONDS, UNVERIFIED_EXPIRY_DAYS } from '@kiosk/domain/accounts/limits'
import { shortenedEmail } from '@kiosk/domain/accounts/rules'
import { formatDay } from '@kiosk/domain/date-format'
import { formatMoneyText } from '@kiosk/domain/money'
import { DEFAULT_REGION } from '@kiosk/domain/regions'
import { DAY_SECONDS } from '@kiosk/domain/time'
import type { Email } from '@kiosk/emails/email'
import { issueToken } from '../../auth/one-time-tokens.ts'
import { hashOf } from '../../auth/random-token.ts'
import { pendingDebitsOf } from '../../billing/subscriptions/queries.ts'
import type { AppContext } from '../../context.ts'
import { type ComposedEmail, type EmailDocument, emailDocument } from '../../emails/email-document.ts'
import { accountById } from '../queries.ts'
import { pendingRegistrations } from '../registrations.ts'
import { restoreToken } from '../request-erasure.ts'
import { verificationCode } from '../verification-code.ts'

// E-mails about an account. The token of a link is created while the e-mail is written and stored nowhere else.

type Account = NonNullable<Awaited<ReturnType<typeof accountById>>>
type OfChange = { accountId: number; changeId: number }
type Name =
  | 'verification'
  | 'recovery'
  | 'password-changed'
  | 'account-exists'
  | 'way-in-added'
  | 'confirm-address'
  | 'address-changed'
  | 'account-deleted'
  | 'erasure-requested'
  | 'support-request'

/** Writes the e-mail with the button that verifies the address; a second button confirms a requested newsletter (ADR-0171). */
export async function verificationEmail(
  { accountId, registrationId = null }: { accountId: number; registrationId?: number | null },
  ctx: AppContext,
): Promise<ComposedEmail | null> {
  const account = await accountById(ctx.db, accountId)
  if (!account || account.verified_at || account.deactivated_at) return null
  const pending = await pendingRegistrations(ctx.db, accountId)
  const registration = pending.find(({ id }) => id === registrationId) ?? null
  const document = emailDocument(ctx, registration ?? account)
  const { say, page } = document
  const token = await issueToken(ctx.db, {
    purpose: 'verification',
    accountId,
    data: { registrationId: registration?.id ?? null },
    now: ctx.now(),
  })
  const newsletter: Email['blocks'] =
    (registration ?? account).send_newsletter && !account.newsletter_confirmed_at
      ? [
          { kind: 'small', text: say('verification.NEWSLETTER') },
          {
            kind: 'button',
            label: say('verification.NEWSLETTER_BUTTON'),
            address: page('verify', { token, newsletter: 1 }),
            quiet: true,
          },
        ]
      : []
  // The code is valid only in the browser of the registration.
  const code: Email['blocks'] = registration
    ? [
        { kind: 'small', text: say('verification.CODE') },
        { kind: 'code', text: verificationCode(await ctx.secret(), hashOf(token)).replace(/(?=...$)/, ' ') },
      ]
    : []
  return emailTo(account.email, 'verification', document, say('verification.REASON'), [
    { kind: 'greeting', text: document.greeting(account) },
    { kind: 'paragraph', text: say('verification.BODY') },
    { kind: 'button', label: say('verification.BUTTON'), address: page('verify', { token }) },
    ...code,
    ...newsletter,
    { kind: 'small', text: say('verification.TERM', { days: TOKEN_TTL_SECONDS.verification / DAY_SECONDS }) },
    { kind: 'small', text: say('verification.NOT_YOU', { unverified: UNVERIFIED_EXPIRY_DAYS }) },
  ])
}

export async function recoveryEmail(accountId: number, ctx: AppContext): Promise<ComposedEmail | null> {
  const account = await accountById(ctx.db, accountId)
  if (!account) return null
  const token = await issueToken(ctx.db, { purpose: 'recovery', accountId, now: ctx.now() })
  return toOwner('recovery', account, ctx, ({ say, page }) => [
    { kind: 'paragraph', text: say('recovery.BODY') },
    { kind: 'button', label: say('recovery.BUTTON'), address: page('newPassword', { token }) },
    { kind: 'small', text: say('recovery.TERM') },
    { kind: 'small', text: say('recovery.NOT_YOU') },
  ])
}

/**
 * Tells the owner of an account that somebody tried to register its address; with neutral answers, nobody else learns that the
 * account exists.
 */
export async function accountExistsEmail(
  accountId: number,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const account = await accountById(ctx.db, accountId)
  if (!account?.verified_at || account.deactivated_at) return null
  return toOwner('account-exists', account, ctx, ({ say, page }) => [
    { kind: 'paragraph', text: say('account-exists.BODY') },
    { kind: 'button', label: say('account-exists.BUTTON'), address: page('login') },
    { kind: 'button', label: say('account-exists.FORGOT'), address: page('login', { forgot: 1 }), quiet: true },
    { kind: 'small', text: say('account-exists.NOT_YOU') },
  ])
}

export async function passwordChangedEmail(
  accountId: number,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const account = await accountById(ctx.db, accountId)
  if (!account) return null
  return toOwner('password-changed', account, ctx, ({ say, page }) => [
    { kind: 'paragraph', text: say('password-changed.BODY') },
    { kind: 'paragraph', text: say('password-changed.YOURS') },
    { kind: 'paragraph', text: say('password-changed.NOT_YOU') },
    { kind: 'button', label: say('password-changed.BUTTON'), address: page('login') },
  ])
}

/** Asks the owner to let the staff look at the account; nothing happens unless the owner agrees on the security page. */
export async function supportRequestEmail(
  { accountId, requestId }: { accountId: number; requestId: string },
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const account = await accountById(ctx.db, accountId)
  const request = await ctx.db.selectFrom('support_requests').select('author').where('id', '=', requestId).executeTakeFirst()
  if (!account || account.deactivated_at || !request) return null
  return toOwner('support-request', account, ctx, ({ say, page }) => [
    { kind: 'paragraph', text: say('support-request.BODY', { name: request.author }) },
    { kind: 'paragraph', text: say('support-request.WHAT') },
    { kind: 'button', label: say('support-request.BUTTON'), address: `${page('security')}#support` },
    { kind: 'small', text: say('support-request.NO') },
  ])
}

/** Notifies the owner of a new sign-in method, even if the owner added it. */
export async function signInMethodAddedEmail(
  accountId: number,
  provider: 'facebook' | 'apple',
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const account = await accountById(ctx.db, accountId)
  if (!account) return null
  const service = { facebook: 'Facebook', apple: 'Apple' }[provider]
  return toOwner('way-in-added', account, ctx, ({ say, page }) => [
    { kind: 'paragraph', text: say('way-in-added.BODY', { service }) },
    { kind: 'paragraph', text: say('way-in-added.YOURS') },
    { kind: 'paragraph', text: say('way-in-added.NOT_YOU', { mail: ctx.operator.company.mail }) },
    { kind: 'button', label: say('way-in-added.BUTTON'), address: page('login') },
  ])
}

/** Writes the e-mail to the new address of a pending change, with the button that confirms it. */
export async function confirmAddressEmail({ accountId, changeId }: OfChange, ctx: AppContext): Promise<ComposedEmail | null> {
  const change = await changeOf(changeId, ctx)
  const account = await accountById(ctx.db, accountId)
  if (!account || !change || change.confirmed_at) return null
  const document = emailDocument(ctx, account)
  const { say } = document
  const token = await issueToken(ctx.db, { purpose: 'email', accountId, data: { changeId }, now: ctx.now() })
  // No name in the greeting: the address may belong to somebody else.
  return emailTo(change.email, 'confirm-address', document, say('confirm-address.REASON'), [
    { kind: 'greeting', text: say('GREETING_NAMELESS') },
    { kind: 'paragraph', text: say('confirm-address.BODY') },
    { kind: 'button', label: say('confirm-address.BUTTON'), address: document.page('verifyEmail', { token }) },
    { kind: 'small', text: say('confirm-address.TERM', { days: TOKEN_TTL_SECONDS.email / DAY_SECONDS }) },
    { kind: 'small', text: say('confirm-address.NOT_YOU') },
  ])
}

/** Writes the e-mail about an address change to the old address, even if the new one is already confirmed. */
export async function addressChangedEmail(
  { accountId, changeId }: OfChange,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const change = await changeOf(changeId, ctx)
  const account = await accountById(ctx.db, accountId)
  if (!account || !change) return null
  const email = toOwner('address-changed', account, ctx, ({ say, page }) => [
    { kind: 'paragraph', text: say('address-changed.BODY', { address: shortenedEmail(change.email) }) },
    { kind: 'paragraph', text: say('address-changed.YOURS') },
    { kind: 'paragraph', text: say('address-changed.NOT_YOU', { mail: ctx.operator.company.mail }) },
    { kind: 'button', label: say('address-changed.BUTTON'), address: page('login') },
  ])
  return { ...email, to: change.previous_email ?? account.email }
}

/** Writes the e-mail about a requested erasure, with the link that restores the account until then. */
export async function erasureRequestedEmail(accountId: number, ctx: AppContext): Promise<ComposedEmail | null> {
  const account = await accountById(ctx.db, accountId)
  // The owner has restored the account in the meantime.
  if (!account?.erase_at) return null
  const { erase_at } = account
  const token = await restoreToken(account, ctx)
  const debits = await pendingDebitsOf(ctx.db, account.id)
  return toOwner('erasure-requested', account, ctx, ({ language, locale, say, page }) => {
    const date = formatDay(locale, erase_at)
    const amounts = debits.map((each) => formatMoneyText(each, language))
    const amount = new Intl.ListFormat(language, { type: 'conjunction' }).format(amounts)
    const closed =
      amounts.length > 0 ? say('erasure-requested.BODY_UNDER_WAY', { date, amount }) : say('erasure-requested.BODY', { date })
    return [
      { kind: 'paragraph', text: closed },
      { kind: 'paragraph', text: say('erasure-requested.BACK', { date }) },
      { kind: 'button', label: say('erasure-requested.BUTTON'), address: page('accountRestore', { token }) },
      { kind: 'small', text: say('erasure-requested.NOT_YOU') },
    ]
  })
}

/** Confirms the erasure of an account to its last address, which `deleted_account_emails` keeps for this e-mail. */
export async function accountDeletedEmail(
  partingId: number,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const deleted = await ctx.db.selectFrom('deleted_account_emails').selectAll().where('id', '=', partingId).executeTakeFirst()
  if (!deleted) return null
  const document = emailDocument(ctx, { language: deleted.language, region_id: DEFAULT_REGION.id })
  const { say } = document
  return emailTo(deleted.email, 'account-deleted', document, say('account-deleted.REASON'), [
    { kind: 'greeting', text: document.greeting(deleted) },
    { kind: 'paragraph', text: say('account-deleted.BODY') },
    { kind: 'paragraph', text: say('account-deleted.NEWSLETTER') },
    { kind: 'paragraph', text: say('account-deleted.BYE') },
  ])
}

function changeOf(changeId: number, { db }: Pick<AppContext, 'db'>) {
  return db.selectFrom('address_changes').selectAll().where('id', '=', changeId).executeTakeFirst()
}

/** Writes an e-mail to the address of an account, in its language. */
function toOwner(
  name: Name,
  account: Account,
  ctx: Pick<AppContext, 'operator' | 'publicUrl'>,
  blocksOf: (document: EmailDocument) => Email['blocks'],
): ComposedEmail {
  const document = emailDocument(ctx, account)
  const blocks = [{ kind: 'greeting', text: document.greeting(account) } as const, ...blocksOf(document)]
  return emailTo(account.email, name, document, document.say('REASON_ACCOUNT'), blocks)
}

function emailTo(to: string, name: Name, document: EmailDocument, reason: string, blocks: Email['blocks']): ComposedEmail {
  const { language, say } = document
  return {
    to,
    document,
    email: { language, subject: say(`${name}.SUBJECT`), title: say(`${name}.TITLE`), blocks, reason, links: [] },
  }
}
