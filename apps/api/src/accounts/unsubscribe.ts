import * as declared from '@kiosk/domain/accounts/registration-endpoints'
import { emailFault } from '@kiosk/domain/accounts/rules'
import { addressOf } from '@kiosk/domain/addresses'
import { Refusal } from '@kiosk/domain/errors'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'
import { type Asking, serve } from '../endpoint.ts'
import { networkAttempts } from '../session/network-attempts.ts'
import { readToken } from '../session/one-time-tokens.ts'
import { canonicalEmail } from './canonical-email.ts'
import { inEvenTime } from './even-time.ts'
import { accountByEmail, accountById, lockAccount } from './queries.ts'
import { switchNewsletter, switchReleases } from './switches.ts'

type EndMails = (trx: Transaction<DB>, account: Selectable<Accounts>, now: Date) => Promise<void>
const endNewsletter: EndMails = (trx, account, now) => switchNewsletter(trx, account, false, now)
const endReleases: EndMails = (trx, account) => switchReleases(trx, account, false)

export const unsubscribeNewsletter = serve(declared.unsubscribeNewsletter, 'personal', async (call) => {
  await unsubscribe(call.input.email, endNewsletter, call)
  return undefined
})

export const unsubscribeReleases = serve(declared.unsubscribeReleases, 'personal', async (call) => {
  await unsubscribe(call.input.email, endReleases, call)
  return undefined
})

async function unsubscribe(email: string, end: EndMails, { house, visitor }: Asking): Promise<void> {
  await networkAttempts(house.attempts, 'known-address', visitor.address).admit()
  const known = await inEvenTime(house, async () => {
    const account = emailFault(canonicalEmail(email)) === null ? await accountByEmail(house.db, email) : undefined
    return account !== undefined && (await endFor(account.id, end, house))
  })
  if (!known && !house.neutralAnswers) throw new Refusal('mail_not_subscribed', 'email')
}

/** The link in a mail's header: works as often as it is pressed, for as long as it is kept. */
export const oneClickUnsubscribe = serve(declared.oneClickUnsubscribe, 'personal', async ({ input, house }) => {
  const found = await readToken(house.db, 'unsubscribe', input.token, house.now())
  if (typeof found === 'string' || found.accountId === null) throw new Refusal('token_invalid', 'token')
  await endFor(found.accountId, found.data.list === 'newsletter' ? endNewsletter : endReleases, house)
  return undefined
})

/** Old mail programs and people open the link of the header: they get the page with its button, and nothing has ended yet. */
export const oneClickPage = serve(declared.oneClickPage, 'personal', async ({ input, house }) => {
  const found = await readToken(house.db, 'unsubscribe', input.token, house.now())
  const isKnown = typeof found !== 'string' && found.accountId !== null
  const account = isKnown ? await accountById(house.db, found.accountId!) : undefined
  const page = isKnown && found.data.list === 'newsletter' ? 'newsletterUnsubscribe' : 'releasesUnsubscribe'
  const location = house.publicUrl + addressOf(page, { email: account?.email })
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'private, no-store' } })
})

async function endFor(accountId: number, end: EndMails, { db, now }: Asking['house']): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (account) await end(trx, account, now())
    return account !== undefined
  })
}
