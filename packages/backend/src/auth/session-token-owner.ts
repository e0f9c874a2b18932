import { shortenedEmail } from '@kiosk/domain/accounts/rules'
import { sessionTokenOwner as declared } from '@kiosk/domain/accounts/session-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { accountById } from '../accounts/queries.ts'
import { isOfBrowser, pendingRegistrations } from '../accounts/registrations.ts'
import { type Call, defineHandler } from '../http/handler.ts'
import { isItsBrowser } from './oidc/browser-binding.ts'
import { waitingIdentityHere } from './oidc/pending-identity.ts'
import { type OneTime, readToken } from './one-time-tokens.ts'
import { registrationBrowser } from './registration-browser.ts'

const purposes = ['session', 'sso', 'verification', 'email'] as const

/** Describes the account of a token. It reveals no more than the link of an e-mail with the token does. */
export const sessionTokenOwner = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input, session } = call
  for (const purpose of purposes) {
    const found = await readToken(ctx.db, purpose, input.token, ctx.now())
    if (typeof found === 'string') continue
    const account = found.accountId === null ? undefined : await accountById(ctx.db, found.accountId)
    if (!account) break
    // Verifying the address by e-mail may link the identity; in other cases the owner is asked after a login.
    const waiting = purpose === 'verification' ? await waitingIdentityHere(ctx.db, account.id, call) : null
    const signedIn = session.account?.id ?? null
    return {
      other: signedIn !== null && signedIn !== account.id,
      own: signedIn === account.id,
      account: shortenedEmail(account.email),
      thisBrowser: await isForThisBrowser(purpose, account.id, found, call),
      ...(waiting && { waitingIdentity: waiting }),
    }
  }
  const social = await readToken(ctx.db, 'social', input.token, ctx.now())
  if (typeof social === 'string' || !isItsBrowser(social.data, call)) throw new ApiError('account_unknown')
  // The browser has returned from a provider. Its account is only known once the token is exchanged.
  return { other: session.account !== null, own: false, account: '', thisBrowser: true }
})

/** Returns whether this browser returned from a provider with the token or made the registration of the link. */
async function isForThisBrowser(
  purpose: (typeof purposes)[number],
  accountId: number,
  { data }: OneTime,
  call: Call<typeof declared>,
): Promise<boolean> {
  if (purpose !== 'verification') return data.browser !== undefined && isItsBrowser(data, call)
  const { hash } = registrationBrowser(call)
  const pending = await pendingRegistrations(call.ctx.db, accountId)
  return pending.some((each) => each.id === data.registrationId && isOfBrowser(each, hash))
}
