import * as declared from '@kiosk/domain/accounts/registration-endpoints'
import { emailError } from '@kiosk/domain/accounts/rules'
import { addressOf, type Page } from '@kiosk/domain/addresses'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { ApiError } from '@kiosk/domain/errors'
import type { Selectable, Transaction } from 'kysely'
import { inEvenTime } from '../auth/constant-time.ts'
import { networkLimit } from '../auth/network-limits.ts'
import { readToken } from '../auth/one-time-tokens.ts'
import type { Accounts, DB } from '../db/schema.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { unsubscribeRecipient } from '../newsletters/unsubscribe-recipient.ts'
import { recipientOf } from '../newsletters/unsubscribe-token.ts'
import { canonicalEmail } from './canonical-email.ts'
import { switchNewsletter, switchReleases, switchSavedSearches } from './preferences.ts'
import { accountByEmail, lockAccount } from './queries.ts'

type EndMails = (trx: Transaction<DB>, account: Selectable<Accounts>, now: Date) => Promise<void>
const endNewsletter: EndMails = (trx, account, now) => switchNewsletter(trx, account, false, now)
const endReleases: EndMails = (trx, account) => switchReleases(trx, account, false)
const endSavedSearches: EndMails = (trx, account) => switchSavedSearches(trx, account, false)
/** Lists by the name in the token of a header link. */
const lists: Record<string, { end: EndMails; page: Page }> = {
  newsletter: { end: endNewsletter, page: 'newsletterUnsubscribe' },
  searches: { end: endSavedSearches, page: 'searchesUnsubscribe' },
  releases: { end: endReleases, page: 'releasesUnsubscribe' },
}
const listOf = (data: { list?: unknown }) => lists[String(data.list)] ?? lists.releases!

export const unsubscribeNewsletter = defineHandler(declared.unsubscribeNewsletter, 'personal', async (call) => {
  await unsubscribe(call.input.email, endNewsletter, call)
  return undefined
})

export const unsubscribeReleases = defineHandler(declared.unsubscribeReleases, 'personal', async (call) => {
  await unsubscribe(call.input.email, endReleases, call)
  return undefined
})

export const unsubscribeSearches = defineHandler(declared.unsubscribeSearches, 'personal', async (call) => {
  await unsubscribe(call.input.email, endSavedSearches, call)
  return undefined
})

async function unsubscribe(email: string, end: EndMails, { ctx, visitor }: RequestContext): Promise<void> {
  await networkLimit(ctx.rateLimits, 'known-address', visitor.address).consume()
  const known = await inEvenTime(ctx, async () => {
    const account = emailError(canonicalEmail(email)) === null ? await accountByEmail(ctx.db, email) : undefined
    return account !== undefined && (await endFor(account.id, end, ctx))
  })
  if (!known && !ctx.neutralAnswers) throw new ApiError('mail_not_subscribed', 'email')
}

/**
 * Unsubscribes by the link in an e-mail header, which works repeatedly; other links work while their token is stored. The link
 * belongs to the account, not to the address: after a change of address, earlier e-mails still unsubscribe the reader, and an
 * account that has got that address since has its own links. The owner of the old mailbox can end e-mails, which the reader can
 * switch on again, and learns nothing.
 */
export const oneClickUnsubscribe = defineHandler(declared.oneClickUnsubscribe, 'personal', async ({ input, ctx }) => {
  const recipientId = await recipientOf(ctx, input.token)
  if (recipientId !== null && (await unsubscribeRecipient(ctx, recipientId))) return undefined
  const found = await readToken(ctx.db, 'unsubscribe', input.token, ctx.now())
  if (typeof found === 'string' || found.accountId === null) throw new ApiError('token_invalid', 'token')
  await endFor(found.accountId, listOf(found.data).end, ctx)
  return undefined
})

/**
 * Redirects a GET of the header link, by people or old e-mail clients, to the page with the button. Does not unsubscribe. The
 * token replaces the address, which may have changed since: the owner of the old mailbox must not learn the new one.
 */
export const oneClickPage = defineHandler(declared.oneClickPage, 'personal', async ({ input: { token }, ctx }) => {
  const redirect = (address: string) =>
    new Response(null, { status: 303, headers: { location: ctx.publicUrl + address, 'cache-control': cacheControl('personal') } })
  if ((await recipientOf(ctx, token)) !== null) return redirect(addressOf('newsletterUnsubscribe', { token }))
  const found = await readToken(ctx.db, 'unsubscribe', token, ctx.now())
  // Only the tokens of newsletters have a dot.
  if (typeof found === 'string' || found.accountId === null)
    return redirect(addressOf(token.includes('.') ? 'newsletterUnsubscribe' : 'releasesUnsubscribe'))
  return redirect(addressOf(listOf(found.data).page, { token }))
})

async function endFor(accountId: number, end: EndMails, { db, now }: RequestContext['ctx']): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (account) await end(trx, account, now())
    return account !== undefined
  })
}
