import { shortenedEmail } from '@kiosk/domain/accounts/rules'
import { sessionTokenOwner as declared } from '@kiosk/domain/accounts/session-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { type Call, serve } from '../endpoint.ts'
import { isItsBrowser } from '../session/identity-browser.ts'
import { type OneTime, readToken } from '../session/one-time-tokens.ts'
import { registrationBrowser } from '../session/registration-browser.ts'
import { accountById } from './queries.ts'
import { isOfBrowser, pendingRegistrations } from './registrations.ts'
import { waitingIdentityHere } from './waiting-identity.ts'

const purposes = ['session', 'sso', 'verification', 'email'] as const

/** Who holds the token may know as much of its account as the link of an email says. */
export const sessionTokenOwner = serve(declared, 'personal', async (call) => {
  const { house, input, session } = call
  for (const purpose of purposes) {
    const found = await readToken(house.db, purpose, input.token, house.now())
    if (typeof found === 'string') continue
    const account = found.accountId === null ? undefined : await accountById(house.db, found.accountId)
    if (!account) break
    // Whoever proves the address by an email may link it; others are asked after their login.
    const waiting = purpose === 'verification' ? await waitingIdentityHere(house.db, account.id, call) : null
    const signedIn = session.account?.id ?? null
    return {
      other: signedIn !== null && signedIn !== account.id,
      own: signedIn === account.id,
      account: shortenedEmail(account.email),
      thisBrowser: await isForThisBrowser(purpose, account.id, found, call),
      ...(waiting && { waitingIdentity: waiting }),
    }
  }
  const social = await readToken(house.db, 'social', input.token, house.now())
  if (typeof social === 'string' || !isItsBrowser(social.data, call)) throw new Refusal('account_unknown')
  // A provider sent this browser back. Which account it opens is known once the token is exchanged.
  return { other: session.account !== null, own: false, account: '', thisBrowser: true }
})

/** A provider brought this browser back here, or its owner registered in it. Where a way in waits, a person decides. */
async function isForThisBrowser(
  purpose: (typeof purposes)[number],
  accountId: number,
  { data }: OneTime,
  call: Call<typeof declared>,
): Promise<boolean> {
  if (purpose !== 'verification') return data.browser !== undefined && isItsBrowser(data, call)
  const { hash } = registrationBrowser(call)
  const pending = await pendingRegistrations(call.house.db, accountId)
  return pending.some((each) => each.id === data.registrationId && isOfBrowser(each, hash))
}
